/// Time and ids: the business clock, which a sandbox can advance, and ids ordered by time. Owns `clock_offset`.
@NullMarked
package dev.sluice.clock;

import org.jspecify.annotations.NullMarked;
