/// The people of an organization: who they are, what they may do, who comes and goes.
@NullMarked
package dev.sluice.dashboard.team;

import org.jspecify.annotations.NullMarked;
