package dev.sluice.replay;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.SqlFailure;
import dev.sluice.db.Tx;
import dev.sluice.http.Answer;
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
        try {
            return attempt(claim, effect);
        } catch (SqlFailure raced) {
            // Another node answered the same claim in between: its answer is found on the second look.
            if (claim.isEmpty() || !raced.isUniqueViolation()) {
                throw raced;
            }
            return attempt(claim, effect);
        }
    }

    private Answer attempt(Claim claim, Function<Tx, Answer> effect) {
        return database.inTx(tx -> {
            var before = look(tx, List.of(claim)).of(claim);
            if (before.isPresent()) {
                return before.get();
            }
            var answer = effect.apply(tx);
            remember(tx, List.of(new Given(claim, answer)));
            return answer;
        });
    }

    /// Runs a request's whole handling while nobody else on this node runs the same key or signature. A refusal leaves
    /// the key free and spends the signature; a resend of what was answered before gets that answer, also where it
    /// would be refused by now.
    public Answer guarded(Claim claim, Supplier<Answer> handling, Function<Refused, Answer> render) {
        if (claim.isEmpty()) {
            return handling.get();
        }
        var mine = Running.of(claim);
        for (int i = 0; i < mine.size(); i++) {
            if (!running.add(mine.get(i))) {
                mine.subList(0, i).forEach(running::remove);
                throw Refusal.IDEMPOTENCY_IN_PROGRESS.refused();
            }
        }
        try {
            return handling.get();
        } catch (Refused refused) {
            return spend(claim, refused, render);
        } finally {
            mine.forEach(running::remove);
        }
    }

    /// What was answered before to these claims, found in two look-ups however many there are.
    public Found look(Tx tx, List<Claim> claims) {
        var keyed = claims.stream().filter(claim -> claim.key() != null).toList();
        var signed =
                claims.stream().filter(claim -> claim.signatureDigest() != null).toList();
        var byKey = new HashMap<Running, ReplayStore.Stored>();
        ReplayStore.byKey(tx, keyed)
                .forEach(stored -> byKey.put(
                        new Running(stored.organizationId(), Objects.requireNonNull(stored.key()), null), stored));
        var byDigest = new HashMap<Running, ReplayStore.Stored>();
        ReplayStore.byDigest(tx, signed)
                .forEach(stored -> byDigest.put(
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

    /// Forgets what is old enough. A worker calls this now and then. Age is real: a signature is good for real time,
    /// and advancing the sandbox's clock must not make a spent one good again.
    public int sweep() {
        var now = clocks.realInstant();
        return database.inTx(
                tx -> ReplayStore.deleteSpent(tx, now.minus(SIGNATURE_KEPT), now.minus(KEY_KEPT), DELETED_PER_SWEEP));
    }

    private ReplayStore.Row row(Given given) {
        var claim = given.claim();
        boolean keepsKey = given.answer().status() < 300;
        return new ReplayStore.Row(
                clocks.newId(),
                claim,
                keepsKey ? claim.key() : null,
                given.answer().status(),
                vault.seal(claim.organizationId(), PURPOSE, given.answer().body()),
                clocks.realInstant());
    }

    private Answer spend(Claim claim, Refused refused, Function<Refused, Answer> render) {
        int status = refused.refusal().status();
        if (status == 429 || status >= 500 || isAboutReplay(refused.refusal())) {
            throw refused;
        }
        try {
            return database.inTx(tx -> {
                var before = look(tx, List.of(claim)).of(claim);
                if (before.isPresent()) {
                    return before.get();
                }
                var answer = render.apply(refused);
                if (claim.signatureDigest() != null) {
                    remember(tx, List.of(new Given(claim, answer)));
                }
                return answer;
            });
        } catch (SqlFailure raced) {
            // Another node answered the same signature in between; its answer is found on the second look.
            if (!raced.isUniqueViolation()) {
                throw raced;
            }
            return database.inTx(tx -> look(tx, List.of(claim)).of(claim)).orElseGet(() -> render.apply(refused));
        }
    }

    private static boolean isAboutReplay(Refusal refusal) {
        return refusal == Refusal.IDEMPOTENCY_IN_PROGRESS
                || refusal == Refusal.SIGNATURE_REUSED
                || refusal == Refusal.IDEMPOTENCY_KEY_REUSED;
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
            if (claim.signatureDigest() != null) {
                var spent = byDigest.get(
                        new Running(claim.organizationId(), null, ByteBuffer.wrap(claim.signatureDigest())));
                if (spent != null) {
                    if (claim.key() != null && !claim.key().equals(spent.sentKey())) {
                        throw Refusal.SIGNATURE_REUSED.refused();
                    }
                    return Optional.of(replayed(spent));
                }
            }
            var stored = claim.key() == null ? null : byKey.get(new Running(claim.organizationId(), claim.key(), null));
            if (stored == null) {
                return Optional.empty();
            }
            if (!Arrays.equals(stored.fingerprint(), claim.fingerprint())) {
                throw Refusal.IDEMPOTENCY_KEY_REUSED.refused();
            }
            return Optional.of(replayed(stored));
        }

        private Answer replayed(ReplayStore.Stored stored) {
            var body = vault.open(stored.organizationId(), PURPOSE, stored.sealedBody());
            return new Answer(stored.status(), Answer.JSON, body)
                    .with("X-Request-Id", stored.requestId())
                    .with("Idempotent-Replayed", "true");
        }
    }

    /// One key or one signature of an organization.
    private record Running(
            UUID organizationId,
            @Nullable String key,
            @Nullable ByteBuffer digest) {
        static List<Running> of(Claim claim) {
            var all = new java.util.ArrayList<Running>(2);
            if (claim.key() != null) {
                all.add(new Running(claim.organizationId(), claim.key(), null));
            }
            if (claim.signatureDigest() != null) {
                all.add(new Running(claim.organizationId(), null, ByteBuffer.wrap(claim.signatureDigest())));
            }
            return all;
        }
    }
}
