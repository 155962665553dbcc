package dev.sluice.rail.sandbox.chain;

import java.time.Duration;

/// Scenario for a payer's transaction to a deposit's address.
public enum Arrival {
    /// Mined in one of the next blocks, and reported once it is final.
    ORDINARY(TxScenario.ordinary(), 1, false),
    /// Half a minute in the mempool, like a transaction with a low gas price.
    LATE(new TxScenario.Mined(Duration.ofSeconds(30)), 1, false),
    /// In a block that a reorg removes before it is final, and later in another one.
    REORGANIZED(new TxScenario.Reorganized(), 1, false),
    /// Reported twice under the same key, a second apart.
    TOLD_TWICE(TxScenario.ordinary(), 2, false),
    /// Reported, and removed some seconds later: a reorg deeper than the confirmations.
    VANISHED(TxScenario.ordinary(), 2, true),
    /// Reported and removed by a deep reorg, and some seconds later in another block under the same hash.
    VANISHED_AND_BACK(TxScenario.ordinary(), 3, true);

    private final TxScenario scenario;
    private final int notices;
    private final boolean vanishes;

    Arrival(TxScenario scenario, int notices, boolean vanishes) {
        this.scenario = scenario;
        this.notices = notices;
        this.vanishes = vanishes;
    }

    TxScenario scenario() {
        return scenario;
    }

    int notices() {
        return notices;
    }

    /// Returns true if every other notice reverses the one before.
    boolean vanishes() {
        return vanishes;
    }
}
