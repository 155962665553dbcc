package dev.sluice.disbursement;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.disbursement.DisbursementModule.Rules;
import dev.sluice.disbursement.DisbursementRows.Checked;
import dev.sluice.disbursement.DueStore.Withheld;
import dev.sluice.disbursement.lane.Command.ApplyOutcome;
import dev.sluice.disbursement.lane.Command.Withhold;
import dev.sluice.rail.InboxReader;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
import dev.sluice.screening.Check.Consequence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Submits queued payouts to their rails and applies the rails' outcomes. Rails are called with no transaction open.
/// For
/// a payout that was leased before, the rail is queried first; it is never resubmitted blindly.
public final class DisbursementWorker {
    private static final Logger LOG = LoggerFactory.getLogger(DisbursementWorker.class);
    private static final String NOTICE = "notice";
    private static final int BATCH_MAX = 500;
    /// Time after which another node may take over a node's payouts.
    static final Duration LEASE = Duration.ofSeconds(30);

    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(5);

    private final Database database;
    private final Disbursements disbursements;
    private final DisbursementStore store;
    private final RailGate gate;
    private final PayoutStatusReports reports;
    private final Clocks clocks;
    private final List<String> configured;

    DisbursementWorker(
            Database database,
            Disbursements disbursements,
            DisbursementStore store,
            RailGate gate,
            PayoutStatusReports reports,
            Clocks clocks) {
        this.database = database;
        this.disbursements = disbursements;
        this.store = store;
        this.gate = gate;
        this.reports = reports;
        this.clocks = clocks;
        gate.rules().alarm().expect(NOTICE);
        this.configured = gate.rails().all().stream().map(Rail::name).toList();
    }

    /// The rails, and the stopped ones among them: those are asked, but get no new payouts.
    ///
    /// @param frozen organizations with payouts that are submitted to no rail
    /// @param rules rules for payees, and for notices that were altered
    record RailGate(Rails rails, RailStops stops, Supplier<Set<UUID>> frozen, Rules rules) {
        Withheld withheld() {
            return new Withheld(stops.names(), frozen.get());
        }
    }

    /// Processes due payouts; returns true if there may be more. A payout without a rail on this node stays in its
    /// queue.
    public boolean step() {
        var now = clocks.instant();
        var until = now.plus(LEASE);
        var withheld = gate.withheld();
        var lease = database.inTx(tx -> DueStore.claim(tx, now, until, configured, withheld, BATCH_MAX));
        if (!lease.claimed().isEmpty()) {
            work(lease.claimed(), until);
        }
        return lease.count() == BATCH_MAX;
    }

    /// Applies the rails' own notices; returns true if there may be more. A notice is deleted only after it was
    /// applied: applying it twice changes nothing.
    public boolean read() {
        var read = database.inTx(tx -> reports.unread(tx, clocks.instant(), BATCH_MAX)
                .reported(tx, gate.rules().alarm(), NOTICE));
        if (read.isEmpty()) {
            return false;
        }
        var applied = InboxReader.apply(read, this::apply, notice -> notice.key() + " of " + notice.rail());
        database.run(tx -> reports.markRead(tx, applied, clocks.instant()));
        return applied.size() == BATCH_MAX;
    }

    private void apply(List<PayoutStatusReport> notices) {
        disbursements.applyOutcomes(notices.stream()
                .map(each -> new ApplyOutcome(each.payout(), each.outcome()))
                .toList());
    }

    private void work(List<DueStore.Claimed> claimed, Instant until) {
        var byRail = new LinkedHashMap<String, List<DueStore.Claimed>>();
        claimed.forEach(each ->
                byRail.computeIfAbsent(each.rail(), _ -> new ArrayList<>()).add(each));
        byRail.forEach((name, group) -> gate.rails().named(name).ifPresent(rail -> work(rail, group, until)));
    }

    private void work(Rail rail, List<DueStore.Claimed> claimed, Instant until) {
        var news = new ArrayList<ApplyOutcome>();
        var again = claimed.stream()
                .filter(each -> !each.isFirst())
                .map(DueStore.Claimed::ref)
                .toList();
        var unseen = new HashSet<PayoutRef>();
        for (var asked : call(again, Function.identity(), Function.identity(), rail::queryOutcomes)) {
            if (asked.outcome() instanceof Outcome.NotSeen) {
                unseen.add(asked.ref());
            } else {
                news.add(asked);
            }
        }
        var toSubmit = claimed.stream()
                .filter(each -> each.isFirst() || unseen.contains(each.ref()))
                .toList();
        // Payouts that the rail has never seen and may not get now are due again after their lease.
        if (gate.stops().isStopped(rail.name())) {
            unclaim(toSubmit.stream().map(DueStore.Claimed::ref).toList(), until);
        } else {
            news.addAll(call(payable(toSubmit), Disbursement::ref, Disbursement::instruction, rail::submit));
        }
        disbursements.applyOutcomes(news);
    }

