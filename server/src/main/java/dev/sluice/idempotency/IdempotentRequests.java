package dev.sluice.idempotency;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.http.Answer;
import dev.sluice.http.Json;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.text.Sha256;
import dev.sluice.vault.Vault;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Idempotency: runs each write once. A repeated request with the same key or signature gets the first answer, marked
/// `Idempotent-Replayed: true`. A different request with the same key or signature is refused.
public final class IdempotentRequests {
    /// Retention of a key.
    public static final Duration KEY_KEPT = Duration.ofDays(30);
    /// Retention of a signature without a key: longer than its timestamp is accepted, in both directions.
    public static final Duration SIGNATURE_KEPT = Duration.ofMinutes(20);

    private static final String PURPOSE = "idempotency";
    private static final String REPLAYED = "Idempotent-Replayed";
    private static final String REQUEST_ID = "X-Request-Id";
    private static final int DELETED_PER_SWEEP = 5_000;

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    public IdempotentRequests(Database database, Vault vault, Clocks clocks) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
    }

    /// Runs an effect in one transaction with its claim, unless the claim was answered before.
    public Answer once(Claim claim, Function<Tx, Answer> effect) {
        return database.inTxRetryingUniqueViolation(tx -> {
            var before = lookUp(tx, List.of(claim)).get().of(claim);
            if (before.isPresent()) {
                return before.get();
            }
            var answer = effect.apply(tx);
            remember(tx, List.of(new ClaimedAnswer(claim, answer)));
            return answer;
        });
    }

    /// Returns the stored answer of a request, for callers that do work before their transaction begins.
    public Optional<Answer> storedAnswer(Claim claim) {
        return database.inTx(tx -> lookUp(tx, List.of(claim)).get().of(claim));
    }

    /// Handles a request while no other request on this node uses the same key or signature. A refusal leaves the
    /// key free. A resend of an answered request gets the stored answer, even if it would be refused by now. The
    /// signature is spent in any case: it does not cover the key, so that a captured request without its key must
    /// not count as a new one.
    public Answer guarded(Claim claim, Supplier<Answer> handling, Function<Refused, Answer> render) {
        if (claim.isEmpty()) {
            return handling.get();
        }
        var digest = Running.digest(claim);
        if (digest.isPresent() && !running.add(digest.get())) {
            throw Refusal.IDEMPOTENCY_IN_PROGRESS.refused();
        }
        try {
            var answer = keyed(claim, handling);
            boolean spent = claim.signatureDigest() == null || !answer.headers().containsKey(REPLAYED);
            return spent ? answer : settle(claim, answer, render);
        } catch (Refused refused) {
            return spend(claim, refused, render);
        } finally {
            digest.ifPresent(running::remove);
        }
    }

    private Answer keyed(Claim claim, Supplier<Answer> handling) {
        var key = Running.key(claim);
        if (key.isPresent() && !running.add(key.get())) {
            throw Refusal.IDEMPOTENCY_IN_PROGRESS.refused();
        }
        try {
            return handling.get();
        } finally {
            key.ifPresent(running::remove);
        }
    }

    /// Queues the look-up of stored answers for claims, in two statements for any number of claims.
    public Supplier<StoredAnswers> lookUp(Tx tx, List<Claim> claims) {
        var keyed = claims.stream().filter(claim -> claim.key() != null).toList();
        var signed =
                claims.stream().filter(claim -> claim.signatureDigest() != null).toList();
        var storedByKey = IdempotencyStore.byKey(tx, keyed);
        var storedByDigest = IdempotencyStore.byDigest(tx, signed);
        return () -> found(storedByKey.get(), storedByDigest.get());
    }

    private StoredAnswers found(
            List<IdempotencyStore.Stored> storedByKey, List<IdempotencyStore.Stored> storedByDigest) {
        var byKey = new HashMap<Running, IdempotencyStore.Stored>();
        storedByKey.forEach(stored ->
                byKey.put(new Running(stored.organizationId(), Objects.requireNonNull(stored.key()), null), stored));
        var byDigest = new HashMap<Running, IdempotencyStore.Stored>();
        storedByDigest.forEach(stored -> byDigest.put(
                new Running(
                        stored.organizationId(),
                        null,
                        ByteBuffer.wrap(Objects.requireNonNull(stored.signatureDigest()))),
                stored));
        return new StoredAnswers(byKey, byDigest);
    }

    /// Stores answers in the transaction of their effects.
    public void remember(Tx tx, List<ClaimedAnswer> given) {
        IdempotencyStore.insert(
                tx,
                given.stream()
                        .filter(each -> !each.claim().isEmpty())
                        .map(this::row)
                        .toList());
    }

    /// Deletes expired keys and signatures by real time, which signatures use as well. A worker calls it at
    /// intervals. Each kind has its own transaction, so that a failure of one does not roll back the other.
    /// Returns true if there may be more.
    public boolean deleteExpired() {
        var now = clocks.realInstant();
        int unkeyed =
                database.inTx(tx -> IdempotencyStore.deleteUnkeyed(tx, now.minus(SIGNATURE_KEPT), DELETED_PER_SWEEP));
        int keyed = database.inTx(tx -> IdempotencyStore.deleteKeyed(tx, now.minus(KEY_KEPT), DELETED_PER_SWEEP));
        return unkeyed == DELETED_PER_SWEEP || keyed == DELETED_PER_SWEEP;
    }

    private boolean isInProgress(IdempotencyStore.Stored stored) {
        return stored.status() == Refusal.IDEMPOTENCY_IN_PROGRESS.status()
                && Json.parse(vault.open(stored.organizationId(), PURPOSE, stored.sealedBody()))
                        .path("code")
                        .asString("")
                        .equals(Refusal.IDEMPOTENCY_IN_PROGRESS.code());
    }

    private IdempotencyStore.Row row(ClaimedAnswer given) {
        boolean keepsKey = given.answer().status() < 300;
        return row(given.claim(), keepsKey ? given.claim().key() : null, given.answer());
    }

    /// Builds a row. A replayed answer keeps the id of the request that it was first given to.
    private IdempotencyStore.Row row(Claim claim, @Nullable String key, Answer answer) {
        return new IdempotencyStore.Row(
                claim,
                key,
                claim.signatureDigest() == null ? Sha256.of("key/" + claim.key()) : claim.signatureDigest(),
                answer.headers().getOrDefault(REQUEST_ID, claim.requestId()),
                answer.status(),
                vault.seal(claim.organizationId(), PURPOSE, answer.body()),
                clocks.realInstant());
    }

    private Answer spend(Claim claim, Refused refused, Function<Refused, Answer> render) {
        if (mayHaveBeenDone(refused) && storedAnswer(claim).isPresent()) {
            return settle(claim, render.apply(refused), render);
        }
        if (refused.refusal().isForNow() || refused.refusal() == Refusal.SIGNATURE_REUSED) {
            throw refused;
        }
        return settle(claim, render.apply(refused), render);
    }

    /// Returns true for refusals that are thrown before the claim is looked up: rates, rails and the banks' name
    /// checks are queried first. A payment that was created before is replayed without those. If the database is
    /// unavailable, there is nothing to look up.
    private static boolean mayHaveBeenDone(Refused refused) {
        return refused.refusal() == Refusal.RATE_UNAVAILABLE
                || refused.refusal() == Refusal.RAIL_UNAVAILABLE
                || (refused.refusal() == Refusal.UNAVAILABLE && !refused.text().equals(Refusal.UNAVAILABLE.message()));
    }

    /// Spends the signature of a request without effect and returns its answer: the stored one of its signature or
    /// key, otherwise the given one.
    private Answer settle(Claim claim, Answer answer, Function<Refused, Answer> render) {
        return database.inTxRetryingUniqueViolation(tx -> {
            var found = lookUp(tx, List.of(claim)).get();
            var before = found.bySignature(claim);
            if (before.isPresent()) {
                return before.get();
            }
            Answer settled;
            try {
                settled = found.byKey(claim).orElse(answer);
            } catch (Refused keyReused) {
                settled = render.apply(keyReused);
            }
            if (claim.signatureDigest() != null) {
                IdempotencyStore.insert(tx, List.of(row(claim, null, settled)));
            }
            return settled;
        });
    }

    /// An answer and the claim that it settles.
    public record ClaimedAnswer(Claim claim, Answer answer) {}

    /// Stored answers of claims.
    public final class StoredAnswers {
        private final Map<Running, IdempotencyStore.Stored> byKey;
        private final Map<Running, IdempotencyStore.Stored> byDigest;

        private StoredAnswers(
                Map<Running, IdempotencyStore.Stored> byKey, Map<Running, IdempotencyStore.Stored> byDigest) {
            this.byKey = byKey;
            this.byDigest = byDigest;
        }

        /// Returns the stored answer; empty for a new claim.
        ///
        /// @throws Refused if the key or the signature was used for another request
        public Optional<Answer> of(Claim claim) {
            var spent = bySignature(claim);
            return spent.isPresent() ? spent : byKey(claim);
        }

        /// Finds the answer by signature. A request that was refused because another one with its key was
        /// running gets, when resent unchanged, the answer of that other request once it exists.
        private Optional<Answer> bySignature(Claim claim) {
            var spent = Running.digest(claim).map(byDigest::get);
            if (spent.isPresent()
                    && claim.key() != null
                    && !claim.key().equals(spent.get().sentKey())) {
                throw Refusal.SIGNATURE_REUSED.refused();
            }
            return spent.filter(IdempotentRequests.this::isInProgress)
                    .flatMap(_ -> byKey(claim))
                    .or(() -> spent.map(this::replayed));
        }

        private Optional<Answer> byKey(Claim claim) {
            var stored = Running.key(claim).map(byKey::get);
            if (stored.isPresent() && !Arrays.equals(stored.get().fingerprint(), claim.fingerprint())) {
                throw Refusal.IDEMPOTENCY_KEY_REUSED.refused();
            }
            return stored.map(this::replayed);
        }

        private Answer replayed(IdempotencyStore.Stored stored) {
            var body = vault.open(stored.organizationId(), PURPOSE, stored.sealedBody());
            return new Answer(stored.status(), Answer.JSON, body)
                    .with(REQUEST_ID, stored.requestId())
                    .with(REPLAYED, "true");
        }
    }

    /// A key or a signature of an organization.
    private record Running(
            UUID organizationId,
            @Nullable String key,
            @Nullable ByteBuffer digest) {
        static Optional<Running> key(Claim claim) {
            return Optional.ofNullable(claim.key()).map(key -> new Running(claim.organizationId(), key, null));
        }

        static Optional<Running> digest(Claim claim) {
            return Optional.ofNullable(claim.signatureDigest())
                    .map(digest -> new Running(claim.organizationId(), null, ByteBuffer.wrap(digest)));
        }
    }
}
