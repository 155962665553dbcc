package dev.sluice.screening;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Subject;
import dev.sluice.screening.Check.Consequence;
import dev.sluice.screening.Check.Result;
import dev.sluice.screening.Check.State;
import dev.sluice.screening.CheckStore.PostponedCheck;
import dev.sluice.screening.Screener.Finding;
import dev.sluice.screening.Screener.Question;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends due checks to the provider, with no transaction open, and notifies the owners of payouts, recipients and
/// payments of the results. If the node dies, its lease expires and another node asks, or notifies, again.
public final class ScreeningWorker {
    private static final Logger LOG = LoggerFactory.getLogger(ScreeningWorker.class);

    /// Maximum number of concurrent checks.
    private static final int BATCH_MAX = 32;
    /// Maximum number of them per organization.
    private static final int OF_ONE_MAX = 16;
    /// Longer than the maximum response time of a provider.
    static final Duration LEASE = Duration.ofSeconds(60);

    private static final Duration AGAIN_MIN = Duration.ofSeconds(5);
    private static final Duration AGAIN_MAX = Duration.ofMinutes(5);
    private static final int DOUBLED_MAX = 6;
    /// A short outage of the provider is not reported.
    private static final int TROUBLES_UNTIL_TOLD = 3;

    private static final int TROUBLE_LENGTH_MAX = 200;

    private final Database database;
    private final Clocks clocks;
    private final CheckStore store;
    private final ClearanceStore clearances;
    private final Screener screener;
    private final Notifications notifications;
    private final Map<CheckKind, Consumer<List<CheckResult>>> owners;
    private volatile Screenings.Waiting waiting = new Screenings.Waiting(0, 0);
    private volatile boolean isTold;

    /// @param owners receive the results of checks, by their kind, perhaps more than once
    public ScreeningWorker(
            Database database,
            Clocks clocks,
            Screenings screenings,
            Screener screener,
            Notifications notifications,
            Map<CheckKind, Consumer<List<CheckResult>>> owners,
            MeterRegistry meters) {
        this.database = database;
        this.clocks = clocks;
        this.store = screenings.store();
        this.clearances = screenings.clearances();
        this.screener = screener;
        this.notifications = notifications;
        this.owners = new EnumMap<>(owners);
        Gauge.builder("sluice.screening.waiting", () -> waiting.hits())
                .description("screening hits waiting for an operator")
                .strongReference(true)
                .register(meters);
        Gauge.builder("sluice.screening.unavailable", () -> waiting.unavailable())
                .description("checks waiting for an unavailable screening provider")
                .strongReference(true)
                .register(meters);
    }

    /// Result of a check.
    public record CheckResult(CheckRef ref, Consequence consequence) {}

    /// Runs the due checks. Returns true if there may be more.
    public boolean step() {
        var now = clocks.instant().truncatedTo(ChronoUnit.MICROS);
        var until = now.plus(LEASE);
        var claimed = database.inTx(tx -> store.claim(tx, now, until, OF_ONE_MAX, BATCH_MAX));
        var open = new ArrayList<Check>();
        var foreign = new ArrayList<ScreeningRequest>();
        var decided = new ArrayList<Check>();
        for (var check : claimed) {
            if (check.state() == State.OPEN) {
                open.add(check);
            } else if (check.authentic()) {
                decided.add(check);
            } else {
                foreign.add(new ScreeningRequest(check.ref(), check.kind(), check.party()));
            }
        }
        if (!foreign.isEmpty()) {
            LOG.error("{} screening checks were changed in the database: they are requested again", foreign.size());
            database.run(tx -> store.reopen(tx, foreign, now));
        }
        var untold = new ArrayList<RuntimeException>();
        notifyOwners(decided, until, untold);
        screen(open, until, untold);
        if (!untold.isEmpty()) {
            throw untold.getFirst();
        }
        return !claimed.isEmpty();
    }

    /// Counts waiting checks, for the metrics.
    public void count() {
        var count = database.read(CheckStore::count);
        waiting = new Screenings.Waiting(count.hits(), count.unavailable());
    }

    private record Answer(Check check, Finding finding) {}

    /// Screens each on a separate thread. Results are stored and reported as they arrive, so that a slow one does
    /// not delay the others.
    ///
    /// @param untold collects the failures of owners that could not be notified
    private void screen(List<Check> open, Instant until, List<RuntimeException> untold) {
        if (open.isEmpty()) {
            return;
        }
        var answers = new LinkedBlockingQueue<Answer>();
        var away = new ArrayList<PostponedCheck>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            open.forEach(check -> threads.execute(() -> answers.add(new Answer(check, finding(check)))));
            for (int left = open.size(); left > 0; ) {
                var arrived = new ArrayList<>(List.of(answers.take()));
                answers.drainTo(arrived);
                left -= arrived.size();
                notifyOwners(store(arrived, until, away), until, untold);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return;
        }
        report(open, away);
    }

