/// Traffic for hours, and more of it than can be borne.
@NullMarked
package dev.sluice.trial.soak;

import org.jspecify.annotations.NullMarked;
