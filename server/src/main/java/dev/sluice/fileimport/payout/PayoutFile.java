package dev.sluice.fileimport.payout;

import dev.sluice.fileimport.SentFile;
import dev.sluice.money.Asset;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file of payouts and its processing state.
///
/// @param faulty number of rows that cannot be paid
public record PayoutFile(
        UUID organizationId,
        UUID id,
        Asset.Kind kind,
        String name,
        String sheet,
        State state,
        int rows,
        int faulty,
        Person createdBy,
        Instant createdAt,
        @Nullable Person confirmedBy,
        @Nullable Instant confirmedAt,
        @Nullable Person stoppedBy)
        implements SentFile {
    /// Returns the number of rows that can be paid.
    public int payable() {
        return rows - faulty;
    }
}
