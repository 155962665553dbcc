package dev.sluice.trial.stage;

import dev.sluice.db.Database;
import dev.sluice.trial.proof.FactStore;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.stage.Order.End;
import dev.sluice.trial.stage.Order.Kind;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A look at everything, once the service has come to rest.
public final class Proof {
    /// Under which the only merchant hears of events.
    static final String MERCHANT = "demo";

    private static final Duration AT_REST_WITHIN = Duration.ofMinutes(3);
    private static final Duration GLANCE = Duration.ofMillis(200);

    private final FactStore facts;
    private final RailStore rail;
    private final Listener listener;
    private final Findings findings;

    public Proof(Database database, Listener listener, Findings findings) {
        this.facts = new FactStore(database);
        this.rail = new RailStore(database);
        this.listener = listener;
        this.findings = findings;
    }

    /// Waits until nothing is under way any more, and gives the time that this took.
    public Duration rest() {
        long begun = System.nanoTime();
        while ((facts.pendingPayouts() > 0 || !missed().isEmpty())
                && System.nanoTime() - begun < AT_REST_WITHIN.toNanos()) {
            Pauses.pause(GLANCE);
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /// @param ended all that was ever asked for and answered
    public void prove(List<End> ended) {
        books();
        nothingHeld();
        orders(ended);
        bank();
        events();
    }

    private void books() {
        var unbalanced = facts.unbalanced();
        findings.unless(unbalanced.isEmpty(), Invariant.BOOKS_SUM_TO_ZERO, unbalanced.toString());
        long overdrawn = facts.overdrawn();
        findings.unless(overdrawn == 0, Invariant.NO_OVERDRAFT, overdrawn + " accounts are below zero");
        var report = facts.prove();
        findings.unless(
                report.isClean(), Invariant.BOOKS_PROVED, report.faults().toString());
    }

    private void nothingHeld() {
        long pending = facts.pendingPayouts();
        findings.unless(pending == 0, Invariant.EVERYTHING_ENDS, pending + " payouts are still under way");
        var held = facts.held();
        findings.unless(held.isEmpty(), Invariant.NOTHING_STAYS_HELD, held.toString());
    }

    private void orders(List<End> ended) {
        var there =
                facts.payouts().stream().map(payout -> payout.id().toString()).collect(Collectors.toSet());
        var promised = ids(ended, Kind.PAYOUT);
        promised.addAll(ids(ended, Kind.WALLET_PAYOUT));
        var lost = new HashSet<>(promised);
        lost.removeAll(there);
        findings.unless(
                lost.isEmpty(),
                Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                lost.size() + " payouts, such as " + lost.stream().findFirst().orElse(""));
        counted(there.size(), promised.size(), "payouts");
        counted(facts.deposits(), ids(ended, Kind.DEPOSIT).size(), "deposits");
        counted(facts.conversions(), ids(ended, Kind.CONVERSION).size(), "conversions");
    }

    private static Set<String> ids(List<End> ended, Kind kind) {
        return ended.stream()
                .filter(end -> end.order().kind() == kind)
                .flatMap(end -> end.ids().stream())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private void counted(long made, long asked, String what) {
        findings.unless(
                made == asked,
                Invariant.NOTHING_HAPPENS_TWICE,
                "%d %s were asked for, and there are %d".formatted(asked, what, made));
    }

    private void bank() {
        long unpaid = rail.unpaid();
        findings.unless(
                unpaid == 0, Invariant.PAYOUTS_AGREE_WITH_RAIL, unpaid + " payouts are completed and were not paid");
        long givenBack = rail.givenBack();
        findings.unless(
                givenBack == 0,
                Invariant.PAYOUTS_AGREE_WITH_RAIL,
                givenBack + " payouts were paid and are not completed");
        long forNobody = rail.paidForNobody();
        findings.unless(
                forNobody == 0, Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID, forNobody + " payments are for no payout");
    }

    private void events() {
        long gaps = facts.feedsWithGaps();
        findings.unless(gaps == 0, Invariant.FEED_HAS_NO_GAPS, gaps + " feeds have gaps");
        var missed = missed();
        findings.unless(missed.isEmpty(), Invariant.EVERY_EVENT_DELIVERED, missed.size() + " events have not arrived");
    }

    private Set<Long> missed() {
        var missed = new HashSet<>(facts.events(rail.merchant(), 0));
        missed.removeAll(listener.heardBy(MERCHANT));
        return missed;
    }
}
