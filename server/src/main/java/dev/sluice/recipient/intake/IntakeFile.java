package dev.sluice.recipient.intake;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file of payees, as far as it has come.
///
/// @param name under which it was sent
public record IntakeFile(
        UUID organizationId,
        UUID id,
        String name,
        State state,
        int rows,
        Person createdBy,
        Instant createdAt,
        @Nullable Person confirmedBy,
        @Nullable Instant doneAt) {
    /// How far it has come.
    public enum State {
        /// It can be looked at, and confirmed.
        READ,
        /// Somebody wants its payees to be stored.
        CONFIRMED,
        /// Each of its rows was stored or refused.
        DONE
    }

    /// Who did something, under the name that they had then.
    public record Person(UUID id, String name) {}
}
