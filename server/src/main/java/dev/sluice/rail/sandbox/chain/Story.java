package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.sandbox.chain.Chapter.Dropped;
import dev.sluice.rail.sandbox.chain.Chapter.Failed;
import dev.sluice.rail.sandbox.chain.Chapter.Final;
import dev.sluice.rail.sandbox.chain.Chapter.Mined;
import dev.sluice.rail.sandbox.chain.Chapter.Pooled;
import dev.sluice.rail.sandbox.chain.Chapter.Silence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Timeline of a transaction on the chain. All of it is determined when the transaction is sent.
record Story(List<Chapter> chapters) {
    /// A transaction is mined in one of this number of blocks after it is sent.
    private static final int SPREAD_BLOCKS = 3;

    private static final int REORGANIZED_AFTER_BLOCKS_MAX = 2;
    /// Time until a transaction is mined again after a reorg removed its block.
    private static final Duration BACK_IN_POOL = Duration.ofSeconds(1);

    Story {
        chapters = List.copyOf(chapters);
    }

    static Story of(Transaction transaction, Course course) {
        return new Writer(transaction).write(course);
    }

    /// Returns the visible state at a time. Before the first chapter, it is that of the first.
    Chapter.Sight at(Instant now) {
        var sight = chapters.getFirst().sight();
        for (var chapter : chapters) {
            if (!chapter.from().isAfter(now)) {
                sight = chapter.sight();
            }
        }
        return sight;
    }

    /// Returns the time at which the next chapter begins.
    Optional<Instant> nextAfter(Instant now) {
        return chapters.stream()
                .map(Chapter::from)
                .filter(from -> from.isAfter(now))
                .findFirst();
    }

    /// Returns the final state of a transaction that succeeds.
    Final happyEnd() {
        if (chapters.getLast().sight() instanceof Final end) {
            return end;
        }
        throw new IllegalStateException("not a happy end: " + chapters.getLast());
    }

    /// Writes the chapters of one transaction.
    private static final class Writer {
        private final Transaction transaction;
        private final List<Chapter> chapters = new ArrayList<>();

        Writer(Transaction transaction) {
            this.transaction = transaction;
        }

        Story write(Course course) {
            var sentAt = transaction.sentAt();
            var hash = transaction.hash(0);
            switch (course) {
                case Course.Mined(var waits) -> settle(sentAt, hash, sentAt.plus(waits));
                case Course.Stoppable(var waits) -> settle(sentAt, hash, sentAt.plus(waits));
                case Course.Expensive _ -> settle(sentAt, hash, sentAt);
                case Course.Reverted _ -> {
                    var block = mine(sentAt, hash, sentAt);
                    chapter(finalAt(block), new Failed(FailureCode.TRANSACTION_FAILED));
                }
                case Course.DroppedThenMined(var dropped, var sentAgain) -> {
                    chapter(sentAt, new Pooled(hash));
                    chapter(sentAt.plus(dropped), new Dropped());
                    settle(sentAt.plus(sentAgain), hash, sentAt.plus(sentAgain));
                }
                case Course.DroppedForGood(var dropped, var givenUp) -> {
                    chapter(sentAt, new Pooled(hash));
                    chapter(sentAt.plus(dropped), new Dropped());
                    chapter(sentAt.plus(givenUp), new Failed(FailureCode.NETWORK_UNAVAILABLE));
                }
                case Course.Unanswered(var until) -> {
                    settle(sentAt, hash, sentAt);
                    silence(sentAt, sentAt.plus(until));
                }
                case Course.Reorganized _ -> reorganize(sentAt, hash);
                case Course.Replaced(var stuck) -> {
                    chapter(sentAt, new Pooled(hash));
                    settle(sentAt.plus(stuck), transaction.hash(1), sentAt.plus(stuck));
                }
            }
            return new Story(chapters);
        }

        private void settle(Instant pooledAt, String hash, Instant minedAfter) {
            var block = mine(pooledAt, hash, minedAfter);
            chapter(finalAt(block), new Final(hash, block, finalAt(block)));
        }

        private Block mine(Instant pooledAt, String hash, Instant minedAfter) {
            chapter(pooledAt, new Pooled(hash));
            var block = blockAfter(minedAfter);
            chapter(block.at(), new Mined(hash, block));
            return block;
        }

        /// Adds a first block that a reorg removes before it is final.
        private void reorganize(Instant sentAt, String hash) {
            chapter(sentAt, new Pooled(hash));
            var lost = blockAfter(sentAt).orphan();
            chapter(lost.at(), new Mined(hash, lost));
            var back = lost.plus(Math.min(transaction.confirmations(), REORGANIZED_AFTER_BLOCKS_MAX))
                    .at();
            settle(back, hash, back.plus(BACK_IN_POOL));
        }

        /// Replaces the chapters of a period with silence, followed by the state at its end.
        private void silence(Instant from, Instant until) {
            var known = new Story(chapters).at(until);
            chapters.removeIf(chapter -> !chapter.from().isAfter(until));
            chapters.addFirst(new Chapter(until, known));
            chapters.addFirst(new Chapter(from, new Silence()));
        }

        private Block blockAfter(Instant time) {
            return Block.newestAt(transaction.network(), time)
                    .plus(1 + transaction.digest(0).below(SPREAD_BLOCKS));
        }

        private Instant finalAt(Block block) {
            return block.plus(transaction.confirmations()).at();
        }

        private void chapter(Instant from, Chapter.Sight sight) {
            chapters.add(new Chapter(from, sight));
        }
    }
}
