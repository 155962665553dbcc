/// The rail to Stellar, over Horizon's HTTP API. Payouts wait in a queue. The worker signs one transaction per source
/// account at a time, stores it, and submits it. It signs another one for the same payout only once the first can
/// never be applied. For deposits, the payments of the deposit account become receipts, identified by memo or muxed
/// id. Owns `rail_stellar_payment`, `rail_stellar_transaction`, `rail_stellar_source` and `rail_stellar_cursor`. See
/// `docs/stellar.md`.
@NullMarked
package dev.sluice.rail.stellar;

import org.jspecify.annotations.NullMarked;
