/// The port to whoever moves the money: banks, wallets and chains. Payouts are handed over in batches, with no
/// transaction open, and answered with a sealed [dev.sluice.rail.Outcome] that includes not knowing; money that came in
/// is told by [dev.sluice.rail.Receipt]. Owns `rail_sighting` and `rail_receipt`: notices that come by themselves, kept
/// until the room whose payment they are about has read them.
@NullMarked
package dev.sluice.rail;

import org.jspecify.annotations.NullMarked;
