package dev.sluice.ledger;

import java.math.BigInteger;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Totals of one account over all organizations and the platform, in units of an asset, credits minus debits.
public final class ClearingTotals {
    private static final int BATCH_MAX = 5_000;

    private ClearingTotals() {}

    /// A payment of an organization.
    public record Payment(UUID organizationId, UUID paymentId) {}

    /// Net amount that a payment has moved.
    ///
    /// @param now until now
    /// @param before until the time that was asked for
    public record Posted(BigInteger now, BigInteger before) {
        public static final Posted NOTHING = new Posted(BigInteger.ZERO, BigInteger.ZERO);
    }

    /// Returns the balance.
    public static BigInteger balance(Handle handle, Account account, String asset) {
        return ClearingTotalsStore.balance(handle, account, asset);
    }

    /// Returns the net amounts of some payments; those that moved nothing are missing.
    ///
    /// @param before end of the earlier amounts
    public static Map<Payment, Posted> posted(
            Handle handle, Account account, String asset, List<Payment> payments, Instant before) {
        var posted = new HashMap<Payment, Posted>();
        for (int from = 0; from < payments.size(); from += BATCH_MAX) {
            var batch = payments.subList(from, Math.min(payments.size(), from + BATCH_MAX));
            posted.putAll(ClearingTotalsStore.posted(handle, account, asset, batch, before));
        }
        return posted;
    }
}
