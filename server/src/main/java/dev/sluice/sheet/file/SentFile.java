package dev.sluice.sheet.file;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file that somebody sent, as far as it has come.
public interface SentFile {
    UUID organizationId();

    UUID id();

    /// Under which it was sent, as [SentFiles#shown] has it.
    String name();

    State state();

    /// How many rows it has.
    int rows();

    Person createdBy();

    Instant createdAt();

    @Nullable
    Person confirmedBy();

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
    /// @param role what they were then, where that matters later
    record Person(UUID id, String name, @Nullable Role role) {
        public static Person of(Caller caller) {
            return new Person(caller.actorId(), caller.actorName(), caller.role());
        }
    }

    /// Whoever confirmed the file: its rows are worked through in their name.
    default Caller confirmer(Organizations organizations, Scope scope) {
        var person = Objects.requireNonNull(confirmedBy());
        return new Caller(
                organizationId(),
                organizations.get(organizationId()).name(),
                person.id(),
                person.name(),
                Set.of(scope),
                person.role());
    }
}
