package dev.sluice.rail.iso20022.payout;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A sealed file of orders. Its content never changes.
///
/// @param units sum of its transfers
/// @param sealedOn day on which it counts against the profile's limit
/// @param attempt number of attempts that were begun
record BankFile(
        UUID id,
        String bank,
        String msgId,
        String name,
        String asset,
        BigInteger units,
        int transfers,
        byte[] content,
        byte[] sha256,
        State state,
        int attempt,
        Instant sealedAt,
        LocalDate sealedOn,
        byte @Nullable [] mac) {
    /// Returns the file with the next attempt, which has begun.
    BankFile next() {
        return new BankFile(
                id,
                bank,
                msgId,
                name,
                asset,
                units,
                transfers,
                content,
                sha256,
                State.UPLOADING,
                attempt + 1,
                sealedAt,
                sealedOn,
                mac);
    }

    /// State of a delivery.
    enum State {
        /// No attempt was begun.
        SEALED,
        /// An attempt writes it under its temporary name.
        UPLOADING,
        /// It is complete under its temporary name, and about to get its final one.
        READY,
        DELIVERED,
        /// It is nowhere to be found, and may have been taken by the bank.
        DOUBTFUL;

        String stored() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }
    }
}
