/// PostgreSQL: connection pools, transactions with retries, group commit in lanes, and migrations. Only this module and
/// the embedded server in `db.embedded` open connections.
@NullMarked
package dev.sluice.db;

import org.jspecify.annotations.NullMarked;
