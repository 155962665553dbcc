/// PostgreSQL as it is run for real money: a primary with a synchronous standby, and an archive that time can be turned
/// back with.
@NullMarked
package dev.sluice.trial.failover;

import org.jspecify.annotations.NullMarked;
