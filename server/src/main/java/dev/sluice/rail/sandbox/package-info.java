/// Simulator of a bank rail with persistent books. Every answer depends only on the paid account and the clock, and
/// it produces the occasional failures of real banks on demand (see `docs/sandbox.md`). Owns `rail_sandbox_payment`
/// and `rail_sandbox_payin`. Also contains the HTTP routes of the sandbox's clock, payers and wallets.
@NullMarked
package dev.sluice.rail.sandbox;

import org.jspecify.annotations.NullMarked;
