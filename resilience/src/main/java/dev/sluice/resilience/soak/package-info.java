/// Soak test: hours of traffic, then an overload.
@NullMarked
package dev.sluice.resilience.soak;

import org.jspecify.annotations.NullMarked;
