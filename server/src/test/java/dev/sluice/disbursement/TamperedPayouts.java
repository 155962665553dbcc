package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;

import dev.sluice.db.ServingRole;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// A house with an attacker that can write to its database: they have the password of the serving role, but not the
/// master key.
final class TamperedPayouts implements AutoCloseable {
    final PayoutFixture fixture = new PayoutFixture();
    final ServingRole attacker = new ServingRole(fixture.database);
    final HookedBank bank = new HookedBank();
    final DisbursementWorker worker = fixture.node.worker(bank);

    TamperedPayouts() {
        fixture.fund(1_000_000, IDR);
    }

    /// Returns a payout that may be submitted now.
    UUID due() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        return payout;
    }

    DisbursementState state(UUID payout) {
        return fixture.node.disbursements.get(fixture.organization, payout).state();
    }

    /// Returns the payouts that the bank received, after all due work is done.
    List<UUID> submitted() {
        fixture.pass(Duration.ofMinutes(5));
        worker.step();
        return bank.submitted;
    }

    @Override
    public void close() {
        attacker.close();
        fixture.close();
    }
}
