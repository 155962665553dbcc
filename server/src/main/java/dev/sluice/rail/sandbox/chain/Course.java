package dev.sluice.rail.sandbox.chain;

import com.google.errorprone.annotations.Immutable;
import java.time.Duration;

/// What happens to a transaction on the sandbox's chain.
@Immutable
sealed interface Course {
    /// It waits in the pool, is mined, and is final some blocks later.
    record Mined(Duration waits) implements Course {}

    /// The same, and as long as it waits it can be replaced by an empty one with its nonce.
    record Stoppable(Duration waits) implements Course {}

    /// The price of gas goes up between its submission and its block.
    record Expensive() implements Course {}

    /// It is mined, and what it wanted to do fails.
    record Reverted() implements Course {}

    /// The pool forgets it; it is sent again as it was, and mined.
    record DroppedThenMined(Duration dropped, Duration sentAgain) implements Course {}

    /// The pool forgets it for good: after a while its nonce is used for an empty one, so that it can never be mined.
    record DroppedForGood(Duration dropped, Duration givenUp) implements Course {}

    /// It is mined as usual, but for a while no node answers.
    record Unanswered(Duration until) implements Course {}

    /// It is mined in a block that disappears, and in another one later.
    record Reorganized() implements Course {}

    /// It is stuck, and replaced by one with its nonce, a higher price, and so another hash.
    record Replaced(Duration stuck) implements Course {}

    /// What happens to nearly all.
    static Course ordinary() {
        return new Mined(Duration.ZERO);
    }

    /// The price of gas that is paid, in quarters of its block's price.
    default int quartersOfPrice() {
        return switch (this) {
            case Mined _, Stoppable _, Reverted _, DroppedThenMined _, DroppedForGood _, Unanswered _, Reorganized _ ->
                4;
            case Replaced _ -> 5;
            case Expensive _ -> 12;
        };
    }

    /// Whether it can be stopped while it waits in the pool.
    default boolean isStoppable() {
        return this instanceof Stoppable;
    }
}