    /// Returns the payouts that may be submitted, checked as late as possible. Excluded are payouts that another
    /// node claimed while this one was delayed, payouts that were forced or settled by a notice, and payouts of a
    /// frozen organization.
    private List<Disbursement> payable(List<DueStore.Claimed> wanted) {
        if (wanted.isEmpty()) {
            return List.of();
        }
        var until = clocks.instant().plus(LEASE);
        var frozen = gate.frozen().get();
        var consequences = new HashMap<UUID, Consequence>();
        var checked = database.inTx(tx -> {
            var mine = store.findChecked(tx, DueStore.renew(tx, wanted, until));
            consequences.clear();
            consequences.putAll(ScreenedPayee.consequences(gate.rules().screenings(), tx, toScreen(mine)));
            return mine;
        });
        hold(checked.stream()
                .filter(each -> !each.authentic())
                .map(each -> each.payout().ref())
                .toList());
        var found = checked.stream()
                .filter(Checked::authentic)
                .map(Checked::payout)
                .filter(payout ->
                        payout.status() == Status.PENDING && !payout.progress().detached())
                .collect(Collectors.partitioningBy(payout -> frozen.contains(payout.organizationId())));
        unclaim(
                Objects.requireNonNull(found.get(true)).stream()
                        .map(Disbursement::ref)
                        .toList(),
                until);
        return screened(Objects.requireNonNull(found.get(false)), consequences, wanted);
    }

    private static List<Disbursement> toScreen(List<Checked> checked) {
        return checked.stream()
                .filter(each -> each.authentic() && each.payout().status() == Status.PENDING)
                .map(Checked::payout)
                .toList();
    }

    /// Returns the payouts whose payees have passed screening. A refused payee is not paid, and an unscreened one
    /// waits, regardless of the payout's earlier steps.
    private List<Disbursement> screened(
            List<Disbursement> payouts, Map<UUID, Consequence> consequences, List<DueStore.Claimed> claimed) {
        var passed = new ArrayList<Disbursement>();
        var withheld = new ArrayList<Withhold>();
        var claims = claimed.stream().collect(Collectors.toMap(DueStore.Claimed::ref, Function.identity()));
        for (var payout : payouts) {
            var consequence = consequences.getOrDefault(payout.id(), Consequence.WAIT);
            if (consequence == Consequence.PASS) {
                passed.add(payout);
            } else {
                withheld.add(new Withhold(Objects.requireNonNull(claims.get(payout.ref())), consequence));
            }
        }
        disbursements.withhold(withheld);
        return passed;
    }

    /// Holds payouts with altered rows through the lane: nothing is sent for them, regardless of the rail's
    /// reports.
    private void hold(List<PayoutRef> tampered) {
        disbursements.applyOutcomes(tampered.stream()
                .map(ref -> new ApplyOutcome(ref, new Outcome.NotSeen()))
                .toList());
    }

    /// Returns payouts that were claimed for the first time and not submitted to the queue, where they can be
    /// cancelled.
    private void unclaim(List<PayoutRef> unsent, Instant until) {
        if (!unsent.isEmpty()) {
            database.run(tx -> DueStore.unclaim(tx, unsent, until));
        }
    }

    /// Calls a rail for a batch. If the rail throws, each payout's outcome is unknown.
    private <P, Q> List<ApplyOutcome> call(
            List<P> payouts,
            Function<P, PayoutRef> ref,
            Function<P, Q> question,
            Function<List<Q>, List<Outcome>> rail) {
        if (payouts.isEmpty()) {
            return List.of();
        }
        try {
            var outcomes = rail.apply(payouts.stream().map(question).toList());
            return IntStream.range(0, payouts.size())
                    .mapToObj(i -> new ApplyOutcome(ref.apply(payouts.get(i)), outcomes.get(i)))
                    .toList();
        } catch (RuntimeException broken) {
            LOG.warn("rail call failed for {} payouts", payouts.size(), broken);
            var unknown = new Outcome.Unknown(
                    "the rail did not answer", clocks.instant().plus(ASK_AGAIN_AFTER));
            return payouts.stream()
                    .map(payout -> new ApplyOutcome(ref.apply(payout), unknown))
                    .toList();
        }
    }
}
