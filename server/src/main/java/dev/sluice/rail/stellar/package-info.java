/// The rail to Stellar, over Horizon's HTTP API. Out: payouts wait in a queue; a teller signs one transaction per
/// source account at a time, writes it down, submits it, and does not make another one for the same payout before the
/// first certainly can never be applied. In: the payments of the deposit account, told apart by their memo or muxed
/// id, become receipts. Owns `rail_stellar_payment`, `rail_stellar_transaction`, `rail_stellar_source` and
/// `rail_stellar_cursor`. See `docs/stellar.md`.
@NullMarked
package dev.sluice.rail.stellar;

import org.jspecify.annotations.NullMarked;
