package dev.sluice.rail.stellar;

import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.time.Instant;

/// Takes over payments that a version without MACs had under way: what they pay, and which of their transactions are
/// dead, is believed as it stands, once.
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
