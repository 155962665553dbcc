package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.PayoutRef;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The MACs of the rail's books. One covers a payment's amount and payee and is checked before signing. The other
/// covers the mark that a transaction can never be applied, without which no further transaction is signed.
public final class PaymentMac {
    private final RecordMac payments;
    private final RecordMac dead;

    public PaymentMac(Vault vault) {
        this.payments = vault.mac("rail/stellar/payment");
        this.dead = vault.mac("rail/stellar/dead");
    }

    public byte[] of(Payment payment) {
        return payments.of(fields(payment));
    }

    /// Reports whether the stored MAC matches the payment.
    boolean isOf(Payment payment) {
        return payments.isOf(payment.mac(), fields(payment));
    }

    /// Returns the MAC that marks a payout's transaction as dead.
    byte[] ofDead(PayoutRef payout, String hash) {
        return dead.of(fields(payout, hash));
    }

    /// Reports whether the service itself marked a transaction as dead.
    boolean isDead(PayoutRef payout, TransactionStore.Earlier earlier) {
        return dead.isOf(earlier.dead(), fields(payout, earlier.hash()));
    }

    private static List<@Nullable Object> fields(Payment payment) {
        return Arrays.asList(
                payment.payout().organizationId(),
                payment.payout().payoutId(),
                payment.token(),
                payment.stroops(),
                payment.address(),
                payment.memo());
    }

    private static List<@Nullable Object> fields(PayoutRef payout, @Nullable String hash) {
        return Arrays.asList(payout.organizationId(), payout.payoutId(), hash);
    }
}
