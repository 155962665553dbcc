package dev.sluice.auth;

import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.merchant.Organizations;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.replay.Claim;
import dev.sluice.replay.Replays;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The gate before every merchant endpoint. In order: who it is (401), from where (403), how often (429), with which
/// scope and proof (403); a write then claims its idempotency key and its signature.
public final class Guard {
    private final Authenticator authenticator;
    private final Organizations organizations;
    private final @Nullable Quota<UUID> quota;
    private final Replays replays;
    private final Envelope envelope;

    private Guard(
            Authenticator authenticator,
            Organizations organizations,
            @Nullable Quota<UUID> quota,
            Replays replays,
            Envelope envelope) {
        this.authenticator = authenticator;
        this.organizations = organizations;
        this.quota = quota;
        this.replays = replays;
        this.envelope = envelope;
    }

    /// @param realClock real time, which the sandbox's clock does not touch
    /// @param rateLimit per client and key; nothing for no limit
    /// @param sandbox whether a bad signature is explained
    public static Guard wire(
            ApiClients clients,
            ApiKeys keys,
            Organizations organizations,
            Replays replays,
            Envelope envelope,
            InstantSource realClock,
            Optional<RateLimit> rateLimit,
            boolean sandbox) {
        return new Guard(
                new Authenticator(clients, keys, organizations, new Signatures(realClock, sandbox)),
                organizations,
                rateLimit.map(limit -> new Quota<UUID>("default", limit)).orElse(null),
                replays,
                envelope);
    }

    /// A route that changes nothing.
    public Route read(Method method, String template, Scope scope, Read handler) {
        return new Route(
                method,
                template,
                request -> admit(request, scope, false, proven -> handler.handle(proven.caller(), request)));
    }

    /// A route that changes something, once per idempotency key and once per signature.
    public Route write(Method method, String template, Scope scope, Write handler) {
        return new Route(
                method, template, request -> admit(request, scope, true, proven -> guarded(proven, request, handler)));
    }

    private Answer admit(Request request, Scope scope, boolean writes, Function<Authenticator.Proven, Answer> work) {
        var proven = authenticator.authenticate(request);
        var headers = quota == null
                ? Map.<String, String>of()
                : quota.charge(proven.caller().actorId());
        try {
            permit(proven, scope, writes);
            var answer = work.apply(proven);
            for (var header : headers.entrySet()) {
                answer = answer.with(header.getKey(), header.getValue());
            }
            return answer;
        } catch (Refused refused) {
            throw with(refused, headers);
        }
    }

    private void permit(Authenticator.Proven proven, Scope scope, boolean writes) {
        var caller = proven.caller();
        if (!caller.scopes().contains(scope)) {
            throw Refusal.AUTH_SCOPE.refused().saying("The API key lacks the scope " + scope.wire());
        }
        if (writes && !proven.isSigned()) {
            var switches = organizations.switches(caller.organizationId());
            if (switches.signatureRequired() || (scope == Scope.PAYOUTS && switches.payoutSignatureRequired())) {
                throw Refusal.AUTH_SIGNATURE_REQUIRED.refused();
            }
        }
    }

    /// A malformed key is refused like anything else in the request, so it spends the signature too.
    private Answer guarded(Authenticator.Proven proven, Request request, Write handler) {
        var header = request.header("Idempotency-Key");
        String key = null;
        Refused malformed = null;
        try {
            key = header.map(IdempotencyKey::parse).orElse(null);
        } catch (Refused refused) {
            malformed = refused;
        }
        var claim = new Claim(
                proven.caller().organizationId(), key, proven.signatureDigest(), fingerprint(request), request.id());
        var refusedAlready = malformed;
        return replays.guarded(
                claim,
                () -> {
                    if (refusedAlready != null) {
                        throw refusedAlready;
                    }
                    return handler.handle(proven.caller(), request, claim);
                },
                refused -> envelope.error(request, refused));
    }

    /// What makes two requests the same: method, concrete path, query and body.
    private static byte[] fingerprint(Request request) {
        var line = request.method() + "\n" + request.path() + "\n" + request.rawQuery() + "\n";
        return Tokens.sha256(line.getBytes(StandardCharsets.UTF_8), request.body());
    }

    private static Refused with(Refused refused, Map<String, String> headers) {
        var all = refused;
        for (var header : headers.entrySet()) {
            all = all.withHeader(header.getKey(), header.getValue());
        }
        return all;
    }

    /// What a reading route does for a caller.
    @FunctionalInterface
    public interface Read {
        Answer handle(Caller caller, Request request);
    }

    /// What a writing route does for a caller, together with its claim.
    @FunctionalInterface
    public interface Write {
        Answer handle(Caller caller, Request request, Claim claim);
    }
}
