package dev.sluice.bulk;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A row that says the same as one of another file that was confirmed lately.
///
/// @param number the line of this file
/// @param fileId the other file
/// @param payoutId what was paid by the other row, once it was made
public record Repeat(
        int number, UUID fileId, String fileName, @Nullable UUID payoutId) {}
