/// Pages of change requests: which wait, what each would change, and the decision on it.
@NullMarked
package dev.sluice.dashboard.change;

import org.jspecify.annotations.NullMarked;
