/// Many payees from a file: read, shown row by row with what is wrong, confirmed by a person, and then verified and
/// stored, each once.
@NullMarked
package dev.sluice.recipient.intake;

import org.jspecify.annotations.NullMarked;
