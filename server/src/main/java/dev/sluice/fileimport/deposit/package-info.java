/// Deposit files: validated, previewed row by row, confirmed by a user, and then executed exactly once.
@NullMarked
package dev.sluice.fileimport.deposit;

import org.jspecify.annotations.NullMarked;
