package dev.sluice.auth;

import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.merchant.Organizations;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Access control of all merchant endpoints. In order: authentication (401), address (403), rate limit (429), scope
/// and signature (403). A write then claims its idempotency key and its signature.
public final class Guard {
    private final Authenticator authenticator;
    private final Organizations organizations;
    private final @Nullable RateLimit rateLimit;
    private final Quota<Actor> quota = new Quota<>("default");
    private final Quota<UUID> organizationQuota = new Quota<>("organization");
    private final IdempotentRequests idempotency;
    private final Envelope envelope;
    private final RequestObserver observer;

    private Guard(
            Authenticator authenticator,
            Organizations organizations,
            @Nullable RateLimit rateLimit,
            IdempotentRequests idempotency,
            Envelope envelope,
            RequestObserver observer) {
        this.authenticator = authenticator;
        this.organizations = organizations;
        this.rateLimit = rateLimit;
        this.idempotency = idempotency;
        this.envelope = envelope;
        this.observer = observer;
    }

    /// A user or program with a rate-limit bucket of its own.
    private record Actor(UUID organizationId, UUID id) {}

    /// @param realClock real time, independent of the sandbox's clock
    /// @param rateLimit limit per client and key for organizations without their own; empty for no limit
    /// @param sandbox true if the answer explains a bad signature
    /// @param observer observer of programs' requests
    public static Guard wire(
            ApiClients clients,
            ApiKeys keys,
            Organizations organizations,
            IdempotentRequests idempotency,
            Envelope envelope,
            InstantSource realClock,
            Optional<RateLimit> rateLimit,
            boolean sandbox,
            RequestObserver observer) {
        return new Guard(
                new Authenticator(clients, keys, organizations, new Signatures(realClock, sandbox)),
                organizations,
                rateLimit.orElse(null),
                idempotency,
                envelope,
                observer);
    }

    /// Returns a read-only route.
    public Route read(Method method, String template, Scope scope, Read handler) {
        return new Route(
                method,
                template,
                request -> admit(request, scope, false, proven -> handler.handle(proven.caller(), request)));
    }

    /// Returns a route that writes, once per idempotency key and once per signature.
    public Route write(Method method, String template, Scope scope, Write handler) {
        return new Route(
                method, template, request -> admit(request, scope, true, proven -> guarded(proven, request, handler)));
    }

    /// Reports requests of programs to the witness, but not those of dashboard pages.
    private Answer admit(Request request, Scope scope, boolean writes, Function<Authenticator.Proven, Answer> work) {
        if (request.principal() != null) {
            return admitted(authenticator.authenticate(request), scope, false, work);
        }
        long begun = System.nanoTime();
        RequestObserver.Asker asker = null;
        try {
            var proven = authenticator.authenticate(request);
            asker = RequestObserver.Asker.of(proven.caller());
            var answer = admitted(proven, scope, writes, work);
            observer.answered(asker, request, answer, System.nanoTime() - begun);
            return answer;
        } catch (Refused refused) {
            witnessed(asker, request, refused, begun);
            throw refused;
        } catch (RuntimeException | StackOverflowError bug) {
            witnessed(asker, request, Refusal.INTERNAL_ERROR.refused(), begun);
            throw bug;
        }
    }

    private void witnessed(RequestObserver.@Nullable Asker proven, Request request, Refused refused, long begun) {
        var asker = proven == null ? authenticator.named(request).orElse(null) : proven;
        if (asker != null) {
            observer.refused(asker, request, refused, System.nanoTime() - begun);
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

    /// Charges the rate limit. Programs share the organization's own limit if it has one. Users always have the
    /// default limit, so that no program blocks their pages.
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
            throw Refusal.AUTH_SCOPE.refused().withMessage("The API " + program + " lacks the scope " + scope.wire());
        }
        if (writesFromOutside && !proven.isSigned()) {
            var switches = organizations.switches(caller.organizationId());
            if (switches.signatureRequired()) {
                throw Refusal.AUTH_SIGNATURE_REQUIRED.refused();
            }
            if (scope == Scope.PAYOUTS && switches.payoutSignatureRequired()) {
                throw Refusal.AUTH_SIGNATURE_REQUIRED
                        .refused()
                        .withMessage(
                                "This organization requires signed requests for writes that need the scope payouts");
            }
        }
    }

    /// A malformed key is refused inside the claim, so it uses up the signature like any other refusal.
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
        return idempotency.guarded(
                claim,
                () -> {
                    if (refusedAlready != null) {
                        throw refusedAlready;
                    }
                    return handler.handle(proven.caller(), request, claim);
                },
                refused -> envelope.error(request, refused));
    }

    /// Hash that identifies equal requests: method, concrete path, query and body.
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

    /// Handler of a read-only route.
    @FunctionalInterface
    public interface Read {
        Answer handle(Caller caller, Request request);
    }

    /// Handler of a writing route; it also gets the claim.
    @FunctionalInterface
    public interface Write {
        Answer handle(Caller caller, Request request, Claim claim);
    }
}
