package dev.sluice.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Eventually;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Verification runs on several nodes, and the end of a run with its node.
class VerificationRunsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// The lease in the service.
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final TestDatabase test = TestDatabase.create();
    private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);
    private final Clocks clocks =
            new Clocks(() -> InstantSource.system().instant().plus(later.get()));
    private final CountDownLatch goesOn = new CountDownLatch(1);

    /// Creates a node with runs that end when the latch is released.
    private VerificationRuns node() {
        return node(List.of((_, _) -> awaited()));
    }

    private VerificationRuns node(List<LedgerVerifier.Payments> owners) {
        return new VerificationRuns(test.database(), clocks, owners);
    }

    private void awaited() {
        try {
            assertThat(goesOn.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd(VerificationRuns runs) {
        Eventually.within(
                PATIENCE, "the proof has ended", () -> runs.newest(1).getFirst().endedAt() != null);
    }

    @AfterEach
    void close() {
        goesOn.countDown();
        test.close();
    }

    @Test
    void a_proof_that_ran_beside_the_service_is_kept_with_what_it_found() {
        var runs = node(List.of());
        var begun = clocks.realInstant().minus(Duration.ofMinutes(3)).truncatedTo(ChronoUnit.MILLIS);
        runs.store("command line", begun, new LedgerVerifier.Report(1, 2, 3, List.of("the books are wrong")));
        runs.store("command line", begun, new LedgerVerifier.Report(4, 5, 6, List.of()));
        assertThat(runs.newest(2))
                .satisfiesExactly(
                        right -> {
                            assertThat(right.isValid()).isTrue();
                            assertThat(right.begunAt()).isEqualTo(begun);
                            assertThat(right.report().transfers()).isEqualTo(5);
                        },
                        wrong -> assertThat(wrong.isValid()).isFalse());
        assertThat(runs.begin("Ana")).isTrue();
    }

    @Test
    void of_several_that_are_begun_at_once_one_runs() {
        var before = node(List.of());
        assertThat(before.begin("Ana")).isTrue();
        awaitEnd(before);
        assertThat(before.newest(1).getFirst().isValid()).isTrue();
        var begun = AtOnce.times(6, number -> node().begin("Operator " + number));
        assertThat(begun).containsOnlyOnce(true);
        assertThat(before.newest(9)).hasSize(2);
        goesOn.countDown();
        awaitEnd(before);
    }

    @Test
    void one_that_ends_with_its_node_stands_in_nobodys_way() {
        var node = node();
        var other = node(List.of());
        assertThat(node.begin("Ana")).isTrue();
        assertThat(other.begin("Budi")).isFalse();
        node.close();
        assertThat(other.newest(1).getFirst()).satisfies(proof -> {
            assertThat(proof.endedAt()).isNotNull();
            assertThat(proof.isValid()).isFalse();
            assertThat(proof.report().faults())
                    .containsExactly("the verification did not finish: its node was stopped");
        });
        assertThat(other.begin("Budi")).isTrue();
        awaitEnd(other);
        goesOn.countDown();
        assertThat(other.newest(2)).extracting(VerificationRuns.Proof::isValid).containsExactly(true, false);
    }

    /// A killed node no longer renews its lease.
    @Test
    void one_whose_node_died_keeps_others_waiting_for_a_minute() {
        var now = clocks.realInstant();
        test.database().run(tx -> VerificationRunStore.begin(tx, clocks.newId(), "Ana", now, now.plus(LEASE)));
        var other = node(List.of());
        assertThat(other.begin("Budi")).isFalse();
        later.set(LEASE.plusSeconds(1));
        assertThat(other.newest(1))
                .noneMatch(proof -> proof.endedAt() != null || proof.isRunning(clocks.realInstant()));
        assertThat(other.begin("Budi")).isTrue();
        awaitEnd(other);
        assertThat(other.newest(2)).extracting(VerificationRuns.Proof::isValid).containsExactly(true, false);
    }

    @Test
    void one_that_takes_longer_than_its_lease_runs_as_long_as_its_node_lives() {
        var lease = Duration.ofSeconds(4);
        var node = new VerificationRuns(test.database(), clocks, List.of((_, _) -> awaited()), lease);
        assertThat(node.begin("Ana")).isTrue();
        var first = leasedUntil(node);
        var renewed = Eventually.await(PATIENCE, "its lease", () -> leasedUntil(node), until -> until.isAfter(first));
        later.set(Duration.between(InstantSource.system().instant(), first).plusMillis(1));
        assertThat(clocks.realInstant()).isBetween(first, renewed);
        assertThat(node().begin("Budi")).isFalse();
        goesOn.countDown();
        awaitEnd(node);
        assertThat(node.newest(1).getFirst().isValid()).isTrue();
    }

    private static Instant leasedUntil(VerificationRuns node) {
        return node.newest(1).getFirst().leasedUntil();
    }
}
