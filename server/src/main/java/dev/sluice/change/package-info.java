/// Changes that widen permissions in an organization: one person requests them, and another one approves them.
@NullMarked
package dev.sluice.change;

import org.jspecify.annotations.NullMarked;
