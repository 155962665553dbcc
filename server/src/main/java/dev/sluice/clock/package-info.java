/// Time and ids: the service's clock, which the sandbox can advance, and ids that are ordered by it. Owns
/// `clock_offset`.
@NullMarked
package dev.sluice.clock;

import org.jspecify.annotations.NullMarked;
