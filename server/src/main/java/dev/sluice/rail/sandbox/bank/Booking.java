package dev.sluice.rail.sandbox.bank;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry of the bank's books.
///
/// @param units signed; credits are positive
/// @param balance balance after this entry
/// @param reference the bank's reference; null for an entry without references
public record Booking(
        long id,
        LocalDate day,
        Instant bookedAt,
        Kind kind,
        long units,
        long balance,
        @Nullable String reference,
        Content content) {
    /// Kind of an entry.
    public enum Kind {
        PAYMENT,
        /// One entry for all payments of a block.
        LUMP,
        CHARGE,
        INTEREST,
        RETURN,
        CREDIT,
        /// An incoming payment that was taken back.
        REVERSAL
    }

    /// Parties, texts and identifiers of an entry.
    ///
    /// @param orderIds orders of the entry
    /// @param hasDetails the entry shows its transactions
    /// @param ownAccount virtual account that was credited; null if it was the account itself
    /// @param charges charges that a return deducted
    public record Content(
            List<Long> orderIds,
            boolean hasDetails,
            Party party,
            @Nullable String endToEndId,
            @Nullable String ownAccount,
            String remittance,
            @Nullable String payerReference,
            @Nullable String returnCode,
            long charges) {
        public Content {
            orderIds = List.copyOf(orderIds);
        }

        /// Content of an entry of the bank itself.
        static Content text(String text) {
            return new Content(List.of(), true, Party.NONE, null, null, text, null, null, 0);
        }
    }
}
