package dev.sluice.rail.stellar;

import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.time.Instant;

/// Migrates pending payments of a version without MACs. This one time, the stored amounts, payees and dead
/// transactions are trusted without verification.
final class Adoption {
    private final Tx tx;
    private final PaymentMac macs;
    private final Instant now;

    Adoption(Tx tx, Vault vault, Instant now) {
        this.tx = tx;
        this.macs = new PaymentMac(vault);
        this.now = now;
    }

    void run() {
        for (var payment : AdoptionStore.withoutMac(tx)) {
            AdoptionStore.putMac(tx, payment.payout(), macs.of(payment));
            int attempt = 1;
            for (var hash : payment.buried()) {
                AdoptionStore.insertDead(tx, payment.payout(), attempt, hash, macs.ofDead(payment.payout(), hash), now);
                attempt++;
            }
            if (payment.state() instanceof Payment.Signed(var signed)) {
                TransactionStore.insert(tx, payment.payout(), attempt, signed, now);
            }
        }
    }
}
