/// Files that we send to banks: credit transfers (pain.001) and recalls (camt.055), their identifiers, and the
/// preparation of texts for a bank's character set. The same content gives the same bytes.
@NullMarked
package dev.sluice.iso20022.write;

import org.jspecify.annotations.NullMarked;
