package dev.sluice.rail.stellar.horizon;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A transaction in the ledger's history: it was applied, or it failed and was charged its fee.
///
/// @param hash hash of the transaction, or of the fee bump around it
/// @param inner hash of the transaction inside a fee bump
/// @param feeCharged in stroops
public record History(
        String hash,
        @Nullable String inner,
        String source,
        long sequence,
        boolean successful,
        Instant at,
        long feeCharged,
        ResultCode result) {
    public boolean isOf(String other) {
        return hash.equals(other) || other.equals(inner);
    }
}
