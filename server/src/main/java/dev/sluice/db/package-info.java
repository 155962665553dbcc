/// PostgreSQL: the pool, transactions with their retries, group commit in lanes, migrations, and the embedded server.
/// The only room that opens connections.
@NullMarked
package dev.sluice.db;

import org.jspecify.annotations.NullMarked;
