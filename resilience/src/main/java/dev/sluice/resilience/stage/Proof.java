package dev.sluice.resilience.stage;

import dev.sluice.db.Database;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.resilience.proof.FactStore;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.proof.Listener;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Verifies all invariants of a service at rest.
public final class Proof {
    /// Path of the only merchant's webhook endpoint.
    public static final String MERCHANT = "demo";

    private static final Duration AT_REST_WITHIN = Duration.ofMinutes(3);
    private static final Duration GLANCE = Duration.ofMillis(200);

    private final FactStore facts;
    private final RailStore rail;
    private final HandoverStore handovers;
    private final Listener listener;
    private final Findings findings;
    private final byte[] masterKey;

    /// @param masterKey master key of the deployment
    public Proof(Database database, byte[] masterKey, Listener listener, Findings findings) {
        this.masterKey = masterKey.clone();
        this.facts = new FactStore(database);
        this.rail = new RailStore(database);
        this.handovers = new HandoverStore(database);
        this.listener = listener;
        this.findings = findings;
    }

    /// Waits until nothing is in progress, and returns the elapsed time.
    public Duration rest() {
        long begun = System.nanoTime();
        while (backlog() > 0 && System.nanoTime() - begun < AT_REST_WITHIN.toNanos()) {
            Pauses.pause(GLANCE);
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /// Returns the backlog: payouts in progress, payments that have not arrived, and undelivered events.
    public long backlog() {
        return facts.duePayouts() + rail.unheard() + missed();
    }

    /// Returns the number of payouts that were ever submitted again although the bank had them.
    public long repeated() {
        return handovers.repeated();
    }

    /// Verifies that their number does not exceed a permitted one.
    public void provePaidOnce(long excused) {
        long repeated = repeated() - excused;
        findings.unless(
                repeated <= 0,
                Invariant.NOTHING_SENT_BLINDLY,
                repeated + " payouts were handed to the bank again although it had them");
    }

    /// @param promised all acknowledged results
    public void check(Promises promised) {
        checkLedger();
        nothingHeld();
        orders(promised);
        bank();
        events();
    }

    private void checkLedger() {
        var unbalanced = facts.unbalanced();
        findings.unless(unbalanced.isEmpty(), Invariant.BOOKS_SUM_TO_ZERO, unbalanced.toString());
        long overdrawn = facts.overdrawn();
        findings.unless(overdrawn == 0, Invariant.NO_OVERDRAFT, overdrawn + " accounts are below zero");
        var report = facts.prove(masterKey);
        findings.unless(
                report.isClean(), Invariant.BOOKS_PROVED, report.faults().toString());
    }

    private void nothingHeld() {
        long pending = facts.pendingPayouts();
        findings.unless(pending == 0, Invariant.EVERYTHING_ENDS, pending + " payouts are still under way");
        var held = facts.held();
        findings.unless(held.isEmpty(), Invariant.NOTHING_STAYS_HELD, held.toString());
    }

    private void orders(Promises promised) {
        var payouts = promised.payouts();
        same(facts.payoutIds(), payouts.keySet(), "payouts");
        long otherwise = rail.otherwise(payouts);
        findings.unless(
                otherwise == 0,
                Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID,
                otherwise + " payments are of another sum, or to another account, than was asked for");
        long ended = rail.endedOtherwise(payouts);
        findings.unless(
                ended == 0,
                Invariant.PAYOUTS_AGREE_WITH_RAIL,
                ended + " payouts have ended otherwise than those to such an account or wallet do");
        same(facts.depositIds(), promised.deposits(), "deposits");
        same(facts.conversionIds(), promised.conversions(), "conversions");
        payers(promised.paid(), facts.completedDeposits());
    }

    private void same(Set<UUID> there, Set<UUID> promised, String what) {
        long retained = promised.stream().filter(there::contains).count();
        long lost = promised.size() - retained;
        findings.unless(lost == 0, Invariant.NOTHING_ACKNOWLEDGED_IS_LOST, lost + " " + what);
        long more = there.size() - retained;
        findings.unless(
                more == 0, Invariant.NOTHING_HAPPENS_TWICE, more + " " + what + " are there that nobody was promised");
    }

    /// Verifies that a deposit is completed if and only if it was paid.
    private void payers(Set<UUID> paid, Set<UUID> completed) {
        long retained = completed.stream().filter(paid::contains).count();
        findings.unless(
                retained == paid.size() && retained == completed.size(),
                Invariant.DEPOSITS_AGREE_WITH_PAYERS,
                "%d deposits were paid, %d are completed, %d are both"
                        .formatted(paid.size(), completed.size(), retained));
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
        clearing(SandboxRail.NAME, Orders.CURRENCY, rail.moved());
        clearing(SandboxChain.NAME, Orders.TOKEN, rail.tokensMoved());
    }

    /// Verifies that a rail's clearing account equals its outgoing minus incoming money. Gas is charged in another
    /// asset.
    private void clearing(String name, String asset, Map<String, BigInteger> moved) {
        var theirs = moved.getOrDefault(asset, BigInteger.ZERO);
        var ours = facts.clearing(name).getOrDefault(asset, BigInteger.ZERO);
        findings.unless(
                ours.equals(theirs),
                Invariant.BOOKS_AGREE_WITH_RAIL,
                "%s at %s: %s in the books, %s in truth".formatted(asset, name, ours, theirs));
    }

    private void events() {
        long gaps = facts.feedsWithGaps();
        findings.unless(gaps == 0, Invariant.FEED_HAS_NO_GAPS, gaps + " feeds have gaps");
        long missed = missed();
        findings.unless(missed == 0, Invariant.EVERY_EVENT_DELIVERED, missed + " events have not arrived");
    }

    /// Returns the number of undelivered events; without gaps, the last position is the number of events.
    private long missed() {
        long last = facts.lastEvent(rail.merchant());
        return last - listener.heardBy(MERCHANT).count(last);
    }
}
