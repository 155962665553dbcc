package dev.sluice.rail.sandbox.chain;

import com.google.errorprone.annotations.Immutable;
import java.time.Duration;

/// Scenario for a transaction on the sandbox's chain.
@Immutable
sealed interface TxScenario {
    /// The transaction waits in the mempool, is mined, and is final some blocks later.
    record Mined(Duration waits) implements TxScenario {}

    /// Like [Mined], but while it waits, an empty transaction with its nonce can replace it.
    record Stoppable(Duration waits) implements TxScenario {}

    /// The gas price rises between submission and block.
    record Expensive() implements TxScenario {}

    /// The transaction is mined and reverts.
    record Reverted() implements TxScenario {}

    /// The mempool drops the transaction; it is sent again unchanged, and mined.
    record DroppedThenMined(Duration dropped, Duration sentAgain) implements TxScenario {}

    /// The mempool drops the transaction for good. Later an empty transaction uses its nonce, so that it can never
    /// be mined.
    record DroppedForGood(Duration dropped, Duration givenUp) implements TxScenario {}

    /// The transaction is mined as usual, but for a while no node answers.
    record Unanswered(Duration until) implements TxScenario {}

    /// The transaction is mined in a block that a reorg removes, and later in another one.
    record Reorganized() implements TxScenario {}

    /// The transaction is stuck, and replaced by one with the same nonce, a higher price, and so another hash.
    record Replaced(Duration stuck) implements TxScenario {}

    /// Returns the scenario of nearly all transactions.
    static TxScenario ordinary() {
        return new Mined(Duration.ZERO);
    }

    /// Returns the paid gas price, in quarters of its block's price.
    default int quartersOfPrice() {
        return switch (this) {
            case Mined _, Stoppable _, Reverted _, DroppedThenMined _, DroppedForGood _, Unanswered _, Reorganized _ ->
                4;
            case Replaced _ -> 5;
            case Expensive _ -> 12;
        };
    }

    /// Returns true if the transaction can be stopped while it waits in the mempool.
    default boolean isStoppable() {
        return this instanceof Stoppable;
    }
}
