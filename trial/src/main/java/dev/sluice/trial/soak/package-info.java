/// Soak test: hours of traffic, then an overload.
@NullMarked
package dev.sluice.trial.soak;

import org.jspecify.annotations.NullMarked;
