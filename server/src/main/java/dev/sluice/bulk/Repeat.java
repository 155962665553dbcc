package dev.sluice.bulk;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A row of a file that was confirmed lately, and that says the same as one that can be paid now.
///
/// @param said what both say
/// @param payoutId what was paid by it, once it was made; nothing of one that stands for many more, of
///     which nobody asks what became of them
public record Repeat(
        String said, UUID fileId, String fileName, @Nullable UUID payoutId) {}
