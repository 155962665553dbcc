package dev.sluice.reconcile;

import dev.sluice.db.Database;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Compares one account regularly, and notifies operators of the gravest breaks. Every node may run it.
public final class ReconciliationWorker {
    /// Time between two runs.
    public static final Duration EVERY = Duration.ofMinutes(5);

    /// Breaks that operators must see at once.
    private static final Set<BreakKind> GRAVE = EnumSet.of(
            BreakKind.NOTICE_NOT_STATED, BreakKind.BALANCE_BROKEN, BreakKind.BOOKED_TWICE, BreakKind.STATEMENT_LATE);

    /// Number of fetches after a start before statements are missed: files that came during a downtime are read
    /// first.
    private static final int FETCHES_MIN = 3;

    private final Reconciliations reconciliations;
    private final Database database;
    private final InstantSource clock;
    private final Alerts alerts;
    private final BankProfile profile;
    private final Instant begun;

    /// @param clock real time
    public ReconciliationWorker(
            Reconciliations reconciliations,
            Database database,
            InstantSource clock,
            Alerts alerts,
            BankProfile profile) {
        this.reconciliations = reconciliations;
        this.database = database;
        this.clock = clock;
        this.alerts = alerts;
        this.profile = profile;
        this.begun = clock.instant();
    }

    /// Compares the account; returns false, as there is no more to do.
    public boolean step() {
        var fetched = begun.plus(profile.windows().every().multipliedBy(FETCHES_MIN));
        if (!clock.instant().isBefore(fetched)) {
            reconciliations.expectStatements(profile);
        }
        reconciliations.compare(profile);
        var open = database.read(handle -> reconciliations.breaks(handle, profile, null));
        for (var kind : GRAVE) {
            alert(kind, open.stream().filter(each -> each.kind() == kind).toList());
        }
        database.read(handle -> reconciliations.of(handle, profile, null))
                .filter(each -> !each.terms().difference().isZero())
                .ifPresent(each -> alerts.raise(new Alert(
                        profile.rail(),
                        "reconcile/difference",
                        "The books differ from the bank's balance of " + each.day() + " by "
                                + each.terms().difference() + ": run ./sluice reconcile")));
        return false;
    }

    private void alert(BreakKind kind, List<BankBreak> open) {
        if (!open.isEmpty()) {
            var first = open.getFirst();
            alerts.raise(new Alert(
                    profile.rail(),
                    "break/" + kind,
                    open.size() + (open.size() == 1 ? " break " : " breaks ") + kind + ", the first of " + first.since()
                            + ": run ./sluice reconcile"));
        }
    }
}
