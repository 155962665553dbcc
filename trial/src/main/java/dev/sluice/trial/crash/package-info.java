/// Real processes under load, killed, frozen, cut off and starved; and a look at whether anything was lost.
@NullMarked
package dev.sluice.trial.crash;

import org.jspecify.annotations.NullMarked;
