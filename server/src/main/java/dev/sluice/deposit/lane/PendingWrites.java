package dev.sluice.deposit.lane;

import dev.sluice.convert.Quotes;
import dev.sluice.db.Tx;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositJson;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.ReferenceHolderStore;
import dev.sluice.deposit.query.DepositTallyStore;
import dev.sluice.deposit.review.ResolutionStore;
import dev.sluice.event.Event;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// Pending writes of decided commands. Each command collects its own; those of a batch are written together, one
/// statement per table.
public final class PendingWrites {
    private final BatchRun.Parts parts;
    final Map<DepositRef, Deposit> created = new LinkedHashMap<>();
    final Map<DepositRef, Deposit> changed = new LinkedHashMap<>();
    /// The deposit as it was before this transaction first changed it, for the tallies.
    final Map<DepositRef, Deposit> original = new HashMap<>();
    /// Deposits that have other instructions from now on.
    final Map<DepositRef, Deposit> instructed = new LinkedHashMap<>();
    /// Instructions that end.
    final List<FormerInstructions> ended = new ArrayList<>();
    /// Former instructions that are their deposit's again.
    final List<FormerInstructions> restored = new ArrayList<>();

    final List<ReferenceClaims.Claimed> claimedReferences = new ArrayList<>();
    final List<ReferenceClaims.Claimed> wishedReferences = new ArrayList<>();
    final List<ReferenceClaims.Claimed> freedReferences = new ArrayList<>();
    final List<TenantDirectory.Route> routes = new ArrayList<>();
    final List<DepositPaymentStore.Row> payments = new ArrayList<>();
    /// Final state of payments that were known before.
    final Map<DepositPaymentStore.Key, DepositPaymentStore.Row> revised = new LinkedHashMap<>();
    public final List<ResolutionStore.Resolved> resolved = new ArrayList<>();
    /// Payments that change, as they are in the end.
    public final Map<DepositPaymentStore.Key, DepositPaymentStore.RecordedPayment> known = new HashMap<>();
    /// Payments that a person has to decide about from now on.
    final List<DepositPaymentStore.Row> unmatched = new ArrayList<>();
    /// Payments that were sent back, and are gone now.
    final List<DepositPaymentStore.Row> missing = new ArrayList<>();
    /// Deposits that were altered in the database, or that misrouted money was routed to.
    final List<DepositRef> held = new ArrayList<>();
    final List<Quotes.Use> quotes = new ArrayList<>();
    final List<Event> events = new ArrayList<>();
    final List<IdempotentRequests.ClaimedAnswer> answers = new ArrayList<>();

    public PendingWrites(BatchRun.Parts parts) {
        this.parts = parts;
    }

    void create(Deposit deposit) {
        created.put(deposit.ref(), deposit);
        addEvent(deposit, "created");
    }

    public void change(Deposit before, Deposit after, String event) {
        original.putIfAbsent(before.ref(), before);
        changed.put(after.ref(), after);
        addEvent(after, event);
    }

    /// Gives a deposit other instructions. The caller reports any other change.
    void instruct(Deposit before, Deposit after, FormerInstructions former) {
        original.putIfAbsent(before.ref(), before);
        instructed.put(after.ref(), after);
        ended.add(former);
    }

    private void addEvent(Deposit deposit, String what) {
        events.add(new Event(
                deposit.organizationId(),
                deposit.id(),
                "deposit." + what,
                deposit.progress().events(),
                DepositJson.bytes(deposit),
                deposit.progress().updatedAt()));
    }

    void addAll(PendingWrites other) {
        created.putAll(other.created);
        changed.putAll(other.changed);
        other.original.forEach(original::putIfAbsent);
        instructed.putAll(other.instructed);
        ended.addAll(other.ended);
        restored.addAll(other.restored);
        claimedReferences.addAll(other.claimedReferences);
        wishedReferences.addAll(other.wishedReferences);
        // A reference that is given up again was not wished for in the end.
        wishedReferences.removeAll(other.freedReferences);
        freedReferences.addAll(other.freedReferences);
        routes.addAll(other.routes);
        payments.addAll(other.payments);
        revised.putAll(other.revised);
        resolved.addAll(other.resolved);
        known.putAll(other.known);
        unmatched.addAll(other.unmatched);
        missing.addAll(other.missing);
        held.addAll(other.held);
        quotes.addAll(other.quotes);
        events.addAll(other.events);
        answers.addAll(other.answers);
    }

    private void report(
            Tx tx, Kind kind, List<DepositPaymentStore.Row> payments, Function<DepositPaymentStore.Row, String> note) {
        var subjects = payments.stream()
                .map(row -> new Subject(
                        Subject.of(row.organizationId(), row.payment().id()),
                        row.payment().amount().decimal(),
                        row.payment().amount().asset().code(),
                        note.apply(row)))
                .toList();
        parts.notifications().report(tx, kind, subjects);
    }

    private byte[] paymentMac(DepositPaymentStore.Key key) {
        return parts.store().macs().ofPayment(key, Objects.requireNonNull(known.get(key)));
    }

    public void flush(Tx tx) {
        parts.store().insert(tx, List.copyOf(created.values()));
        parts.store().update(tx, List.copyOf(changed.values()));
        parts.store().instruct(tx, List.copyOf(instructed.values()));
        // The order matters: instructions that ended in this batch may be the deposit's again.
        FormerInstructionsStore.insert(tx, parts.store().macs(), ended);
        FormerInstructionsStore.delete(tx, restored);
        var freed = ReferenceClaims.release(tx, freedReferences);
        ReferenceClaims.claim(tx, claimedReferences);
        ReferenceClaims.claimIfFree(tx, wishedReferences);
        if (!freedReferences.isEmpty()) {
            ReferenceClaims.claimIfFree(tx, ReferenceHolderStore.of(tx, freed.get()));
        }
        parts.directory().claim(tx, routes);
        DepositPaymentStore.insert(tx, payments, this::paymentMac);
        DepositPaymentStore.revise(tx, List.copyOf(revised.values()), this::paymentMac);
        ResolutionStore.put(tx, resolved, this::paymentMac);
        held.forEach(each -> parts.alarm().raise(tx, "deposit", each.organizationId(), each.depositId()));
        report(tx, Kind.MONEY_UNMATCHED, unmatched, row -> String.valueOf(row.reason()));
        report(tx, Kind.MONEY_MISSING, missing, row -> row.incomingPayment().rail());
        parts.quotes().use(tx, quotes);
        var tallies = new DepositTallyStore.Changes();
        created.values().forEach(deposit -> tallies.add(deposit, 1));
        original.values().forEach(deposit -> tallies.add(deposit, -1));
        changed.values().forEach(deposit -> tallies.add(deposit, 1));
        tallies.flush(tx);
        parts.events().append(tx, events);
        parts.idempotency().remember(tx, answers);
    }
}
