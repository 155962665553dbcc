/// Hashes without a key, by which something is known again. Pure values.
@NullMarked
package dev.sluice.hash;

import org.jspecify.annotations.NullMarked;
