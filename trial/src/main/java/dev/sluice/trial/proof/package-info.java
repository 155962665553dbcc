/// What must hold of a service whatever was done to it, and what its database says.
@NullMarked
package dev.sluice.trial.proof;

import org.jspecify.annotations.NullMarked;
