/// The documents a completed payout leaves behind: the PDF transfer proof a payee is handed, the public page its QR
/// code leads to, and the signed link between the two.
///
/// Pure: a [Proof] goes in, bytes or markup come out; no database, no clock, no network. It owns no tables.
/// Neighbours: [dev.sluice.disbursement] fills in the [Proof] and serves the results, [dev.sluice.page] has the
/// texts, [dev.sluice.paper] draws the PDF; nothing else looks in here.
@NullMarked
package dev.sluice.disbursement.proof;

import org.jspecify.annotations.NullMarked;
