package dev.sluice.bulk;

import dev.sluice.money.Asset;
import dev.sluice.sheet.file.SentFile;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file of payouts, as far as it has come.
///
/// @param faulty how many of its rows cannot be paid
public record BulkFile(
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
    /// How many rows would be paid.
    public int payable() {
        return rows - faulty;
    }
}
