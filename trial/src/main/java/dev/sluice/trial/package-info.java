/// The service under faults: commands that attack it, and prove that nothing came of it.
@NullMarked
package dev.sluice.trial;

import org.jspecify.annotations.NullMarked;
