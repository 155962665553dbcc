/// Blockchain addresses: their validation and normalized form, and the keys of Stellar accounts. Pure values without
/// network access.
@NullMarked
package dev.sluice.chain;

import org.jspecify.annotations.NullMarked;
