package dev.sluice.auth;

import dev.sluice.hash.Sha256;
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
    private final @Nullable RateLimit rateLimit;
    private final Quota<Actor> quota = new Quota<>("default");
    private final Quota<UUID> organizationQuota = new Quota<>("organization");
    private final Replays replays;
    private final Envelope envelope;
    private final Witness witness;

    private Guard(
            Authenticator authenticator,
            Organizations organizations,
            @Nullable RateLimit rateLimit,
            Replays replays,
            Envelope envelope,
            Witness witness) {
        this.authenticator = authenticator;
        this.organizations = organizations;
        this.rateLimit = rateLimit;
        this.replays = replays;
        this.envelope = envelope;
        this.witness = witness;
    }

    /// A person or program of an organization, with a bucket of its own.
    private record Actor(UUID organizationId, UUID id) {}

    /// @param realClock real time, which the sandbox's clock does not touch
    /// @param rateLimit per client and key, where an organization has none of its own; nothing for no limit
    /// @param sandbox whether a bad signature is explained
    /// @param witness is told of what programs ask
    public static Guard wire(
            ApiClients clients,
            ApiKeys keys,
            Organizations organizations,
            Replays replays,
            Envelope envelope,
            InstantSource realClock,
            Optional<RateLimit> rateLimit,
            boolean sandbox,
            Witness witness) {
        return new Guard(
                new Authenticator(clients, keys, organizations, new Signatures(realClock, sandbox)),
                organizations,
                rateLimit.orElse(null),
                replays,
                envelope,
                witness);
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

    /// What programs ask is witnessed; what our pages ask for people is not.
    private Answer admit(Request request, Scope scope, boolean writes, Function<Authenticator.Proven, Answer> work) {
        if (request.principal() != null) {
            return admitted(authenticator.authenticate(request), scope, false, work);
        }
        long begun = System.nanoTime();
        Witness.Asker asker = null;
        try {
            var proven = authenticator.authenticate(request);
            asker = Witness.Asker.of(proven.caller());
            var answer = admitted(proven, scope, writes, work);
            witness.answered(asker, request, answer, System.nanoTime() - begun);
            return answer;
        } catch (Refused refused) {
            witnessed(asker, request, refused, begun);
            throw refused;
        } catch (RuntimeException | StackOverflowError bug) {
            witnessed(asker, request, Refusal.INTERNAL_ERROR.refused(), begun);
            throw bug;
        }
    }

    private void witnessed(Witness.@Nullable Asker proven, Request request, Refused refused, long begun) {
        var asker = proven == null ? authenticator.named(request).orElse(null) : proven;
        if (asker != null) {
            witness.refused(asker, request, refused, System.nanoTime() - begun);
        }
    }

    private Answer admitted(
            Authenticator.Proven proven, Scope scope, boolean writes, Function<Authenticator.Proven, Answer> work) {
        var headers = charge(proven.caller());
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

    /// The programs of an organization that has a rate of its own share it. People are as everybody, so that no program
    /// keeps them from their pages.
    private Map<String, String> charge(Caller caller) {
        var own = caller.role() == null
                ? organizations.get(caller.organizationId()).rate()
                : null;
        if (own != null) {
            return organizationQuota.charge(caller.organizationId(), RateLimit.of(own));
        }
        return rateLimit == null
                ? Map.of()
                : quota.charge(new Actor(caller.organizationId(), caller.actorId()), rateLimit);
    }

    private void permit(Authenticator.Proven proven, Scope scope, boolean writesFromOutside) {
        var caller = proven.caller();
        if (!caller.scopes().contains(scope)) {
            var program = proven.isSigned() ? "client" : "key";
            throw Refusal.AUTH_SCOPE.refused().saying("The API " + program + " lacks the scope " + scope.wire());
        }
        if (writesFromOutside && !proven.isSigned()) {
            var switches = organizations.switches(caller.organizationId());
            if (switches.signatureRequired()) {
                throw Refusal.AUTH_SIGNATURE_REQUIRED.refused();
            }
            if (scope == Scope.PAYOUTS && switches.payoutSignatureRequired()) {
                throw Refusal.AUTH_SIGNATURE_REQUIRED
                        .refused()
                        .saying("This organization requires signed requests for writes that need the scope payouts");
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
        return Sha256.of(line.getBytes(StandardCharsets.UTF_8), request.body());
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
