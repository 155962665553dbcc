package dev.sluice.rail.stellar;

/// The network's state at the beginning of a round: its newest ledger, what is bid for an operation, and the account
/// that pays.
record Conditions(Ledger ledger, long feeBid, Account hot) {
    /// Looks at one Horizon.
    static Conditions of(Endpoint at, String hot, long feeMax) {
        return new Conditions(
                Horizon.ledger(at),
                Math.clamp(Horizon.feeBid(at), StellarSettings.FEE_MIN, feeMax),
                Horizon.account(at, hot).orElseThrow(() -> new HorizonAway("the hot account does not exist at " + at)));
    }
}
