/// What the tests of real processes share.
@NullMarked
package dev.sluice.trial.stage;

import org.jspecify.annotations.NullMarked;
