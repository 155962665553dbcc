package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.sandbox.chain.TxState.Dropped;
import dev.sluice.rail.sandbox.chain.TxState.Failed;
import dev.sluice.rail.sandbox.chain.TxState.Final;
import dev.sluice.rail.sandbox.chain.TxState.Mined;
import dev.sluice.rail.sandbox.chain.TxState.Pooled;
import dev.sluice.rail.sandbox.chain.TxState.Silence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Timeline of a transaction on the chain. All of it is determined when the transaction is sent.
record TxTimeline(List<TxState> states) {
    /// A transaction is mined in one of this number of blocks after it is sent.
    private static final int SPREAD_BLOCKS = 3;

    private static final int REORGANIZED_AFTER_BLOCKS_MAX = 2;
    /// Time until a transaction is mined again after a reorg removed its block.
    private static final Duration BACK_IN_POOL = Duration.ofSeconds(1);

    TxTimeline {
        states = List.copyOf(states);
    }

    static TxTimeline of(Transaction transaction, TxScenario scenario) {
        return new Writer(transaction).write(scenario);
    }

    /// Returns the visible state at a time. Before the first chapter, it is that of the first.
    TxState.Visibility at(Instant now) {
        var visibility = states.getFirst().visibility();
        for (var state : states) {
            if (!state.from().isAfter(now)) {
                visibility = state.visibility();
            }
        }
        return visibility;
    }

    /// Returns the time at which the next chapter begins.
    Optional<Instant> nextAfter(Instant now) {
        return states.stream()
                .map(TxState::from)
                .filter(from -> from.isAfter(now))
                .findFirst();
    }

    /// Returns the final state of a transaction that succeeds.
    Final finalState() {
        if (states.getLast().visibility() instanceof Final end) {
            return end;
        }
        throw new IllegalStateException("not a happy end: " + states.getLast());
    }

    /// Writes the chapters of one transaction.
    private static final class Writer {
        private final Transaction transaction;
        private final List<TxState> states = new ArrayList<>();

        Writer(Transaction transaction) {
            this.transaction = transaction;
        }

        TxTimeline write(TxScenario scenario) {
            var sentAt = transaction.sentAt();
            var hash = transaction.hash(0);
            switch (scenario) {
                case TxScenario.Mined(var waits) -> settle(sentAt, hash, sentAt.plus(waits));
                case TxScenario.Stoppable(var waits) -> settle(sentAt, hash, sentAt.plus(waits));
                case TxScenario.Expensive _ -> settle(sentAt, hash, sentAt);
                case TxScenario.Reverted _ -> {
                    var block = mine(sentAt, hash, sentAt);
                    add(finalAt(block), new Failed(FailureCode.TRANSACTION_FAILED));
                }
                case TxScenario.DroppedThenMined(var dropped, var sentAgain) -> {
                    add(sentAt, new Pooled(hash));
                    add(sentAt.plus(dropped), new Dropped());
                    settle(sentAt.plus(sentAgain), hash, sentAt.plus(sentAgain));
                }
                case TxScenario.DroppedForGood(var dropped, var givenUp) -> {
                    add(sentAt, new Pooled(hash));
                    add(sentAt.plus(dropped), new Dropped());
                    add(sentAt.plus(givenUp), new Failed(FailureCode.NETWORK_UNAVAILABLE));
                }
                case TxScenario.Unanswered(var until) -> {
                    settle(sentAt, hash, sentAt);
                    silence(sentAt, sentAt.plus(until));
                }
                case TxScenario.Reorganized _ -> reorganize(sentAt, hash);
                case TxScenario.Replaced(var stuck) -> {
                    add(sentAt, new Pooled(hash));
                    settle(sentAt.plus(stuck), transaction.hash(1), sentAt.plus(stuck));
                }
            }
            return new TxTimeline(states);
        }

        private void settle(Instant pooledAt, String hash, Instant minedAfter) {
            var block = mine(pooledAt, hash, minedAfter);
            add(finalAt(block), new Final(hash, block, finalAt(block)));
        }

        private Block mine(Instant pooledAt, String hash, Instant minedAfter) {
            add(pooledAt, new Pooled(hash));
            var block = blockAfter(minedAfter);
            add(block.at(), new Mined(hash, block));
            return block;
        }

        /// Adds a first block that a reorg removes before it is final.
        private void reorganize(Instant sentAt, String hash) {
            add(sentAt, new Pooled(hash));
            var lost = blockAfter(sentAt).asOrphaned();
            add(lost.at(), new Mined(hash, lost));
            var back = lost.plus(Math.min(transaction.confirmations(), REORGANIZED_AFTER_BLOCKS_MAX))
                    .at();
            settle(back, hash, back.plus(BACK_IN_POOL));
        }

        /// Replaces the chapters of a period with silence, followed by the state at its end.
        private void silence(Instant from, Instant until) {
            var known = new TxTimeline(states).at(until);
            states.removeIf(state -> !state.from().isAfter(until));
            states.addFirst(new TxState(until, known));
            states.addFirst(new TxState(from, new Silence()));
        }

        private Block blockAfter(Instant time) {
            return Block.newestAt(transaction.network(), time)
                    .plus(1 + transaction.digest(0).below(SPREAD_BLOCKS));
        }

        private Instant finalAt(Block block) {
            return block.plus(transaction.confirmations()).at();
        }

        private void add(Instant from, TxState.Visibility visibility) {
            states.add(new TxState(from, visibility));
        }
    }
}
