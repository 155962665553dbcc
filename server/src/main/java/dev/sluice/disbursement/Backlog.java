package dev.sluice.disbursement;

import dev.sluice.db.Database;
import dev.sluice.disbursement.DueStore.Kept;
import dev.sluice.rail.PayoutRef;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What operators look at, across organizations: payouts that do not get on, and what waits for each rail.
public final class Backlog {
    /// A payout that nothing has happened to for so long is worth a look.
    public static final Duration STUCK_AFTER = Duration.ofMinutes(15);

    private static final int REACH = 5_000;

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

    /// Payouts whose outcome is unknown, then those that were lost, then those that nothing has happened to for a
    /// while; of each kind the oldest first. Those that are only kept, since their rail is stopped or their
    /// organization frozen, are not among them.
    public List<Held> stuck(Instant now, Duration bound, int limit) {
        var waits = kept.get();
        var found = new LinkedHashMap<PayoutRef, Held>();
        database.browse(handle -> Stream.of(
                                store.unknown(handle, limit),
                                store.lost(handle, now, limit),
                                store.slow(handle, now.minus(bound), waits, REACH, limit))
                        .flatMap(List::stream)
                        .toList())
                .forEach(each -> found.putIfAbsent(each.payout().ref(), each));
        return found.values().stream().limit(limit).toList();
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
