package dev.sluice.iso20022;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Status of one payment block or transaction of a message of ours.
///
/// @param id `PmtInfId` of a block; `EndToEndId` of a transaction, else its `InstrId`, `UETR` or `TxId`
/// @param block `PmtInfId` of the block that a transaction belongs to
/// @param status the bank's code, such as `ACSC` or `RJCT`; null if it sent none
public record PaymentStatus(
        Level level,
        @Nullable String id,
        @Nullable String block,
        @Nullable String status,
        List<StatusReason> reasons) {
    public PaymentStatus {
        reasons = List.copyOf(reasons);
    }

    /// The part of a message that a status is about.
    public enum Level {
        /// A block of payments with one debtor and date (`PmtInf`).
        PAYMENT,
        /// A single transaction.
        TRANSACTION
    }
}
