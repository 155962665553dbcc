package dev.sluice.disbursement;

import dev.sluice.db.Database;
import dev.sluice.disbursement.BacklogStore.Reach;
import dev.sluice.disbursement.DueStore.Kept;
import dev.sluice.http.Page;
import dev.sluice.rail.PayoutRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What operators look at, across organizations: payouts that do not get on, and what waits for each rail.
public final class Backlog {
    /// A payout that nothing has happened to for so long is worth a look.
    public static final Duration STUCK_AFTER = Duration.ofMinutes(15);

    /// So many of each kind are looked through, the oldest.
    public static final int REACH = 5_000;

    private final Database database;
    private final BacklogStore store;
    private final Supplier<Kept> kept;

    /// @param kept what is not handed over now
    Backlog(Database database, BacklogStore store, Supplier<Kept> kept) {
        this.database = database;
        this.store = store;
        this.kept = kept;
    }

    /// A payout that is not done, how often it was taken up, and when it is next.
    ///
    /// @param leasedUntil until when a node has it; once that is over, the node died or is very slow
    /// @param heldSince since when its row has been found changed
    public record Held(
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
    public enum Trouble {
        /// The worker held the payout when it was due, because its row was changed in the database.
        HELD(0),
        /// The outcome is unknown: the money may have moved.
        UNKNOWN(1),
        /// A node claimed the payout, and its lease expired without a result.
        LOST(2),
        /// Nothing has happened to the payout for a while.
        SLOW(3);

        private final int rank;

        Trouble(int rank) {
            this.rank = rank;
        }

        /// Returns the number of the problem in the query; less is worse.
        int rank() {
            return rank;
        }
    }

    /// Filter of the payouts; null means any.
    public record Search(
            @Nullable Trouble trouble,
            @Nullable UUID organizationId,
            @Nullable String rail) {
        public static final Search ALL = new Search(null, null, null);
    }

    /// A page of them.
    ///
    /// @param more whether there are so many of a kind that not all were looked through
    public record Found(Page<Held> page, boolean more) {}

    /// What waits for a rail: in all, of that what is due, and what a node took up and did not come back with.
    ///
    /// @param oldestAt when the first of it is, or was, due
    public record Queue(String rail, long waiting, long due, long lost, Instant oldestAt) {}

    /// Payouts that are held, then those whose outcome is unknown, then those that were lost, then those that
    /// nothing has happened to for a while; of each kind the oldest first. Those that are only kept, since their
    /// rail is stopped or their organization frozen, are not among them.
    ///
    /// @param bound how long nothing has happened to one that is slow
    public Found stuck(Search search, Instant now, Duration bound, Page.Request page) {
        var reach = new Reach(now, now.minus(bound), kept.get(), REACH);
        return database.browse(handle -> {
            var count = BacklogStore.count(handle, search, reach);
            return new Found(
                    Page.of(count.total(), page, () -> store.list(handle, search, reach, page.limit(), page.offset())),
                    count.more());
        });
    }

    /// One payout that is not done, if it is not.
    public Optional<Held> find(PayoutRef ref) {
        return database.read(handle -> store.find(handle, ref));
    }

    /// Has the rail asked at once what became of a payout that it was handed, instead of when it would be next.
    /// The worker asks before anything is handed over again, so nothing is paid twice.
    ///
    /// @return whether it will be asked; not so where a node has it just now, where it was never handed over, or
    ///     where it is done
    public boolean ask(PayoutRef ref, Instant now) {
        return database.inTx(tx -> BacklogStore.ask(tx, ref, now)) == 1;
    }

    public List<Queue> queues(Instant now) {
        return database.browse(handle -> BacklogStore.queues(handle, now));
    }
}