    /// An owner that fails is notified again after the lease; the other results are stored first.
    private void notifyOwners(List<Check> decided, Instant until, List<RuntimeException> untold) {
        try {
            notifyOwners(decided, until);
        } catch (RuntimeException failed) {
            untold.add(failed);
        }
    }

    /// Stores some results. Returns the checks whose owners are to be notified.
    ///
    /// @param away collects the checks to retry
    private List<Check> store(List<Answer> arrived, Instant until, List<PostponedCheck> away) {
        var now = clocks.instant();
        var answered = new ArrayList<Check>();
        var later = new ArrayList<PostponedCheck>();
        for (var answer : arrived) {
            var check = answer.check();
            switch (answer.finding()) {
                case Finding.Clear(var reference) ->
                    answered.add(CheckRows.with(check, State.CLEAR, result(reference, List.of(), now), null));
                case Finding.Hit(var reference, var matches) ->
                    answered.add(CheckRows.with(check, State.HIT, result(reference, matches, now), null));
                case Finding.Unavailable(var reason) -> later.add(putOff(check, reason, now));
            }
        }
        away.addAll(later);
        return database.inTx(tx -> {
            var known = answered.stream().map(check -> known(tx, check)).toList();
            var stored = store.answer(tx, known, until, now);
            store.putOff(tx, later, until);
            var mine =
                    known.stream().filter(check -> stored.contains(check.ref())).toList();
            notifications.report(
                    tx,
                    Kind.SCREENING_HIT,
                    mine.stream()
                            .filter(check -> check.state() == State.HIT)
                            .map(ScreeningWorker::subject)
                            .toList());
            return mine.stream().filter(check -> check.state() != State.HIT).toList();
        });
    }

    /// Reports an unavailable provider once until it answers again.
    private void report(List<Check> open, List<PostponedCheck> away) {
        if (away.size() < open.size()) {
            isTold = false;
        } else if (!isTold && open.stream().anyMatch(check -> check.attempts() + 1 >= TROUBLES_UNTIL_TOLD)) {
            isTold = true;
            var trouble = Objects.requireNonNullElse(away.getFirst().trouble(), "");
            database.run(tx -> notifications.report(
                    tx, Kind.SCREENING_UNAVAILABLE, List.of(new Subject(screener.name(), null, null, trouble))));
        }
    }

    private Result result(@Nullable String reference, List<Match> matches, Instant now) {
        return new Result(screener.name(), reference, matches, now.truncatedTo(ChronoUnit.MICROS));
    }

    /// A hit counts as clear if an operator has already cleared all its matches for the same party.
    private Check known(Tx tx, Check check) {
        var result = check.result();
        boolean isCleared = check.state() == State.HIT
                && result != null
                && clearances.isCleared(tx.handle(), check.ref().organizationId(), check.party(), result.matches());
        return isCleared && result != null ? CheckRows.with(check, State.CLEAR, result, null) : check;
    }

    private static Subject subject(Check check) {
        return new Subject(
                Subject.of(check.ref().organizationId(), check.ref().subjectId()),
                null,
                null,
                check.party().names().isEmpty()
                        ? String.join(", ", check.party().identifiers())
                        : check.party().names().getFirst());
    }

    private Finding finding(Check check) {
        if (check.party().isEmpty()) {
            return new Finding.Clear(null);
        }
        try {
            return screener.screen(new Question(
                    check.kind(), check.party(), check.ref().subjectId().toString()));
        } catch (RuntimeException failed) {
            LOG.warn("screening failed", failed);
            return new Finding.Unavailable("the provider failed");
        }
    }

    private static PostponedCheck putOff(Check check, String reason, Instant now) {
        var pause = AGAIN_MIN.multipliedBy(1L << Math.min(check.attempts(), DOUBLED_MAX));
        var trouble = reason.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
        return new PostponedCheck(
                check.ref(),
                now.plus(pause.compareTo(AGAIN_MAX) < 0 ? pause : AGAIN_MAX),
                trouble.substring(0, Math.min(trouble.length(), TROUBLE_LENGTH_MAX)));
    }

    /// Owners are notified kind by kind; one that fails is notified again after the lease.
    private void notifyOwners(List<Check> decided, Instant until) {
        var byKind = new EnumMap<CheckKind, List<Check>>(CheckKind.class);
        decided.forEach(check ->
                byKind.computeIfAbsent(check.kind(), _ -> new ArrayList<>()).add(check));
        byKind.forEach((kind, checks) -> {
            var owner = owners.get(kind);
            if (owner != null) {
                owner.accept(checks.stream()
                        .map(check -> new CheckResult(check.ref(), check.state().consequence()))
                        .toList());
            }
            database.run(
                    tx -> store.markNotified(tx, checks.stream().map(Check::ref).toList(), until));
        });
    }
}
