/// Client of the network through several Horizons: requests, failover, the documents of Horizon, and the watch of each
/// one's newest ledger.
@NullMarked
package dev.sluice.rail.stellar.horizon;

import org.jspecify.annotations.NullMarked;
