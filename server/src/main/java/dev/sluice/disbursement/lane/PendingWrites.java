package dev.sluice.disbursement.lane;

import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementJson;
import dev.sluice.disbursement.DueStore;
import dev.sluice.disbursement.Status;
import dev.sluice.disbursement.approval.ApprovalStore;
import dev.sluice.disbursement.query.DisbursementTallyStore;
import dev.sluice.disbursement.reconciliation.Discrepancies.Discrepancy;
import dev.sluice.disbursement.reconciliation.DiscrepancyStore;
import dev.sluice.event.Event;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Subject;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.TamperAlarm.Reason;
import dev.sluice.recipient.Recipient;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.ScreeningRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/// Pending writes of decided commands. Each command collects its own; the batch's are written together, each table
/// once.
public final class PendingWrites {
    /// Retry delay of a payout with a row that was altered in the database.
    public static final Duration HELD_FOR = Duration.ofMinutes(5);

    private final BatchRun.Parts parts;
    final List<Recipient> recipients = new ArrayList<>();
    final Map<PayoutRef, Disbursement> created = new LinkedHashMap<>();
    final Map<PayoutRef, Disbursement> changed = new LinkedHashMap<>();
    /// The payout as it was before this transaction first changed it, for the tallies.
    final Map<PayoutRef, Disbursement> original = new HashMap<>();
    final List<ReferenceClaims.Claimed> claimedReferences = new ArrayList<>();
    final List<ReferenceClaims.Claimed> wishedReferences = new ArrayList<>();
    final List<ReferenceClaims.Claimed> freedReferences = new ArrayList<>();
    final List<DueStore.Due> dueNew = new ArrayList<>();
    final List<DueStore.Due> dueAgain = new ArrayList<>();
    final List<PayoutRef> done = new ArrayList<>();
    /// Payees to be screened.
    final List<ScreeningRequest> screened = new ArrayList<>();
    /// Payouts that need no screening any more.
    final List<CheckRef> unscreened = new ArrayList<>();
    final List<ApprovalStore.ApprovalRequest> approvals = new ArrayList<>();
    final List<ApprovalStore.Ended> reviews = new ArrayList<>();
    /// Payouts that a reviewer rejected.
    final List<Disbursement> rejected = new ArrayList<>();
    /// Payouts with an instruction that is not the original one.
    final List<Disbursement> held = new ArrayList<>();
    final Map<PayoutRef, Discrepancy> discrepancies = new LinkedHashMap<>();
    final List<Event> events = new ArrayList<>();
    final List<IdempotentRequests.ClaimedAnswer> answers = new ArrayList<>();

    PendingWrites(BatchRun.Parts parts) {
        this.parts = parts;
    }

    void create(Disbursement payout) {
        created.put(payout.ref(), payout);
        addEvent(payout, "created");
    }

    void change(Disbursement before, Disbursement after, String event) {
        original.putIfAbsent(before.ref(), before);
        changed.put(after.ref(), after);
        addEvent(after, event);
    }

    private void addEvent(Disbursement payout, String what) {
        events.add(new Event(
                payout.organizationId(),
                payout.id(),
                "disbursement." + what,
                payout.progress().events(),
                DisbursementJson.bytes(payout, parts.organizationNames().apply(payout.organizationId())),
                payout.progress().updatedAt()));
    }

    void addAll(PendingWrites other) {
        recipients.addAll(other.recipients);
        created.putAll(other.created);
        changed.putAll(other.changed);
        other.original.forEach(original::putIfAbsent);
        claimedReferences.addAll(other.claimedReferences);
        wishedReferences.addAll(other.wishedReferences);
        // A reference that is given up again was not wished for in the end.
        wishedReferences.removeAll(other.freedReferences);
        freedReferences.addAll(other.freedReferences);
        dueNew.addAll(other.dueNew);
        dueAgain.addAll(other.dueAgain);
        done.addAll(other.done);
        screened.addAll(other.screened);
        unscreened.addAll(other.unscreened);
        approvals.addAll(other.approvals);
        reviews.addAll(other.reviews);
        rejected.addAll(other.rejected);
        held.addAll(other.held);
        other.discrepancies.forEach(discrepancies::putIfAbsent);
        events.addAll(other.events);
        answers.addAll(other.answers);
    }

