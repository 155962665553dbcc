/// Rail to EVM networks: payouts from a hot wallet, deposits at addresses of an extended public key, and the sweep of
/// those addresses to the treasury, over JSON-RPC. A signed transaction is stored before its broadcast. After any
/// failure the same bytes are broadcast again, and the chain alone decides the outcome. Owns `rail_evm_payout`,
/// `rail_evm_stopped`, `rail_evm_wallet`, `rail_evm_slot`, `rail_evm_transaction`, `rail_evm_cursor`,
/// `rail_evm_block`, `rail_evm_credit` and `rail_evm_sweep`. Neighbours: `rail` is the port, `chain` writes addresses,
/// `dev.sluice` configures networks and tokens.
@NullMarked
package dev.sluice.rail.evm;

import org.jspecify.annotations.NullMarked;
