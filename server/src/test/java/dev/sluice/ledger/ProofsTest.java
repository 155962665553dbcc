package dev.sluice.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.AtOnce;
import dev.sluice.Eventually;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Proofs of the books that several nodes begin, and that end with theirs.
class ProofsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestDatabase test = TestDatabase.create();
    private final CountDownLatch goesOn = new CountDownLatch(1);

    /// A node whose proofs end when they are let go.
    private Proofs node() {
        return node(List.of((_, _) -> awaited()));
    }

    private Proofs node(List<Audit.Payments> owners) {
        return new Proofs(test.database(), new Clocks(InstantSource.system()), owners);
    }

    private void awaited() {
        try {
            assertThat(goesOn.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd(Proofs proofs) {
        Eventually.within(
                PATIENCE,
                "the proof has ended",
                () -> proofs.newest(1).getFirst().endedAt() != null);
    }

    @AfterEach
    void close() {
        goesOn.countDown();
        test.close();
    }

    @Test
    void of_several_that_are_begun_at_once_one_runs() {
        var before = node(List.of());
        assertThat(before.begin("Ana")).isTrue();
        awaitEnd(before);
        assertThat(before.newest(1).getFirst().isRight()).isTrue();
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
            assertThat(proof.isRight()).isFalse();
            assertThat(proof.report().faults()).containsExactly("the proof did not end: its node was stopped");
        });
        assertThat(other.begin("Budi")).isTrue();
        awaitEnd(other);
        goesOn.countDown();
        assertThat(other.newest(2)).extracting(Proofs.Proof::isRight).containsExactly(true, false);
    }
}
