/// The embedded PostgreSQL: its binaries, its data directory and the lock on it, its start and its stop. Owns no
/// tables. Neighbours: the composition root starts it; `db` knows nothing of it.
@NullMarked
package dev.sluice.db.embedded;

import org.jspecify.annotations.NullMarked;
