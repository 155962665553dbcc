/// The sandbox's chain: a simulator of blockchains whose books last, whose blocks, hashes and fees follow from the
/// clock alone, and which does on demand what real chains do now and then (see `docs/sandbox.md`). Owns
/// `rail_sandbox_chain_nonce`, `rail_sandbox_chain_payout` and `rail_sandbox_chain_payment`. The bank's counterpart is
/// [dev.sluice.rail.sandbox].
@NullMarked
package dev.sluice.rail.sandbox.chain;

import org.jspecify.annotations.NullMarked;
