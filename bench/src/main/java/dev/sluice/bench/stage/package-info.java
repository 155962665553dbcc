/// Processes of a run with their costs: PostgreSQL, the service, the load generator and the baseline.
@NullMarked
package dev.sluice.bench.stage;

import org.jspecify.annotations.NullMarked;
