package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.rail.stellar.horizon.Account;
import dev.sluice.rail.stellar.horizon.Endpoint;
import dev.sluice.rail.stellar.horizon.Horizon;
import dev.sluice.rail.stellar.horizon.HorizonUnavailable;
import dev.sluice.rail.stellar.horizon.StellarLedgerHeader;

/// Snapshot of the network at the beginning of a round: the newest ledger, the fee bid per operation, and the paying
/// account.
record NetworkSnapshot(StellarLedgerHeader ledger, long feeBid, Account hot) {
    /// Loads the snapshot from one Horizon.
    static NetworkSnapshot of(Endpoint at, String hot, long feeMax) {
        return new NetworkSnapshot(
                Horizon.ledger(at),
                Math.clamp(Horizon.feeBid(at), StellarSettings.FEE_MIN, feeMax),
                Horizon.account(at, hot)
                        .orElseThrow(() -> new HorizonUnavailable("the hot account does not exist at " + at)));
    }
}
