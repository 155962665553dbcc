/// The sandbox's bank: a simulator of a bank rail whose books last, whose every answer follows from the account paid
/// and the clock, and which does on demand what real banks do now and then (see `docs/sandbox.md`). Owns
/// `rail_sandbox_payment` and `rail_sandbox_payin`. Also the sandbox's clock, payers and wallets on the wire.
@NullMarked
package dev.sluice.rail.sandbox;

import org.jspecify.annotations.NullMarked;
