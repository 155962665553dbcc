/// The port to whoever moves the money: banks, wallets and chains. Rails are asked in batches, with no transaction
/// open, and answer with a sealed [dev.sluice.rail.Outcome] that includes not knowing. Owns `rail_sighting`: notices
/// that come by themselves, kept until the room whose payment they are about has read them.
@NullMarked
package dev.sluice.rail;

import org.jspecify.annotations.NullMarked;
