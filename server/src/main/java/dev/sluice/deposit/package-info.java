/// Deposits: requested with instructions for the payer, credited when the rail reports the money, expired by the
/// clock. Owns `deposit`, `deposit_progress`, `deposit_payment`, `deposit_tally` and `deposit_day_tally`. Stands on
/// `ledger`, `rail`, `reference` and `qr`; tells `event`.
@NullMarked
package dev.sluice.deposit;

import org.jspecify.annotations.NullMarked;
