package dev.sluice.rail.stellar.horizon;

import java.time.Instant;

/// The newest ledger of a Horizon.
///
/// @param closedAt the network's time, with which time bounds are compared
/// @param baseReserve reserve per entry of an account, in stroops; an account itself counts as two entries
public record StellarLedgerHeader(long sequence, Instant closedAt, long baseReserve) {
    private static final int ENTRIES_OF_AN_ACCOUNT = 2;

    /// Returns the minimum balance of a new account.
    public long accountReserve() {
        return ENTRIES_OF_AN_ACCOUNT * baseReserve;
    }
}
