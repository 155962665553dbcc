package dev.sluice.auth;

import dev.sluice.http.Request;
import dev.sluice.http.ThrottledLog;
import dev.sluice.merchant.Organizations;
import dev.sluice.net.ClientNetwork;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Authenticates callers and checks their address. Failures are limited by source address and never by the claimed
/// client, so that no attacker can lock out a merchant.
final class Authenticator {
    /// Enough to debug a signature by hand, too little for a flood.
    static final RateLimit FAILURES = new RateLimit(10, 100);

    /// Limits request-log entries for failed authentication, so that an attacker cannot evict the organization's
    /// own entries within a week. The log keeps the last 100,000.
    static final RateLimit NAMED = new RateLimit(6, Duration.ofMinutes(1), 300);

    private static final Logger LOG = LoggerFactory.getLogger(Authenticator.class);
    private static final String CHALLENGE = "Bearer realm=\"sluice\"";
    private static final String BEARER = "bearer ";

    private final ApiClients clients;
    private final ApiKeys keys;
    private final Organizations organizations;
    private final Signatures signatures;
    private final Quota<String> failures = new Quota<>("failed-authentication");
    private final Quota<UUID> named = new Quota<>("named-in-vain");
    private final ThrottledLog throttledLog = new ThrottledLog();

    Authenticator(ApiClients clients, ApiKeys keys, Organizations organizations, Signatures signatures) {
        this.clients = clients;
        this.keys = keys;
        this.organizations = organizations;
        this.signatures = signatures;
    }

    /// @throws Refused 401, 403 `AUTH_ADDRESS`, or 429 if an address failed too often
    Proven authenticate(Request request) {
        if (request.principal() instanceof Caller person) {
            return new Proven(person, Allowlist.ANY, null);
        }
        var source = ClientNetwork.of(request.remoteAddress());
        boolean trusted = !failures.isExhausted(source, FAILURES);
        try {
            var proven = prove(request, trusted);
            if (!proven.allowlist().allows(request.remoteAddress())) {
                throw Refusal.AUTH_ADDRESS.refused();
            }
            return proven;
        } catch (Refused refused) {
            if (refused.refusal() == Refusal.UNAVAILABLE) {
                throw refused;
            }
            failures.charge(source, FAILURES);
            recordRefusal(request, refused.refusal());
            throw refused.refusal().status() == 401 ? refused.withHeader("WWW-Authenticate", CHALLENGE) : refused;
        }
    }

    /// Logs failures that name no known client. Failures of known ones appear in the organization's request log.
    private void recordRefusal(Request request, Refusal refusal) {
        if (refusal == Refusal.AUTH_UNKNOWN_CLIENT || refusal == Refusal.AUTH_BAD_KEY) {
            throttledLog.ifDue(untold -> LOG.warn(
                    "authentication of {} failed: {}, request {}; {} similar lines suppressed",
                    request.remoteAddress(),
                    refusal,
                    request.id(),
                    untold));
        }
    }

    /// @param ask false for an address that failed too often: cached or recently authenticated credentials still
    ///     work, but it causes no other queries
    private Proven prove(Request request, boolean ask) {
        var clientId = request.header("X-Client-ID");
        var signature = request.header("X-Signature");
        if (clientId.isPresent() || signature.isPresent()) {
            return bySignature(
                    request, present(clientId), present(request.header("X-Timestamp")), present(signature), ask);
        }
        return byKey(present(request.header("Authorization")), ask);
    }

    private Proven bySignature(Request request, String clientId, String timestamp, String signature, boolean ask) {
        var signer = clients.signer(clientId, ask).orElseThrow(Refusal.AUTH_UNKNOWN_CLIENT::refused);
        var signed = signatures.verify(request, signer, timestamp, signature);
        clients.proved(clientId);
        var client = signer.client();
        var caller =
                caller(client.organizationId(), client.id(), client.label(), client.scopes(), signed.secretMaker());
        return new Proven(caller, client.allowlist(), signed.digest());
    }

    private Proven byKey(String authorization, boolean ask) {
        if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw Refusal.AUTH_MISSING.refused();
        }
        var key = keys.bearer(authorization.substring(BEARER.length()).strip(), ask)
                .orElseThrow(Refusal.AUTH_BAD_KEY::refused);
        var caller = caller(key.organizationId(), key.id(), key.label(), key.scopes(), key.maker());
        return new Proven(caller, key.allowlist(), null);
    }

    /// Returns the organization and client or key that a failed request claims, if cached. Returns nothing for an
    /// address that failed too often, which could claim any name at no cost, or if the log limit is reached.
    Optional<RequestObserver.Asker> named(Request request) {
        if (failures.isExhausted(ClientNetwork.of(request.remoteAddress()), FAILURES)) {
            return Optional.empty();
        }
        return asker(request).filter(asker -> named.tryConsume(asker.organizationId(), NAMED));
    }

    private Optional<RequestObserver.Asker> asker(Request request) {
        return request.header("X-Client-ID")
                .flatMap(id -> clients.signer(id, false))
                .map(signer -> new RequestObserver.Asker(
                        signer.client().organizationId(), signer.client().id()))
                .or(() -> request.header("Authorization")
                        .filter(text -> text.toLowerCase(Locale.ROOT).startsWith(BEARER))
                        .flatMap(text ->
                                keys.bearer(text.substring(BEARER.length()).strip(), false))
                        .map(key -> new RequestObserver.Asker(key.organizationId(), key.id())));
    }

    private Caller caller(
            UUID organizationId, UUID actorId, String actorName, Set<Scope> scopes, Optional<KeyMaker> maker) {
        var name = organizations.get(organizationId).name();
        return new Caller(organizationId, name, actorId, actorName, scopes, null, KeyMaker.id(maker), null);
    }

    private static String present(Optional<String> header) {
        return header.filter(value -> !value.isBlank()).orElseThrow(Refusal.AUTH_MISSING::refused);
    }

    /// An authenticated caller, the permitted addresses, and the digest of the signed text if the request was
    /// signed.
    record Proven(Caller caller, Allowlist allowlist, byte @Nullable [] signatureDigest) {
        boolean isSigned() {
            return signatureDigest != null;
        }
    }
}
