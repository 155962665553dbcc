package dev.sluice.bench.seed;

import dev.sluice.Rehearsal;
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

/// The service itself, with a sandbox's bank and chain, as it lives in the past: what it is asked for there is what it
/// leaves. It asks as a program of one organization, and its workers do what is due when they are told to.
final class PastService implements AutoCloseable {
    private static final Duration SPAN = Duration.ofDays(365);

    /// Whoever has not paid by then does not.
    private static final Duration OVER_AFTER = Duration.ofHours(25);

    /// From its beginning until all that was asked for is over.
    static final Duration LIFE = SPAN.plus(OVER_AFTER);

    private static final int REFUSED = 300;

    private final Instant beginning;
    private final Past past;
    private final Rehearsal service;
    private final Organization organization;
    private long asked;

    PastService(Database database, byte[] masterKey, UUID organization, Instant beginning) {
        this.beginning = beginning;
        this.past = new Past(beginning);
        this.organization = Organizations.wire(database, past.clocks()).get(organization);
        this.service = Rehearsal.sandbox(database, masterKey, past, new SecureRandom());
    }

    Past past() {
        return past;
    }

    /// Has so many things made, some at once and evenly over a year, and leaves the last of them to their time.
    ///
    /// @param workers what does whatever is due before each time, and after the last one
    /// @param make is told how many to make
    /// @param told of how many were made, after each time
    void live(long count, int atOnce, List<String> workers, IntConsumer make, LongConsumer told) {
        for (long made = 0; made < count; ) {
            past.goTo(beginning.toEpochMilli() + SPAN.toMillis() * made / count);
            work(workers);
            int some = (int) Math.min(atOnce, count - made);
            make.accept(some);
            made += some;
            told.accept(made);
        }
        pass(OVER_AFTER);
        work(workers);
    }

    /// Asks for something to be made, and gives what was.
    JsonNode make(String path, JsonObject wanted) {
        return ask(
                path,
                Json.bytes(wanted),
                Map.of("Idempotency-Key", "past-" + past.millis() + "-" + asked++, "Content-Type", "application/json"));
    }

    /// Asks for something to be done that has no body.
    void act(String path) {
        ask(path, new byte[0], Map.of());
    }

    private JsonNode ask(String path, byte[] body, Map<String, String> headers) {
        var answer = service.ask(organization, Method.POST, path, body, headers);
        if (answer.status() >= REFUSED) {
            throw new IllegalStateException(path + ": " + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return Json.parse(answer.body()).path("data");
    }

    /// Lets time pass.
    void pass(Duration time) {
        past.goTo(past.millis() + time.toMillis());
    }

    /// Has workers do all that is due by now, each after the other.
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
