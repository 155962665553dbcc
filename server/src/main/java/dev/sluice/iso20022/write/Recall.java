package dev.sluice.iso20022.write;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Request to cancel some transfers of one file of ours. The others of that file are not touched.
///
/// @param id identifier of the request, of `[A-Z0-9]` only
/// @param holder our name
/// @param bic our bank; null if it has no BIC
/// @param original the file
public record Recall(
        String id,
        OffsetDateTime createdAt,
        String holder,
        @Nullable String bic,
        Original original,
        List<Recalled> transfers,
        Reason reason) {
    public Recall {
        transfers = List.copyOf(transfers);
    }

    /// The file that has the transfers.
    ///
    /// @param msgId MsgId of the file and PmtInfId of its block
    /// @param message such as `pain.001.001.09`
    public record Original(String msgId, String message, OffsetDateTime createdAt, LocalDate executionDate) {}

    /// One transfer, with the amount that the file has.
    public record Recalled(String endToEndId, BigDecimal amount, String currency) {}

    /// Reason, a code of ISO 20022.
    public enum Reason {
        /// Requested by the customer.
        CUST,
        /// Paid twice.
        DUPL,
        /// Technical problem that caused a wrong transfer.
        TECH,
        /// Fraud.
        FRAD
    }
}
