/// Failover and restore tests of PostgreSQL in a production set-up: a primary with a synchronous standby, and a WAL
/// archive for point-in-time recovery.
@NullMarked
package dev.sluice.resilience.failover;

import org.jspecify.annotations.NullMarked;
