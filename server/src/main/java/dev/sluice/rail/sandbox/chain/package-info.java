/// Simulator of blockchains with persistent books. Blocks, hashes and fees depend only on the clock, and it produces
/// the occasional failures of real chains on demand (see `docs/sandbox.md`). Owns `rail_sandbox_chain_nonce`,
/// `rail_sandbox_chain_payout` and `rail_sandbox_chain_payment`. The bank's counterpart is [dev.sluice.rail.sandbox].
@NullMarked
package dev.sluice.rail.sandbox.chain;

import org.jspecify.annotations.NullMarked;
