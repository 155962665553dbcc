package dev.sluice.fileimport;

import dev.sluice.auth.Caller;
import dev.sluice.merchant.Role;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An uploaded file and its processing state.
public interface SentFile {
    UUID organizationId();

    UUID id();

    /// File name, as [ImportFiles#shown] cleans it.
    String name();

    /// Worksheet that was read; empty for CSV.
    String sheet();

    State state();

    /// Number of rows.
    int rows();

    Person createdBy();

    Instant createdAt();

    @Nullable
    Person confirmedBy();

    @Nullable
    Instant confirmedAt();

    /// User who stopped the processing after confirmation.
    @Nullable
    Person stoppedBy();

    /// Processing state of a file.
    enum State {
        /// Ready for preview and confirmation.
        READ,
        /// Confirmed for processing.
        CONFIRMED,
        /// Every row is processed or refused.
        DONE
    }

    /// User with their name at that time.
    ///
    /// @param role role at that time, if it is recorded; permissions are checked against the current role
    record Person(UUID id, String name, @Nullable Role role) {
        public static Person of(Caller caller) {
            return new Person(caller.actorId(), caller.actorName(), caller.role());
        }
    }
}
