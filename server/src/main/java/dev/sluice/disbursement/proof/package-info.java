/// Proof of a completed payout: the PDF for the payee, the public page behind its QR code, and the signed link between
/// the two.
///
/// Pure: a [TransferProof] goes in, bytes or markup come out; no database, no clock, no network. It owns no tables.
/// Neighbours: [dev.sluice.disbursement] fills in the [TransferProof] and serves the results, [dev.sluice.page] has
/// the texts, [dev.sluice.paper] draws the PDF; no other package uses this one.
@NullMarked
package dev.sluice.disbursement.proof;

import org.jspecify.annotations.NullMarked;
