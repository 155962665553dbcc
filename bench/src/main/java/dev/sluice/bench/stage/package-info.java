/// What is measured, as processes: PostgreSQL, the service, the load generator and the baseline, and what each
/// of them costs.
@NullMarked
package dev.sluice.bench.stage;

import org.jspecify.annotations.NullMarked;
