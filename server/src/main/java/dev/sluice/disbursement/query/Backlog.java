package dev.sluice.disbursement.query;

import dev.sluice.db.Database;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementState;
import dev.sluice.disbursement.DueStore.Withheld;
import dev.sluice.disbursement.query.BacklogStore.Reach;
import dev.sluice.http.Page;
import dev.sluice.rail.PayoutRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Operators' view across organizations: stuck payouts, and the queue of each rail.
public final class Backlog {
    /// Time without progress after which a payout is listed.
    public static final Duration STUCK_AFTER = Duration.ofMinutes(15);

    /// Maximum number of payouts of each kind to look through, the oldest first.
    public static final int REACH = 5_000;

    private final Database database;
    private final BacklogStore store;
    private final Supplier<Withheld> withheld;

    /// @param withheld payouts that are kept back now
    public Backlog(Database database, BacklogStore store, Supplier<Withheld> withheld) {
        this.database = database;
        this.store = store;
        this.withheld = withheld;
    }

    /// A payout that is not done, how often it was taken up, and when it is next.
    ///
    /// @param leasedUntil until when a node has it; once that is over, the node died or is very slow
    /// @param heldSince time since when its row has been found altered
    public record PendingPayout(
            Disbursement payout,
            int attempts,
            Instant dueAt,
            @Nullable Instant leasedUntil,
            @Nullable Instant heldSince) {
        /// Returns true if the lease of the node has expired without a result.
        public boolean isLost(Instant now) {
            return leasedUntil != null && leasedUntil.isBefore(now);
        }

        /// Returns true if a node holds the lease now.
        public boolean isUnderWay(Instant now) {
            return leasedUntil != null && leasedUntil.isAfter(now);
        }

        /// Returns true if the outcome is unknown: the money may have moved.
        public boolean isUnknown() {
            return payout.state() instanceof DisbursementState.Pending(var stage)
                    && stage == DisbursementState.Stage.UNKNOWN;
        }
    }

    /// Problem of a payout, the worst first.
    public enum StuckReason {
        /// The worker held the payout when it was due, because its row was changed in the database.
        HELD(0),
        /// The outcome is unknown: the money may have moved.
        UNKNOWN(1),
        /// A node claimed the payout, and its lease expired without a result.
        LOST(2),
        /// The payout has made no progress for a while.
        SLOW(3);

        private final int rank;

        StuckReason(int rank) {
            this.rank = rank;
        }

        /// Returns the number of the problem in the query; less is worse.
        int rank() {
            return rank;
        }
    }

    /// Filter of the payouts; null means any.
    public record Search(
            @Nullable StuckReason reason,
            @Nullable UUID organizationId,
            @Nullable String rail) {
        public static final Search ALL = new Search(null, null, null);
    }

    /// A page of them.
    ///
    /// @param more true if there are too many of a kind to look through all of them
    public record BacklogPage(Page<PendingPayout> page, boolean more) {}

    /// Queue of a rail: all waiting payouts, those due, and those that a node claimed and lost.
    ///
    /// @param oldestAt time at which the first of them is, or was, due
    public record Queue(String rail, long waiting, long due, long lost, Instant oldestAt) {}

    /// Returns the held payouts, then those with an unknown outcome, then the lost ones, then the slow ones; the
    /// oldest first within each kind. Payouts that are only kept back, since their rail is stopped or their
    /// organization frozen, are not included.
    ///
    /// @param bound time without progress after which a payout is slow
    public BacklogPage stuck(Search search, Instant now, Duration bound, Page.Request page) {
        var reach = new Reach(now, now.minus(bound), withheld.get(), REACH);
        return database.browse(handle -> {
            var count = BacklogStore.count(handle, search, reach);
            return new BacklogPage(
                    Page.of(count.total(), page, () -> store.list(handle, search, reach, page.limit(), page.offset())),
                    count.more());
        });
    }

    /// Returns an unfinished payout, if it is one.
    public Optional<PendingPayout> find(PayoutRef ref) {
        return database.read(handle -> store.find(handle, ref));
    }

    /// Makes the rail's next status query for a submitted payout due at once. The worker asks before it submits
    /// anything again, so nothing is paid twice.
    ///
    /// @return true if it will be asked; false if a node has it just now, if it was never submitted, or
    ///     if it is done
    public boolean ask(PayoutRef ref, Instant now) {
        return database.inTx(tx -> BacklogStore.ask(tx, ref, now)) == 1;
    }

    public List<Queue> queues(Instant now) {
        return database.browse(handle -> BacklogStore.queues(handle, now));
    }
}
