package dev.sluice.client;

import dev.sluice.client.Transport.Outgoing;
import dev.sluice.client.Wire.Shape;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.ListQuery;
import dev.sluice.client.model.Page;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Typed requests over a transport. All attempts of a write carry the same idempotency key.
final class Calls {
    static final Map<String, String> NO_QUERY = Map.of();

    private static final String JSON = "application/json";
    private static final byte[] NOTHING = new byte[0];

    private final Transport transport;
    private final Supplier<String> keys;

    Calls(Transport transport, Supplier<String> keys) {
        this.transport = transport;
        this.keys = keys;
    }

    /// Returns the same calls with another source of idempotency keys.
    Calls keyed(Supplier<String> otherKeys) {
        return new Calls(transport, otherKeys);
    }

    String nextKey() {
        return keys.get();
    }

    Transport transport() {
        return transport;
    }

    <T> T get(Class<T> type, String path) {
        return get(Shape.of(type), path, NO_QUERY);
    }

    <T> T get(Class<T> type, String path, Map<String, String> query) {
        return get(Shape.of(type), path, query);
    }

    <T> List<T> list(Class<T> type, String path, Map<String, String> query) {
        return List.copyOf(get(Shape.list(type), path, query));
    }

    <T> Page<T> page(Class<T> type, String path, ListQuery<?> query) {
        return page(type, path, query.parameters());
    }

    /// Streams all pages from the query's page on, each fetched when the stream comes to it.
    <T> Stream<T> stream(Class<T> type, String path, ListQuery<?> query) {
        return Pages.stream(query.parameters(), parameters -> page(type, path, parameters));
    }

    byte[] document(String path, String mediaType) {
        return transport.send(outgoing("GET", path, NOTHING, mediaType, null)).body();
    }

    <T> T post(Class<T> type, String path, @Nullable Object body) {
        return write(Shape.of(type), "POST", path, body);
    }

    <T> T patch(Class<T> type, String path, @Nullable Object body) {
        return write(Shape.of(type), "PATCH", path, body);
    }

    <T> T delete(Class<T> type, String path) {
        return write(Shape.of(type), "DELETE", path, null);
    }

    /// Runs a write and ignores the data of its answer.
    void run(String method, String path, @Nullable Object body) {
        transport.send(written(method, path, body));
    }

    /// A change of a payout of either kind.
    Disbursement patchDisbursement(String path, @Nullable Object body) {
        var request = written("PATCH", path, body);
        var answer = transport.send(request);
        return data(answer, Wire::disbursement, request.idempotencyKey());
    }

    private <T> Page<T> page(Class<T> type, String path, Map<String, String> query) {
        return get(Shape.page(type), path, query);
    }

    private <T> T get(Shape<T> shape, String path, Map<String, String> query) {
        var request = outgoing("GET", Target.with(path, query), NOTHING, JSON, null);
        return data(transport.send(request), shape::data, null);
    }

    private <T> T write(Shape<T> shape, String method, String path, @Nullable Object body) {
        var request = written(method, path, body);
        return data(transport.send(request), shape::data, request.idempotencyKey());
    }

    private Outgoing written(String method, String path, @Nullable Object body) {
        return outgoing(method, path, body == null ? NOTHING : Wire.bytes(body), JSON, keys.get());
    }

    private static Outgoing outgoing(
            String method, String target, byte[] body, String accept, @Nullable String idempotencyKey) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Accept", accept);
        headers.put("User-Agent", "sluice-java");
        if (body.length > 0) {
            headers.put("Content-Type", JSON);
        }
        if (idempotencyKey != null) {
            headers.put(Transport.IDEMPOTENCY_KEY, idempotencyKey);
        }
        return new Outgoing(method, target, body, Map.copyOf(headers));
    }

    private static <T> T data(
            HttpResponse<byte[]> answer, Function<byte[], @Nullable T> read, @Nullable String idempotencyKey) {
        T data;
        try {
            data = read.apply(answer.body());
        } catch (JacksonException unreadable) {
            throw Refusals.unreadable(answer, idempotencyKey, unreadable);
        }
        if (data == null) {
            throw Refusals.unreadable(answer, idempotencyKey, null);
        }
        return data;
    }
}
