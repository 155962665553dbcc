/// Many payouts from a file: read, shown row by row with what is wrong, confirmed by a person, and then made in
/// requests of the same size as a program's, each once.
@NullMarked
package dev.sluice.bulk;

import org.jspecify.annotations.NullMarked;
