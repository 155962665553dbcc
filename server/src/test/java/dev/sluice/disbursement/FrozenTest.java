package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutHouse.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.DisbursementWorker.Means;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
import dev.sluice.rail.Sightings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Payouts of an organization that an operator freezes, as the worker meets them.
class FrozenTest {
    private final PayoutHouse house = new PayoutHouse();
    private final HookedBank bank = new HookedBank();
    private final Set<UUID> frozen = new HashSet<>();
    private final DisbursementWorker worker = new DisbursementWorker(
            house.database,
            house.node.disbursements,
            house.node.parts.store(),
            new Means(new Rails(List.of(bank)), new RailStops(house.database), () -> Set.copyOf(frozen)),
            new Sightings(),
            house.house.clocks);

    @BeforeEach
    void fund() {
        house.fund(1_000_000, IDR);
    }

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void what_no_rail_has_waits_until_money_may_leave() {
        var payout = house.pay(100, IDR);
        frozen.add(house.organization);
        house.pass(Duration.ofMinutes(5));
        worker.step();
        house.pass(Duration.ofDays(2));
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
        var payout = house.pay(100, IDR);
        frozen.add(new UUID(0, 9));
        house.pass(Duration.ofMinutes(5));
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
    }

    /// It was taken up a moment before; once it may go, the rail is asked whether it has it.
    @Test
    void what_is_taken_up_as_the_organization_is_frozen_is_not_handed_over() {
        var payout = house.pay(100, IDR);
        house.pass(Duration.ofMinutes(5));
        bank.beforeItIsNamed.add(() -> frozen.add(house.organization));
        worker.step();
        house.pass(DisbursementWorker.LEASE.plusSeconds(1));
        worker.step();
        assertThat(bank.submitted).isEmpty();
        frozen.clear();
        house.pass(DisbursementWorker.LEASE.plusSeconds(1));
        worker.step();
        assertThat(bank.asked).containsExactly(payout, payout);
        assertThat(bank.submitted).containsExactly(payout);
    }

    @Test
    void what_a_rail_has_is_asked_about_all_the_same() {
        var payout = house.pay(100, IDR);
        house.pass(Duration.ofMinutes(5));
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
        frozen.add(house.organization);
        house.pass(Duration.ofDays(2));
        worker.step();
        assertThat(bank.asked).containsExactly(payout);
    }
}
