/// Many deposits from a file: read, shown row by row with what is wrong, confirmed by a person, and then made, each
/// once.
@NullMarked
package dev.sluice.deposit.intake;

import org.jspecify.annotations.NullMarked;
