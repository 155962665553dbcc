/// Payouts: created atomically with their hold, handed to a rail, and settled by the rail's own word. Owns
/// `disbursement`, `disbursement_due`, `disbursement_reference` and `disbursement_tally`. Stands on `ledger`, `rail`,
/// `reference` and `recipient`; tells `event`.
@NullMarked
package dev.sluice.disbursement;

import org.jspecify.annotations.NullMarked;
