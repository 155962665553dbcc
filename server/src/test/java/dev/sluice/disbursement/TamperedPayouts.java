package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;

import dev.sluice.db.ServingRole;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// A house with an attacker that can write to its database: they have the password of the serving role, but not the
/// master key.
final class TamperedPayouts implements AutoCloseable {
    final PayoutFixture house = new PayoutFixture();
    final ServingRole thief = new ServingRole(house.database);
    final HookedBank bank = new HookedBank();
    final DisbursementWorker worker = house.node.worker(bank);

    TamperedPayouts() {
        house.fund(1_000_000, IDR);
    }

    /// Returns a payout that may be submitted now.
    UUID due() {
        var payout = house.pay(100, IDR);
        house.pass(Duration.ofMinutes(5));
        return payout;
    }

    DisbursementState state(UUID payout) {
        return house.node.disbursements.get(house.organization, payout).state();
    }

    /// Returns the payouts that the bank received, after all due work is done.
    List<UUID> submitted() {
        house.pass(Duration.ofMinutes(5));
        worker.step();
        return bank.submitted;
    }

    @Override
    public void close() {
        thief.close();
        house.close();
    }
}
