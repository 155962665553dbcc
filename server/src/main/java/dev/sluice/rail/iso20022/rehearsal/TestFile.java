package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.iso20022.write.EndToEndIds;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// File of a rehearsal, with its bytes.
///
/// @param msgId null for a file of the bank
/// @param attempt number of attempts to deliver it that were begun
/// @param exchangedAt time of its delivery or receipt; null before it is delivered
record TestFile(
        UUID id,
        UUID rehearsal,
        Purpose purpose,
        String name,
        @Nullable String msgId,
        String sha256,
        byte[] bytes,
        State state,
        int attempt,
        Instant createdAt,
        @Nullable Instant exchangedAt) {

    /// The test that a file belongs to.
    enum Purpose {
        PAYMENT,
        REJECTION,
        /// The bytes and the name of [#PAYMENT] again.
        DUPLICATE_FILE,
        /// The EndToEndId of [#PAYMENT] under another MsgId.
        DUPLICATE_PAYMENT,
        /// A payment that [#RECALL] recalls.
        RECALLED,
        RECALL,
        /// A file of the bank.
        ANSWER;

        String stored() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Purpose of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }
    }

    /// State of its delivery, as of a payout's file.
    enum State {
        SEALED,
        /// An attempt writes it under its temporary name.
        UPLOADING,
        /// It is complete under its temporary name, and about to get its final one.
        READY,
        DELIVERED,
        /// A file of the bank is stored.
        RECEIVED;

        String stored() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }
    }

    /// Returns the EndToEndId of its payment.
    String endToEndId() {
        return EndToEndIds.of(id);
    }

    /// Returns the EndToEndId of its faulty payment. Its time is one that no identifier has: they are consecutive, so
    /// that a small change would give that of another payment.
    String faultyEndToEndId() {
        return EndToEndIds.of(new UUID(~id.getMostSignificantBits(), id.getLeastSignificantBits()));
    }

    boolean isDelivered() {
        return state == State.DELIVERED;
    }

    /// Returns the file in another state of its delivery.
    TestFile at(State next, int nextAttempt, @Nullable Instant exchanged) {
        return new TestFile(
                id, rehearsal, purpose, name, msgId, sha256, bytes, next, nextAttempt, createdAt, exchanged);
    }

    /// Returns the name and the hash, as evidence.
    String evidence() {
        return name + " (sha256 " + sha256.substring(0, 16) + ")";
    }
}
