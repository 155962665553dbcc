package dev.sluice.recipient.intake;

import dev.sluice.sheet.file.SentFile;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file of payees, as far as it has come.
public record IntakeFile(
        UUID organizationId,
        UUID id,
        String name,
        State state,
        int rows,
        Person createdBy,
        Instant createdAt,
        @Nullable Person confirmedBy)
        implements SentFile {}
