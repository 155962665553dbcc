package dev.sluice.rail.iso20022.payout;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A sealed file. Its content never changes.
///
/// @param exponent decimals of the asset
/// @param units sum of its transfers
/// @param sealedOn day on which it counts against the profile's limit
record BankFile(
        UUID id,
        String bank,
        Kind kind,
        String msgId,
        String name,
        String asset,
        int exponent,
        BigInteger units,
        int transfers,
        byte[] content,
        byte[] sha256,
        Delivery delivery,
        Instant sealedAt,
        LocalDate sealedOn,
        byte @Nullable [] mac) {
    /// Progress of a delivery.
    ///
    /// @param attempt number of attempts that were begun
    /// @param readyAt first time before its rename; null before
    /// @param maybeTwice the bank may have more than one copy
    /// @param status the bank's latest status of the whole file; null if there is none
    record Delivery(
            State state,
            int attempt,
            @Nullable Instant readyAt,
            boolean maybeTwice,
            @Nullable String status) {
        static final Delivery NONE = new Delivery(State.SEALED, 0, null, false, null);
    }

    /// Content of a file.
    enum Kind {
        /// Transfers.
        PAYMENT,
        /// A request to cancel transfers of another file.
        RECALL;

        String stored() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Kind of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }
    }

    State state() {
        return delivery.state();
    }

    int attempt() {
        return delivery.attempt();
    }

    boolean maybeTwice() {
        return delivery.maybeTwice();
    }

    /// Returns true if no attempt was begun.
    boolean isUnsent() {
        return state() == State.SEALED && attempt() == 0;
    }

    /// Returns the file with the next attempt, which has begun.
    BankFile next() {
        return new BankFile(
                id,
                bank,
                kind,
                msgId,
                name,
                asset,
                exponent,
                units,
                transfers,
                content,
                sha256,
                new Delivery(
                        State.UPLOADING, attempt() + 1, delivery.readyAt(), delivery.maybeTwice(), delivery.status()),
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
        DOUBTFUL,
        /// A person uploads it by hand.
        TAKEN,
        /// The bank does not have it, and its orders may enter another file.
        VOID;

        String stored() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }
    }
}
