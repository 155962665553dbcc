/// Hashes without a key, for comparing content. Pure functions.
@NullMarked
package dev.sluice.hash;

import org.jspecify.annotations.NullMarked;
