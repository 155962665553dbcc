package dev.sluice.rail.evm;

import dev.sluice.rail.Pulse;
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

/// The JSON-RPC of one network, by whichever of its endpoints answers: the first one that does not rest, then the
/// next. Those that are far behind another come last.
final class JsonRpc {
    /// How long an answer may take.
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Logger LOG = LoggerFactory.getLogger(JsonRpc.class);

    private final List<Endpoint> endpoints;
    private final Optional<Pulse.Line> line;
    private final Optional<Stragglers> stragglers;

    private JsonRpc(List<Endpoint> endpoints, Optional<Pulse.Line> line, Optional<Stragglers> stragglers) {
        this.endpoints = List.copyOf(endpoints);
        this.line = line;
        this.stragglers = stragglers;
    }

    /// One that counts how the network answers, by whichever endpoint.
    ///
    /// @param behindMax how many blocks an endpoint may be behind another one without being asked last
    static JsonRpc to(
            List<URI> urls, long chainId, long behindMax, Duration timeout, InstantSource time, Pulse.Line line) {
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        var endpoints = urls.stream()
                .map(url -> new Endpoint(url, chainId, client, timeout, time))
                .toList();
        return new JsonRpc(endpoints, Optional.of(line), Optional.of(new Stragglers(endpoints, behindMax, time)));
    }

    /// The result of a method, from the first endpoint that gives one.
    ///
    /// @throws NodeAway where none does
    /// @throws NodeRefused where a node will not
    JsonNode call(String method, Object... params) {
        return asked(endpoint -> endpoint.call(method, List.of(params)), this::counted);
    }

    /// Asks questions that belong together, all of one endpoint, and all of the next where that one cannot answer
    /// one of them: what one endpoint says and another one does not know makes no sense together. They count as
    /// one. A refusal counts as a failure, since every node has to answer such questions.
    ///
    /// @throws NodeAway where none can
    /// @throws NodeRefused where a node will not
    <R> R ask(Function<JsonRpc, R> questions) {
        Function<Endpoint, R> one =
                endpoint -> questions.apply(new JsonRpc(List.of(endpoint), Optional.empty(), Optional.empty()));
        return asked(one, this::failed);
    }

    private <R> R asked(Function<Endpoint, R> questions, UnaryOperator<RuntimeException> count) {
        var failures = new Failures();
        for (var endpoint : preferred()) {
            try {
                var answer = questions.apply(endpoint);
                line.ifPresent(Pulse.Line::answered);
                return answer;
            } catch (NodeRefused refused) {
                failures.add(refused);
                if (refused.isOfTheQuestion()) {
                    break;
                }
            } catch (NodeAway away) {
                failures.add(away);
            }
        }
        throw count.apply(failures.told());
    }

    /// Tells every endpoint the same, and gives the results of those that have one.
    List<JsonNode> callAll(String method, Object... params) {
        var failures = new Failures();
        var results = new ArrayList<JsonNode>();
        for (var endpoint : preferred()) {
            try {
                results.add(endpoint.call(method, List.of(params)));
            } catch (NodeRefused refused) {
                failures.add(refused);
            } catch (NodeAway away) {
                failures.add(away);
            }
        }
        if (results.isEmpty()) {
            throw counted(failures.told());
        }
        line.ifPresent(Pulse.Line::answered);
        return results;
    }

    /// Asks every configured endpoint, also those that rest, and gives the result of each.
    ///
    /// @throws NodeAway where one of them does not answer
    /// @throws NodeRefused where one of them will not
    List<JsonNode> callEvery(String method, Object... params) {
        return endpoints.stream()
                .map(endpoint -> endpoint.call(method, List.of(params)))
                .toList();
    }

    /// That a node will not do something is an answer, unless it is the node that cannot now.
    private RuntimeException counted(RuntimeException failure) {
        if (failure instanceof NodeRefused no && !no.isOfTheNode() && !no.isForTooManyRequests()) {
            line.ifPresent(Pulse.Line::answered);
            return failure;
        }
        return failed(failure);
    }

    private RuntimeException failed(RuntimeException failure) {
        line.ifPresent(each -> each.failed(String.valueOf(failure.getMessage())));
        return failure;
    }

    /// Those that do not rest. Where all do, nobody waits for another timeout: soon one is asked again.
    private List<Endpoint> preferred() {
        stragglers.ifPresent(Stragglers::lookNowAndThen);
        var well = endpoints.stream().filter(each -> !each.rests()).toList();
        if (well.isEmpty()) {
            throw new NodeAway("all endpoints failed a moment ago");
        }
        return stragglers.isEmpty() ? well : stragglers.get().last(well);
    }

    /// What went wrong at one endpoint after another. A node's own word tells more than silence, and most of all
    /// that it has a transaction already, whatever others say of that one.
    private static final class Failures {
        private @Nullable NodeRefused refused;
        private @Nullable NodeAway away;

        void add(NodeRefused one) {
            if (refused == null || !refused.isKnown()) {
                refused = one;
            }
        }

        void add(NodeAway one) {
            LOG.debug("{}", one.getMessage());
            away = one;
        }

        RuntimeException told() {
            if (refused != null) {
                return away == null ? refused : refused.unclearElsewhere();
            }
            return away == null ? new NodeAway("no endpoint answered") : away;
        }
    }
}
