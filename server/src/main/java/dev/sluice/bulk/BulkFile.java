package dev.sluice.bulk;

import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file of payouts, as far as it has come.
///
/// @param name under which it was sent
/// @param faulty how many of its rows cannot be paid
public record BulkFile(
        UUID organizationId,
        UUID id,
        Asset.Kind kind,
        String name,
        State state,
        int rows,
        int faulty,
        Person createdBy,
        Instant createdAt,
        @Nullable Person confirmedBy,
        @Nullable Instant confirmedAt,
        @Nullable Instant doneAt) {
    /// How far it has come.
    public enum State {
        /// It can be looked at, and confirmed.
        READ,
        /// Somebody wants it to be paid.
        CONFIRMED,
        /// Each of its payouts was made or refused.
        DONE
    }

    /// Who did something, under the name that they had then.
    ///
    /// @param role what they were then, of whoever confirmed it
    public record Person(UUID id, String name, @Nullable Role role) {}

    /// How many rows would be paid.
    public int payable() {
        return rows - faulty;
    }
}
