package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A node is paused after it claimed a payout, until another node has taken it over.
class LostLeaseTest {
    private final PayoutFixture fixture = new PayoutFixture();
    private final HookedBank bank = new HookedBank();
    private final DisbursementWorker first = worker();
    private final DisbursementWorker second = worker();

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, IDR);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /// Creates a worker. Two workers share the database and the rail, as those of two nodes do.
    private DisbursementWorker worker() {
        return fixture.node.worker(bank);
    }

    /// Returns a payout that may be submitted now.
    private UUID due() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        return payout;
    }

    private void pastTheLease() {
        fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
    }

    @Test
    void a_node_that_wakes_after_another_one_took_its_payout_over_does_not_submit_it() {
        var payout = due();
        bank.beforeItIsNamed.add(() -> {
            pastTheLease();
            second.step();
        });
        first.step();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(bank.asked).containsExactly(payout);
    }

    /// The rail's answer from before the pause is outdated by the time that the node resumes.
    @Test
    void a_node_that_asked_and_wakes_after_another_one_submitted_does_not_submit_it() {
        var payout = due();
        bank.isDown = true;
        first.step();
        bank.isDown = false;
        assertThat(bank.submitted).isEmpty();
        pastTheLease();
        bank.afterItIsAsked.add(() -> {
            pastTheLease();
            second.step();
        });
        first.step();
        assertThat(bank.asked).containsExactly(payout, payout);
        assertThat(bank.submitted).containsExactly(payout);
    }

    /// No other node has claimed the payout, so it is still this node's; and from then on the lease is new.
    @Test
    void a_node_that_was_slow_and_is_alone_submits() {
        var payout = due();
        bank.beforeItIsNamed.add(this::pastTheLease);
        bank.beforeItSubmits.add(() -> {
            fixture.pass(DisbursementWorker.LEASE.minusSeconds(5));
            second.step();
        });
        first.step();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(bank.asked).isEmpty();
    }
}
