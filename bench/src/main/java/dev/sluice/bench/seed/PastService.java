package dev.sluice.bench.seed;

import dev.sluice.app.SimulatedNode;
import dev.sluice.db.Database;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Organizations;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import tools.jackson.databind.JsonNode;

/// The service itself, with the sandbox's bank and chain, on a past clock, so that it leaves genuine rows. Requests
/// come from a program of one organization, and workers run on demand.
final class PastService implements AutoCloseable {
    private static final Duration SPAN = Duration.ofDays(365);

    /// Time after which unpaid deposits are expired.
    private static final Duration OVER_AFTER = Duration.ofHours(25);

    /// Time from the first request until everything has reached its final status.
    static final Duration LIFE = SPAN.plus(OVER_AFTER);

    private static final int REFUSED = 300;

    private final Instant beginning;
    private final Past past;
    private final SimulatedNode service;
    private final Organization organization;
    private long asked;

    PastService(Database database, byte[] masterKey, UUID organization, Instant beginning) {
        this.beginning = beginning;
        this.past = new Past(beginning);
        this.organization = Organizations.wire(database, past.clocks()).get(organization);
        this.service = SimulatedNode.sandbox(database, masterKey, past, new SecureRandom());
    }

    Past past() {
        return past;
    }

    /// Creates objects in batches, evenly over a year, and then lets the last of them expire.
    ///
    /// @param workers workers that run before each batch and at the end
    /// @param make creates a number of objects
    /// @param progress receives the total after each batch
    void live(long count, int atOnce, List<String> workers, IntConsumer make, LongConsumer progress) {
        for (long created = 0; created < count; ) {
            past.goTo(beginning.toEpochMilli() + SPAN.toMillis() * created / count);
            work(workers);
            int some = (int) Math.min(atOnce, count - created);
            make.accept(some);
            created += some;
            progress.accept(created);
        }
        pass(OVER_AFTER);
        work(workers);
    }

    /// Creates an object by a request, and returns it.
    JsonNode make(String path, JsonObject wanted) {
        return call(
                path,
                Json.bytes(wanted),
                Map.of("Idempotency-Key", "past-" + past.millis() + "-" + asked++, "Content-Type", "application/json"));
    }

    /// Sends a request without a body.
    void act(String path) {
        call(path, new byte[0], Map.of());
    }

    private JsonNode call(String path, byte[] body, Map<String, String> headers) {
        var answer = service.call(organization, Method.POST, path, body, headers);
        if (answer.status() >= REFUSED) {
            throw new IllegalStateException(path + ": " + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return Json.parse(answer.body()).path("data");
    }

    /// Advances the clock.
    void pass(Duration time) {
        past.goTo(past.millis() + time.toMillis());
    }

    /// Runs workers, one after the other, until nothing is due.
    void work(List<String> workers) {
        Map<String, BooleanSupplier> steps = service.steps();
        for (var name : workers) {
            var step = steps.get(name);
            if (step == null) {
                throw new IllegalStateException("there is no worker " + name);
            }
            boolean more;
            do {
                more = step.getAsBoolean();
            } while (more);
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
