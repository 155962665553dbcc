package dev.sluice.disbursement;

import dev.sluice.db.Database;
import dev.sluice.rail.PayoutRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What operators look at, across organizations: payouts that do not get on, and what waits for each rail.
public final class Backlog {
    private static final int REACH = 5_000;

    private final Database database;
    private final BacklogStore store;

    Backlog(Database database, BacklogStore store) {
        this.database = database;
        this.store = store;
    }

    /// A payout that is not done, how often it was taken up, and when it is next.
    ///
    /// @param leasedUntil until when a node has it; once that is over, the node died or is very slow
    public record Held(
            Disbursement payout,
            int attempts,
            Instant dueAt,
            @Nullable Instant leasedUntil) {
        /// Whether its node did not come back with it.
        public boolean isLost(Instant now) {
            return leasedUntil != null && leasedUntil.isBefore(now);
        }

        /// Whether a node has it just now.
        public boolean isUnderWay(Instant now) {
            return leasedUntil != null && leasedUntil.isAfter(now);
        }

        /// Whether nobody can tell whether the money moved.
        public boolean isUnknown() {
            return payout.state() instanceof DisbursementState.Pending(var stage)
                    && stage == DisbursementState.Stage.UNKNOWN;
        }
    }

    /// What waits for a rail: in all, of that what is due, and what a node took up and did not come back with.
    ///
    /// @param oldestAt when the first of it is, or was, due
    public record Queue(String rail, long waiting, long due, long lost, Instant oldestAt) {}

    /// The oldest payouts whose outcome is unknown, that nothing has happened to for a while, or that were lost.
    public List<Held> stuck(Instant now, Duration bound, int limit) {
        return database.browse(handle -> store.stuck(handle, now, now.minus(bound), REACH, limit));
    }

    /// One payout that is not done, if it is not.
    public Optional<Held> find(PayoutRef ref) {
        return database.read(handle -> store.find(handle, ref));
    }

    /// Has the rail asked at once what became of a payout that it was handed, instead of when it would be next. The
    /// worker asks before anything is handed over again, so nothing is paid twice.
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
