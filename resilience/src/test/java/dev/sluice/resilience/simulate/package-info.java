@NullMarked
package dev.sluice.resilience.simulate;

import org.jspecify.annotations.NullMarked;