    /// Every batch writes the kinds in the same order, and the organizations within each kind too.
    private void notice(Tx tx) {
        var waiting = approvals.stream()
                .map(asked -> Objects.requireNonNull(created.get(asked.ref())))
                .toList();
        notice(tx, Kind.APPROVAL_WAITING, waiting);
        notice(tx, Kind.PAYOUT_REJECTED, rejected);
    }

    private void notice(Tx tx, Kind kind, List<Disbursement> payouts) {
        var byOrganization = new TreeMap<UUID, List<Subject>>();
        for (var payout : payouts) {
            byOrganization
                    .computeIfAbsent(payout.organizationId(), _ -> new ArrayList<>())
                    .add(new Subject(
                            payout.id().toString(),
                            payout.amount().decimal(),
                            payout.amount().asset().code(),
                            known(payout)));
        }
        byOrganization.forEach((organization, subjects) ->
                parts.rules().notifications().create(tx, organization, kind, subjects, subjects.size()));
    }

    /// Returns a payout as the subject of a notice to operators.
    public static Subject subject(Disbursement payout, String note) {
        return new Subject(
                Subject.of(payout.organizationId(), payout.id()),
                payout.amount().decimal(),
                payout.amount().asset().code(),
                note);
    }

    private void hold(Tx tx) {
        var now = parts.clocks().instant();
        var due = held.stream()
                .filter(payout -> payout.status() == Status.PENDING)
                .map(payout -> new DueStore.Due(
                        payout.ref(), now.plus(HELD_FOR), payout.progress().rail()))
                .toList();
        DueStore.hold(tx, due, now);
        for (var payout : held) {
            parts.rules().alarm().raise(tx, payout.progress().rail(), payout.ref(), Reason.CHANGED);
        }
    }

    /// Records contradictions; a rail may repeat the same report, and operators are notified once.
    private void contradict(Tx tx) {
        var found = DiscrepancyStore.insert(tx, List.copyOf(discrepancies.values()));
        var subjects = discrepancies.values().stream()
                .filter(each -> found.contains(each.payout().ref()))
                .map(each -> subject(each.payout(), each.report().name()))
                .toList();
        parts.rules().notifications().report(tx, Kind.RAIL_CONTRADICTION, subjects);
    }

    /// Returns a payout's name for people: the payee and the reference.
    private static String known(Disbursement payout) {
        var payee = payout.isCrypto()
                ? payout.payee().wallet().wallet().address()
                : payout.payee().parts().known();
        return payout.reference() == null ? payee : payee + " · " + payout.reference();
    }

    void flush(Tx tx) {
        parts.recipients().insertPaid(tx, recipients);
        parts.store().insert(tx, List.copyOf(created.values()), approvals);
        parts.store().update(tx, List.copyOf(changed.values()));
        CancelledStore.insert(tx, List.copyOf(changed.values()));
        var freed = ReferenceClaims.release(tx, freedReferences);
        ReferenceClaims.claim(tx, claimedReferences);
        ReferenceClaims.claimIfFree(tx, wishedReferences);
        if (!freedReferences.isEmpty()) {
            ReferenceClaims.claimIfFree(tx, ReferenceHolderStore.of(tx, freed.get()));
        }
        DueStore.insert(tx, dueNew);
        DueStore.reschedule(tx, dueAgain);
        hold(tx);
        DueStore.delete(tx, done);
        if (!screened.isEmpty()) {
            parts.rules().screenings().request(tx, screened);
        }
        if (!unscreened.isEmpty()) {
            parts.rules().screenings().drop(tx, unscreened);
        }
        ApprovalStore.insert(tx, approvals);
        ApprovalStore.end(tx, parts.store().macs(), reviews);
        notice(tx);
        contradict(tx);
        var tallies = new DisbursementTallyStore.Changes();
        created.values().forEach(payout -> tallies.add(payout, 1));
        original.values().forEach(payout -> tallies.add(payout, -1));
        changed.values().forEach(payout -> tallies.add(payout, 1));
        tallies.flush(tx);
        parts.events().append(tx, events);
        parts.idempotency().remember(tx, answers);
    }
}
