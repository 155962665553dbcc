package dev.sluice.sheet.file;

import dev.sluice.auth.Caller;
import dev.sluice.merchant.Role;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file that somebody sent, as far as it has come.
public interface SentFile {
    UUID organizationId();

    UUID id();

    /// Under which it was sent, as [SentFiles#shown] has it.
    String name();

    /// The sheet of the workbook that was read; empty for CSV.
    String sheet();

    State state();

    /// How many rows it has.
    int rows();

    Person createdBy();

    Instant createdAt();

    @Nullable
    Person confirmedBy();

    @Nullable
    Instant confirmedAt();

    /// Who had no more of its rows worked through after it was confirmed.
    @Nullable
    Person stoppedBy();

    /// How far it has come.
    enum State {
        /// It can be looked at, and confirmed.
        READ,
        /// Somebody wants its rows to be worked through.
        CONFIRMED,
        /// Each of its rows was worked through or refused.
        DONE
    }

    /// Who did something, under the name that they had then.
    ///
    /// @param role what they were then, where it is kept; what they may do is what they are by now
    record Person(UUID id, String name, @Nullable Role role) {
        public static Person of(Caller caller) {
            return new Person(caller.actorId(), caller.actorName(), caller.role());
        }
    }
}
