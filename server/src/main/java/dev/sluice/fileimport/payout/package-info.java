/// Payout files: validated, previewed row by row, confirmed by a user, and then executed exactly once as API
/// requests.
@NullMarked
package dev.sluice.fileimport.payout;

import org.jspecify.annotations.NullMarked;
