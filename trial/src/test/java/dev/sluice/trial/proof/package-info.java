/// Tests of what is proved.
@NullMarked
package dev.sluice.trial.proof;

import org.jspecify.annotations.NullMarked;
