@NullMarked
package dev.sluice.trial.simulate;

import org.jspecify.annotations.NullMarked;
