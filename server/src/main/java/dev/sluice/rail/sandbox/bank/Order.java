package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.TransferBehaviour.Answers;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A transfer that the bank accepted.
///
/// @param rejectCode code of its refusal at the due time; null if it is booked then
/// @param returned code and time of its return; null if it stays
record Order(
        long id,
        long receivedId,
        Ids ids,
        long units,
        Party payee,
        String remittance,
        @Nullable String reference,
        Instant acceptedAt,
        State state,
        Instant dueAt,
        @Nullable String rejectCode,
        @Nullable Return returned,
        EntryForm form,
        Answers answers) {
    enum State {
        ACCEPTED,
        /// The second signature is missing.
        HELD,
        BOOKED,
        RETURNED,
        REJECTED,
        CANCELLED
    }

    enum EntryForm {
        SINGLE,
        /// One entry for the block, with its transactions.
        DETAILS,
        /// One entry for the block, without its transactions.
        SUM
    }

    /// The customer's identifiers.
    record Ids(
            String msgId,
            String block,
            @Nullable String instruction,
            String endToEnd,
            @Nullable String uetr) {}

    /// @param at null until the order is booked
    record Return(String code, @Nullable Instant at) {}
}
