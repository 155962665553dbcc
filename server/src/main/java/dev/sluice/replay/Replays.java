package dev.sluice.replay;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.hash.Sha256;
import dev.sluice.http.Answer;
import dev.sluice.http.Json;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
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

/// Does each write once. A request that comes again with the same key or the same signature gets the first answer
/// again, marked `Idempotent-Replayed: true`; one that pretends to be another is refused.
public final class Replays {
    /// How long a key is remembered.
    public static final Duration KEY_KEPT = Duration.ofDays(30);
    /// How long a signature without a key is remembered: longer than its timestamp is accepted, both ways.
    public static final Duration SIGNATURE_KEPT = Duration.ofMinutes(20);

    private static final String PURPOSE = "replay";
    private static final String REPLAYED = "Idempotent-Replayed";
    private static final String REQUEST_ID = "X-Request-Id";
    private static final int DELETED_PER_SWEEP = 5_000;

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    public Replays(Database database, Vault vault, Clocks clocks) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
    }

    /// Runs an effect in one transaction together with its claim, unless the claim was made before.
    public Answer once(Claim claim, Function<Tx, Answer> effect) {
        return database.lookThenAct(tx -> {
            var before = look(tx, List.of(claim)).get().of(claim);
            if (before.isPresent()) {
                return before.get();
            }
            var answer = effect.apply(tx);
            remember(tx, List.of(new Given(claim, answer)));
            return answer;
        });
    }

    /// The answer that a request was given before, for one that does something before its transaction is open.
    public Optional<Answer> before(Claim claim) {
        return database.inTx(tx -> look(tx, List.of(claim)).get().of(claim));
    }

    /// Runs a request's whole handling while nobody else on this node runs the same key or signature. A refusal leaves
    /// the key free; a resend of what was answered before gets that answer, also where it would be refused by now.
    /// Whatever the answer is, the signature is spent: the key is not signed, so that a captured request sent again
    /// without it must not pass for a new one.
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

    /// What was answered before to these claims, found in two look-ups however many there are, when it is looked at.
    public Supplier<Found> look(Tx tx, List<Claim> claims) {
        var keyed = claims.stream().filter(claim -> claim.key() != null).toList();
        var signed =
                claims.stream().filter(claim -> claim.signatureDigest() != null).toList();
        var storedByKey = ReplayStore.byKey(tx, keyed);
        var storedByDigest = ReplayStore.byDigest(tx, signed);
        return () -> found(storedByKey.get(), storedByDigest.get());
    }

    private Found found(List<ReplayStore.Stored> storedByKey, List<ReplayStore.Stored> storedByDigest) {
        var byKey = new HashMap<Running, ReplayStore.Stored>();
        storedByKey.forEach(stored ->
                byKey.put(new Running(stored.organizationId(), Objects.requireNonNull(stored.key()), null), stored));
        var byDigest = new HashMap<Running, ReplayStore.Stored>();
        storedByDigest.forEach(stored -> byDigest.put(
                new Running(
                        stored.organizationId(),
                        null,
                        ByteBuffer.wrap(Objects.requireNonNull(stored.signatureDigest()))),
                stored));
        return new Found(byKey, byDigest);
    }

    /// Remembers what is being answered, in the transaction of the effect.
    public void remember(Tx tx, List<Given> given) {
        ReplayStore.insert(
                tx,
                given.stream()
                        .filter(each -> !each.claim().isEmpty())
                        .map(this::row)
                        .toList());
    }

    /// Forgets what is old enough by real time, which signatures keep to as well; true where there may be more.
    /// A worker calls this now and then. What goes wrong with the one kind is not undone with the other.
    public boolean sweep() {
        var now = clocks.realInstant();
        int unkeyed = database.inTx(tx -> ReplayStore.deleteUnkeyed(tx, now.minus(SIGNATURE_KEPT), DELETED_PER_SWEEP));
        int keyed = database.inTx(tx -> ReplayStore.deleteKeyed(tx, now.minus(KEY_KEPT), DELETED_PER_SWEEP));
        return unkeyed == DELETED_PER_SWEEP || keyed == DELETED_PER_SWEEP;
    }

    private boolean saidAtWork(ReplayStore.Stored stored) {
        return stored.status() == Refusal.IDEMPOTENCY_IN_PROGRESS.status()
                && Json.parse(vault.open(stored.organizationId(), PURPOSE, stored.sealedBody()))
                        .path("code")
                        .asString("")
                        .equals(Refusal.IDEMPOTENCY_IN_PROGRESS.code());
    }

    private ReplayStore.Row row(Given given) {
        boolean keepsKey = given.answer().status() < 300;
        return row(given.claim(), keepsKey ? given.claim().key() : null, given.answer());
    }

    /// A replayed answer keeps the id of the request that it was first given to.
    private ReplayStore.Row row(Claim claim, @Nullable String key, Answer answer) {
        return new ReplayStore.Row(
                claim,
                key,
                claim.signatureDigest() == null ? Sha256.of("key/" + claim.key()) : claim.signatureDigest(),
                answer.headers().getOrDefault(REQUEST_ID, claim.requestId()),
                answer.status(),
                vault.seal(claim.organizationId(), PURPOSE, answer.body()),
                clocks.realInstant());
    }

    private Answer spend(Claim claim, Refused refused, Function<Refused, Answer> render) {
        if (mayHaveBeenDone(refused) && before(claim).isPresent()) {
            return settle(claim, render.apply(refused), render);
        }
        if (refused.refusal().isForNow() || refused.refusal() == Refusal.SIGNATURE_REUSED) {
            throw refused;
        }
        return settle(claim, render.apply(refused), render);
    }

    /// Rates, rails, and banks for names, are asked before anybody looks at the claim: what was made at a rate, on an
    /// open rail, or after banks had answered, is answered without. Where the database is away, there is nothing to
    /// look at.
    private static boolean mayHaveBeenDone(Refused refused) {
        return refused.refusal() == Refusal.RATE_UNAVAILABLE
                || refused.refusal() == Refusal.RAIL_UNAVAILABLE
                || (refused.refusal() == Refusal.UNAVAILABLE && !refused.text().equals(Refusal.UNAVAILABLE.message()));
    }

    /// Spends the signature of a request that has no effect, and gives its answer: what was answered before to its
    /// signature or key, else this one.
    private Answer settle(Claim claim, Answer answer, Function<Refused, Answer> render) {
        return database.lookThenAct(tx -> {
            var found = look(tx, List.of(claim)).get();
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
                ReplayStore.insert(tx, List.of(row(claim, null, settled)));
            }
            return settled;
        });
    }

    /// An answer and the claim that it settles.
    public record Given(Claim claim, Answer answer) {}

    /// The answers that some claims were given before.
    public final class Found {
        private final Map<Running, ReplayStore.Stored> byKey;
        private final Map<Running, ReplayStore.Stored> byDigest;

        private Found(Map<Running, ReplayStore.Stored> byKey, Map<Running, ReplayStore.Stored> byDigest) {
            this.byKey = byKey;
            this.byDigest = byDigest;
        }

        /// The answer given before, or nothing where the claim is new.
        ///
        /// @throws Refused where the key or the signature was used for something else
        public Optional<Answer> of(Claim claim) {
            var spent = bySignature(claim);
            return spent.isPresent() ? spent : byKey(claim);
        }

        /// A request that came while another one had its key at work was told so. Sent again as it is, it
        /// gets what that one was answered, once there is an answer.
        private Optional<Answer> bySignature(Claim claim) {
            var spent = Running.digest(claim).map(byDigest::get);
            if (spent.isPresent()
                    && claim.key() != null
                    && !claim.key().equals(spent.get().sentKey())) {
                throw Refusal.SIGNATURE_REUSED.refused();
            }
            return spent.filter(Replays.this::saidAtWork)
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

        private Answer replayed(ReplayStore.Stored stored) {
            var body = vault.open(stored.organizationId(), PURPOSE, stored.sealedBody());
            return new Answer(stored.status(), Answer.JSON, body)
                    .with(REQUEST_ID, stored.requestId())
                    .with(REPLAYED, "true");
        }
    }

    /// One key or one signature of an organization.
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
