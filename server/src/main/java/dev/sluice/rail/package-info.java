/// The port to whoever moves the money: banks, wallets and chains. Payouts are handed over in batches, with no
/// transaction open, and answered with a sealed [dev.sluice.rail.Outcome] that includes not knowing; money that
/// came in is told by [dev.sluice.rail.Receipt], what a chain charges beside payouts by [dev.sluice.rail.Charge].
/// Owns `rail_sighting`, `rail_receipt` and `rail_charge`: notices that come by themselves, kept until the room
/// whose business they are has read them; `rail_stop`, and `rail_alert`, the conditions that need an operator.
@NullMarked
package dev.sluice.rail;

import org.jspecify.annotations.NullMarked;
