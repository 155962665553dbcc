package dev.sluice.rail.stellar;

import java.time.Instant;

/// The newest ledger that a Horizon knows.
///
/// @param closedAt the network's time: what time bounds are held against
/// @param baseReserve what each entry of an account keeps from being spent, in stroops; an account has two
record Ledger(long sequence, Instant closedAt, long baseReserve) {
    private static final int ENTRIES_OF_AN_ACCOUNT = 2;

    /// The least that an account is made with.
    long accountReserve() {
        return ENTRIES_OF_AN_ACCOUNT * baseReserve;
    }
}
