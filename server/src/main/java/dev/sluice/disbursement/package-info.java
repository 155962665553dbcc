/// Payouts: created atomically with their hold, submitted to a rail, and settled by the rail's own report. Owns
/// `disbursement`, `disbursement_progress`, `disbursement_due` and the tallies. Stands on `ledger`, `rail`,
/// `reference` and `recipient`; tells `event`.
@NullMarked
package dev.sluice.disbursement;

import org.jspecify.annotations.NullMarked;
