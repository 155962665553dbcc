package dev.sluice.fileimport;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A row of a recently confirmed file that equals a payable row.
///
/// @param text digest of the equal content
/// @param payoutId payout that was created from it; null before that, or in a marker for many more rows, which all
///     count as paid
public record DuplicateRow(
        String text, UUID fileId, String fileName, @Nullable UUID payoutId) {}
