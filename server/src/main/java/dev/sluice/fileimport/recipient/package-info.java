/// Recipient files: validated, previewed row by row, confirmed by a user, and then verified and stored exactly once.
@NullMarked
package dev.sluice.fileimport.recipient;

import org.jspecify.annotations.NullMarked;
