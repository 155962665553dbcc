/// The rail to EVM networks: payouts from a hot wallet, deposits at addresses of an extended public key, and the
/// sweep of those addresses to the treasury, over JSON-RPC. A transaction is kept, signed, before anybody is told
/// of it; whatever happens then, the same bytes are told again, and the chain alone says what became of them. Owns
/// `rail_evm_payout`, `rail_evm_stopped`, `rail_evm_wallet`, `rail_evm_slot`, `rail_evm_transaction`,
/// `rail_evm_cursor`,
/// `rail_evm_block`, `rail_evm_credit` and `rail_evm_sweep`. Neighbours: `rail` is the port, `chain` writes
/// addresses, `dev.sluice` says what networks and tokens there are.
@NullMarked
package dev.sluice.rail.evm;

import org.jspecify.annotations.NullMarked;
