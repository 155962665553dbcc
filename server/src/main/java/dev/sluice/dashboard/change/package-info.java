/// Pages of change requests: the waiting ones, their effects, and the decision on them.
@NullMarked
package dev.sluice.dashboard.change;

import org.jspecify.annotations.NullMarked;
