package dev.sluice.fileimport;

import dev.sluice.money.Money;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Payment of a row in a file of payouts.
///
/// @param amount amount, paid exactly with this fee or not at all
/// @param needsApproval true if the payout would need approval, as of reading or confirming the file
/// @param chunk number of the request that contains the row
/// @param payeeRevision revision of the saved recipient at the time of reading; 0 without one
/// @param groupId group of the created payout
public record RowPayment(
        Money amount,
        Money fee,
        boolean needsApproval,
        int chunk,
        int payeeRevision,
        @Nullable UUID groupId) {
    RowPayment in(@Nullable UUID group) {
        return new RowPayment(amount, fee, needsApproval, chunk, payeeRevision, group);
    }
}
