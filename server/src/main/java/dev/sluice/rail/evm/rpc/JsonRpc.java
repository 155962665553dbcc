package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.RailHealth;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// JSON-RPC client of one network with failover: the first endpoint that does not rest, then the next. Endpoints that
/// lag far behind come last.
public final class JsonRpc {
    /// Time limit of a response.
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Logger LOG = LoggerFactory.getLogger(JsonRpc.class);

    private final List<Endpoint> endpoints;
    private final Optional<RailHealth.Line> line;
    private final Optional<LaggingEndpoints> laggingEndpoints;

    private JsonRpc(List<Endpoint> endpoints, Optional<RailHealth.Line> line, Optional<LaggingEndpoints> stragglers) {
        this.endpoints = List.copyOf(endpoints);
        this.line = line;
        this.laggingEndpoints = stragglers;
    }

    /// Returns a client that counts the network's responses, whichever endpoint gives them.
    ///
    /// @param behindMax number of blocks that an endpoint may lag behind another one before it comes last
    public static JsonRpc to(
            List<URI> urls, long chainId, long behindMax, Duration timeout, InstantSource time, RailHealth.Line line) {
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        var endpoints = urls.stream()
                .map(url -> new Endpoint(url, chainId, client, timeout, time))
                .toList();
        return new JsonRpc(endpoints, Optional.of(line), Optional.of(new LaggingEndpoints(endpoints, behindMax, time)));
    }

    /// Returns the result of a method from the first endpoint that gives one.
    ///
    /// @throws RpcUnavailable if none does
    /// @throws RpcError if a node refuses
    JsonNode call(String method, Object... params) {
        return queryInTurn(endpoint -> endpoint.call(method, List.of(params)), this::counted);
    }

    /// Sends related queries to one endpoint, and all of them to the next if one fails: results of different
    /// endpoints are not consistent. They count as one. A refusal counts as a failure, since every node has to
    /// answer such queries.
    ///
    /// @throws RpcUnavailable if no endpoint can answer
    /// @throws RpcError if a node refuses
    <R> R query(Function<JsonRpc, R> questions) {
        Function<Endpoint, R> one =
                endpoint -> questions.apply(new JsonRpc(List.of(endpoint), Optional.empty(), Optional.empty()));
        return queryInTurn(one, this::failed);
    }

    private <R> R queryInTurn(Function<Endpoint, R> questions, UnaryOperator<RuntimeException> count) {
        var failures = new Failures();
        for (var endpoint : preferred()) {
            try {
                var answer = questions.apply(endpoint);
                line.ifPresent(RailHealth.Line::answered);
                return answer;
            } catch (RpcError error) {
                failures.add(error);
                if (error.isOfTheQuestion()) {
                    break;
                }
            } catch (RpcUnavailable unavailable) {
                failures.add(unavailable);
            }
        }
        throw count.apply(failures.exception());
    }

    /// Calls every endpoint, and returns the results of those that give one.
    List<JsonNode> callAll(String method, Object... params) {
        var failures = new Failures();
        var results = new ArrayList<JsonNode>();
        for (var endpoint : preferred()) {
            try {
                results.add(endpoint.call(method, List.of(params)));
            } catch (RpcError error) {
                failures.add(error);
            } catch (RpcUnavailable unavailable) {
                failures.add(unavailable);
            }
        }
        if (results.isEmpty()) {
            throw counted(failures.exception());
        }
        line.ifPresent(RailHealth.Line::answered);
        return results;
    }

    /// Calls every configured endpoint, including resting ones, and returns the result of each.
    ///
    /// @throws RpcUnavailable if one of them does not respond
    /// @throws RpcError if one of them refuses
    List<JsonNode> callEvery(String method, Object... params) {
        return endpoints.stream()
                .map(endpoint -> endpoint.call(method, List.of(params)))
                .toList();
    }

    /// A refusal counts as an answer, unless the node is temporarily unable.
    private RuntimeException counted(RuntimeException failure) {
        if (failure instanceof RpcError no && !no.isOfTheNode() && !no.isForTooManyRequests()) {
            line.ifPresent(RailHealth.Line::answered);
            return failure;
        }
        return failed(failure);
    }

    private RuntimeException failed(RuntimeException failure) {
        line.ifPresent(each -> each.failed(String.valueOf(failure.getMessage())));
        return failure;
    }

    /// Endpoints that do not rest. If all rest, the call fails without waiting for another timeout: one is
    /// available again soon.
    private List<Endpoint> preferred() {
        laggingEndpoints.ifPresent(LaggingEndpoints::checkPeriodically);
        var well = endpoints.stream().filter(each -> !each.rests()).toList();
        if (well.isEmpty()) {
            throw new RpcUnavailable("all endpoints failed a moment ago");
        }
        return laggingEndpoints.isEmpty() ? well : laggingEndpoints.get().last(well);
    }

    /// Collects the failures of one endpoint after another. A refusal says more than silence. A node that already
    /// has a transaction says most, regardless of other endpoints' answers.
    private static final class Failures {
        private @Nullable RpcError error;
        private @Nullable RpcUnavailable unavailable;

        void add(RpcError one) {
            if (error == null || !error.isKnown()) {
                error = one;
            }
        }

        void add(RpcUnavailable one) {
            LOG.debug("{}", one.getMessage());
            unavailable = one;
        }

        RuntimeException exception() {
            if (error != null) {
                return unavailable == null ? error : error.unclearElsewhere();
            }
            return unavailable == null ? new RpcUnavailable("no endpoint answered") : unavailable;
        }
    }
}
