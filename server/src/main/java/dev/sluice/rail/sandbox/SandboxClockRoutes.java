package dev.sluice.rail.sandbox;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// HTTP routes of the sandbox's clock: `GET` and `POST /v1/sandbox/clock`. A live deployment uses the real time and
/// rejects both.
public final class SandboxClockRoutes {
    private static final String PATH = "/v1/sandbox/clock";
    private static final String ADVANCE = "advance";

    private final IdempotentRequests idempotency;
    private final Envelope envelope;
    private final Database database;
    private final Clocks clocks;
    private final boolean sandbox;

    private SandboxClockRoutes(
            IdempotentRequests idempotency, Envelope envelope, Database database, Clocks clocks, boolean sandbox) {
        this.idempotency = idempotency;
        this.envelope = envelope;
        this.database = database;
        this.clocks = clocks;
        this.sandbox = sandbox;
    }

    /// @param sandbox true if this deployment is a sandbox
    public static List<Route> wire(
            Guard guard,
            IdempotentRequests idempotency,
            Envelope envelope,
            Database database,
            Clocks clocks,
            boolean sandbox) {
        var routes = new SandboxClockRoutes(idempotency, envelope, database, clocks, sandbox);
        return List.of(
                guard.read(Method.GET, PATH, Scope.READ, (_, request) -> routes.read(request)),
                guard.write(Method.POST, PATH, Scope.PAYOUTS, routes::advance));
    }

    private Answer read(Request request) {
        requireSandbox();
        clocks.refresh(database);
        return envelope.ok(request, "Sandbox clock", json(clocks.instant(), clocks.offset()));
    }

    private Answer advance(Caller caller, Request request, Claim claim) {
        requireSandbox();
        var fields = request.fields();
        var by = Durations.required(fields, ADVANCE, Clocks.OFFSET_MAX, outOfRange());
        fields.findings().throwIfAny();
        var answer = idempotency.once(claim, tx -> {
            var offset = clocks.advance(tx, by);
            if (offset.compareTo(Clocks.OFFSET_MAX) > 0) {
                refuseTooFar();
            }
            var now = clocks.instant().minus(clocks.offset()).plus(offset);
            return envelope.ok(request, "Sandbox clock advanced", json(now, offset));
        });
        clocks.refresh(database);
        return answer;
    }

    private void requireSandbox() {
        if (!sandbox) {
            throw Refusal.SANDBOX_ONLY.refused();
        }
    }

    private static void refuseTooFar() {
        var findings = new Findings();
        findings.add(ADVANCE, "OUT_OF_RANGE", outOfRange());
        findings.throwIfAny();
    }

    private static String outOfRange() {
        return "must not advance the clock by more than " + Clocks.OFFSET_MAX.toDays() + " days ahead";
    }

    private static JsonObject json(Instant now, Duration offset) {
        return new JsonObject().put("now", now).put("offset", offset.toString());
    }
}
