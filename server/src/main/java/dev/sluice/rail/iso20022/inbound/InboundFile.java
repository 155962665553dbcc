package dev.sluice.rail.iso20022.inbound;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// File of a bank, without its content.
///
/// @param account id of the profile
/// @param sha256 hash of the content, in hexadecimal
/// @param size in bytes
/// @param kind as the reader says, such as `camt.053.001.08`; null before the file was read
/// @param messageIds the bank's identifiers of its messages
/// @param hold reason for which it is held, unreadable or rejected; it stays after a release
/// @param decision people who released or rejected it
public record InboundFile(
        UUID id,
        String account,
        String name,
        String sha256,
        int size,
        Instant receivedAt,
        State state,
        @Nullable String kind,
        List<String> messageIds,
        @Nullable Hold hold,
        @Nullable Decision decision,
        @Nullable Instant appliedAt) {
    public InboundFile {
        messageIds = List.copyOf(messageIds);
    }

    /// State of a file.
    public enum State {
        /// Stored, and not read yet.
        RECEIVED,
        APPLIED,
        /// Nothing of it is applied until people decide.
        HELD,
        /// Damaged or no file of a bank: nothing of it can be applied.
        UNREADABLE,
        REJECTED
    }

    /// Reason for which a file is not applied.
    ///
    /// @param breakKind break that the file opens; null if it opens none
    /// @param difference signed amount in the currency of the account; null if there is none
    public record Hold(
            String reason,
            @Nullable BreakKind breakKind,
            @Nullable BigDecimal difference) {
        static Hold because(String reason) {
            return new Hold(reason, null, null);
        }
    }

    /// Decision of people about a held file.
    ///
    /// @param second second person; null if one was enough
    public record Decision(String by, @Nullable String second, Instant at) {}

    InboundFile read(State now, @Nullable String newKind, List<String> ids, @Nullable Hold newHold) {
        return new InboundFile(id, account, name, sha256, size, receivedAt, now, newKind, ids, newHold, decision, null);
    }

    InboundFile applied(String newKind, List<String> ids, Instant at) {
        return new InboundFile(
                id, account, name, sha256, size, receivedAt, State.APPLIED, newKind, ids, hold, decision, at);
    }

    InboundFile decided(Decision newDecision) {
        return new InboundFile(
                id, account, name, sha256, size, receivedAt, state, kind, messageIds, hold, newDecision, appliedAt);
    }
}
