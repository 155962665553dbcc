/// Changes that widen who may do what in an organization: one person asks for them, another one approves them.
@NullMarked
package dev.sluice.change;

import org.jspecify.annotations.NullMarked;
