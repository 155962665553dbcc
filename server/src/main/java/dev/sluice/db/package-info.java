/// PostgreSQL: connection pools, transactions with retries, group commit in lanes, migrations, and the embedded
/// server. Only this module opens connections.
@NullMarked
package dev.sluice.db;

import org.jspecify.annotations.NullMarked;
