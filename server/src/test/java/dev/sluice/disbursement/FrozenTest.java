package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.RailStops;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The worker's treatment of payouts of a frozen organization, or of a rail that is stopped or missing.
class FrozenTest {
    private final PayoutFixture fixture = new PayoutFixture();
    private final HookedBank bank = new HookedBank();
    private final Set<UUID> frozen = new HashSet<>();
    private final RailStops stops = new RailStops(fixture.database);
    private final DisbursementWorker worker = worker(bank);

    private DisbursementWorker worker(Rail... rails) {
        return fixture.node.worker(stops, () -> Set.copyOf(frozen), rails);
    }

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, IDR);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void what_no_rail_has_waits_until_money_may_leave() {
        var payout = fixture.pay(100, IDR);
        frozen.add(fixture.organization);
        fixture.pass(Duration.ofMinutes(5));
        worker.step();
        fixture.pass(Duration.ofDays(2));
        worker.step();
        assertThat(bank.submitted).isEmpty();
        assertThat(bank.asked).isEmpty();
        frozen.clear();
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(bank.asked).isEmpty();
    }

    @Test
    void others_are_paid_meanwhile() {
        var payout = fixture.pay(100, IDR);
        frozen.add(new UUID(0, 9));
        fixture.pass(Duration.ofMinutes(5));
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
    }

    /// The payout was claimed a moment before, and waits as if it had not been.
    @Test
    void what_is_taken_up_as_the_organization_is_frozen_is_not_handed_over() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        bank.beforeItIsNamed.add(() -> frozen.add(fixture.organization));
        worker.step();
        fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
        worker.step();
        assertThat(bank.submitted).isEmpty();
        frozen.clear();
        worker.step();
        assertThat(bank.asked).isEmpty();
        assertThat(bank.submitted).containsExactly(payout);
    }

    @Test
    void what_was_taken_up_as_the_organization_was_frozen_is_cancelled() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        bank.beforeItIsNamed.add(() -> frozen.add(fixture.organization));
        worker.step();
        assertCancelled(payout);
    }

    @Test
    void what_was_taken_up_as_its_rail_was_stopped_is_cancelled() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        bank.beforeItIsNamed.add(() -> stop(true));
        worker.step();
        assertCancelled(payout);
    }

    @Test
    void what_was_taken_up_as_its_rail_was_stopped_goes_out_once_it_is_started() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        bank.beforeItIsNamed.add(() -> stop(true));
        worker.step();
        worker.step();
        assertThat(bank.submitted).isEmpty();
        stop(false);
        worker.step();
        assertThat(bank.asked).isEmpty();
        assertThat(bank.submitted).containsExactly(payout);
    }

    /// Another node has the payout by then and may have submitted it: no node returns such a payout to the queue.
    @Test
    void what_another_node_took_over_meanwhile_stays_taken_up() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        bank.beforeItIsNamed.add(() -> {
            fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
            worker(bank).step();
            stop(true);
        });
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
        var attempts = fixture.database.read(
                handle -> handle.select("SELECT attempts FROM disbursement_due WHERE disbursement_id = ?", payout)
                        .mapTo(Integer.class)
                        .one());
        assertThat(attempts).isEqualTo(2);
    }

    @Test
    void what_a_node_has_no_rail_for_waits_and_is_cancelled() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        var without = worker();
        without.step();
        fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
        without.step();
        assertCancelled(payout);
    }

    private void stop(boolean stopped) {
        stops.put(new RailStop(bank.name(), stopped, "It is down", "Olga", fixture.auth.clocks.instant()));
        stops.refresh();
    }

    private void assertCancelled(UUID payout) {
        assertThat(PayoutFixture.text(fixture.node.disbursements.cancel(fixture.cancel(payout, fixture.claim()))))
                .contains("CANCELLED");
        assertThat(bank.submitted).isEmpty();
        assertThat(fixture.held(IDR)).isZero();
    }

    @Test
    void what_a_rail_has_is_asked_about_all_the_same() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
        frozen.add(fixture.organization);
        fixture.pass(Duration.ofDays(2));
        worker.step();
        assertThat(bank.asked).containsExactly(payout);
    }
}
