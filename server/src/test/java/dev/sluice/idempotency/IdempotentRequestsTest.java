package dev.sluice.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Answer;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Stored answers, their retention, and two nodes with the same claim.
class IdempotentRequestsTest {
    private static final AtomicReference<Instant> NOW = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private static TestDatabase test;
    private static Clocks clocks;
    private static IdempotentRequests idempotency;

    private final UUID organization = UUID.randomUUID();
    private final AtomicInteger effects = new AtomicInteger();

    @BeforeAll
    static void create() {
        test = TestDatabase.create();
        clocks = new Clocks(NOW::get);
        idempotency = node();
    }

    @AfterAll
    static void drop() {
        test.close();
    }

    @Test
    void a_signature_is_remembered_for_longer_than_it_is_accepted() {
        act(idempotency, claim(null, 1));
        pass(Duration.ofSeconds(600));
        assertReplayed(act(idempotency, claim(null, 1)));
        pass(IdempotentRequests.SIGNATURE_KEPT);
        assertNew(act(idempotency, claim(null, 1)));
    }

    @Test
    void a_key_is_remembered_for_thirty_days() {
        act(idempotency, claim("mine", null));
        pass(Duration.ofDays(30));
        assertReplayed(act(idempotency, claim("mine", null)));
        pass(Duration.ofMillis(1));
        assertNew(act(idempotency, claim("mine", null)));
    }

    @Test
    void a_node_whose_clock_is_weeks_ahead_forgets_nothing_that_others_remember() {
        var ahead = Clocks.ofMachine(() -> Instant.now().plus(Duration.ofDays(40)));
        var right = Clocks.ofMachine(InstantSource.system());
        var here = node(right);
        act(here, claim("mine", 1));
        assertThat(ahead.careful(test.database(), node(ahead)::deleteExpired).getAsBoolean())
                .isFalse();
        assertReplayed(act(here, claim("mine", 1)));
        assertReplayed(act(here, claim("mine", null)));
        var expired = new AtomicInteger();
        assertThat(right.careful(test.database(), () -> expired.incrementAndGet() > 0)
                        .getAsBoolean())
                .isTrue();
        assertThat(expired).hasValue(1);
    }

    @Test
    void advancing_the_sandboxs_clock_makes_no_spent_signature_good_again() {
        act(idempotency, claim("mine", 1));
        act(idempotency, claim(null, 2));
        clocks.advance(test.database(), Duration.ofDays(40));
        idempotency.deleteExpired();
        assertReplayed(act(idempotency, claim("mine", 1)));
        assertReplayed(act(idempotency, claim(null, 2)));
    }

    @Test
    void an_answer_is_given_again_byte_for_byte_with_the_first_request_id() {
        var first = act(idempotency, claim("mine", null));
        var again = act(idempotency, new Claim(organization, "mine", null, new byte[] {1}, "another"));
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.status()).isEqualTo(first.status());
        assertThat(again.headers()).containsEntry("X-Request-Id", "request");
    }

    @Test
    void what_claims_nothing_is_done_each_time() {
        assertNew(act(idempotency, claim(null, null)));
        assertNew(act(idempotency, claim(null, null)));
        assertThat(effects).hasValue(2);
    }

    @Test
    void an_effect_that_fails_leaves_its_claim_free() {
        assertThatThrownBy(() -> idempotency.once(claim("mine", 1), _ -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertNew(act(idempotency, claim("mine", 1)));
    }

    @Test
    void a_remembered_answer_is_sealed() {
        act(idempotency, claim("mine", null));
        var stored = test.database()
                .read(handle -> handle.createQuery("SELECT body FROM idempotency_answer WHERE organization_id = :o")
                        .bind("o", organization)
                        .mapTo(byte[].class)
                        .one());
        assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("effect");
    }

    @Test
    void two_nodes_with_one_claim_do_it_once() throws Exception {
        var nodes = List.of(idempotency, node());
        for (int round = 0; round < 20; round++) {
            var claim = claim("round " + round, round);
            effects.set(0);
            var barrier = new CyclicBarrier(2);
            var answers = new ArrayList<Answer>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var sent = new ArrayList<Future<Answer>>();
                for (var node : nodes) {
                    sent.add(threads.submit(() -> {
                        barrier.await();
                        return act(node, claim);
                    }));
                }
                for (var each : sent) {
                    answers.add(each.get());
                }
            }
            assertThat(answers.getFirst().body()).isEqualTo(answers.getLast().body());
            assertThat(answers)
                    .filteredOn(answer -> answer.headers().containsKey("Idempotent-Replayed"))
                    .hasSize(1);
        }
    }

    @Test
    void a_signature_under_another_key_is_refused() {
        act(idempotency, claim("mine", 1));
        var refused = catchThrowableOfType(Refused.class, () -> act(idempotency, claim("other", 1)));
        assertThat(refused.refusal()).isEqualTo(Refusal.SIGNATURE_REUSED);
    }

    /// Rates and banks are queried before the claim is looked up.
    @Test
    void what_was_done_is_answered_so_where_somebody_who_is_asked_first_does_not_answer_now() {
        var first = act(idempotency, claim("mine", 1));
        for (var now : List.of(
                Refusal.RATE_UNAVAILABLE.refused(),
                Refusal.RAIL_UNAVAILABLE.refused(),
                Refusal.UNAVAILABLE.refused().withMessage("Some banks did not answer"))) {
            var again = idempotency.guarded(
                    claim("mine", 1),
                    () -> {
                        throw now;
                    },
                    IdempotentRequestsTest::rendered);
            assertReplayed(again);
            assertThat(again.body()).isEqualTo(first.body());
            assertThatThrownBy(() -> idempotency.guarded(
                            claim("other", 2),
                            () -> {
                                throw now;
                            },
                            IdempotentRequestsTest::rendered))
                    .isSameAs(now);
        }
    }

    private static Answer rendered(Refused refused) {
        return new Answer(refused.refusal().status(), Answer.JSON, new byte[0]);
    }

    private static IdempotentRequests node() {
        return node(clocks);
    }

    private static IdempotentRequests node(Clocks clocks) {
        var vault = Vault.open(test.database(), new byte[Vault.MASTER_KEY_BYTES]);
        return new IdempotentRequests(test.database(), vault, clocks);
    }

    private Claim claim(@Nullable String key, @Nullable Integer digest) {
        return new Claim(
                organization, key, digest == null ? null : new byte[] {digest.byteValue()}, new byte[] {1}, "request");
    }

    private Answer act(IdempotentRequests node, Claim claim) {
        return node.once(claim, _ -> {
            var text = "effect " + effects.incrementAndGet();
            return new Answer(201, Answer.JSON, text.getBytes(StandardCharsets.UTF_8));
        });
    }

    private static void pass(Duration time) {
        NOW.updateAndGet(now -> now.plus(time));
        idempotency.deleteExpired();
    }

    private static void assertReplayed(Answer answer) {
        assertThat(answer.headers()).containsEntry("Idempotent-Replayed", "true");
    }

    private static void assertNew(Answer answer) {
        assertThat(answer.headers()).doesNotContainKey("Idempotent-Replayed");
    }
}
