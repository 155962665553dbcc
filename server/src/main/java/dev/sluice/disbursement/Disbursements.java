package dev.sluice.disbursement;

import dev.sluice.db.BatchLoader;
import dev.sluice.db.Database;
import dev.sluice.db.Lanes;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.DisbursementRows.Unopened;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.lane.BatchRun;
import dev.sluice.disbursement.lane.Command;
import dev.sluice.disbursement.lane.Command.ApplyOutcome;
import dev.sluice.disbursement.lane.Command.Cancel;
import dev.sluice.disbursement.lane.Command.Change;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.disbursement.lane.Command.Force;
import dev.sluice.disbursement.lane.Command.Review;
import dev.sluice.disbursement.lane.Command.Screen;
import dev.sluice.disbursement.lane.Command.Withhold;
import dev.sluice.disbursement.lane.ReturnStore;
import dev.sluice.disbursement.query.CryptoListStore;
import dev.sluice.disbursement.query.DayVolume;
import dev.sluice.disbursement.query.DisbursementFilter;
import dev.sluice.disbursement.query.DisbursementListStore;
import dev.sluice.disbursement.query.DisbursementTallyStore;
import dev.sluice.disbursement.reconciliation.Discrepancies;
import dev.sluice.disbursement.reconciliation.DiscrepancyStore;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import dev.sluice.refusal.Refusal;
import dev.sluice.screening.ScreeningWorker.CheckResult;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Payouts: create, look up, cancel, force, and apply rails' reports. Every movement of money goes through the
/// organization's lane.
public final class Disbursements implements AutoCloseable {
    /// Maximum number of reports at once: callers share a batch with them, and wait for all of it.
    private static final int OUTCOME_BATCH_MAX = 100;

    private static final Answer NO_ANSWER = new Answer(201, Answer.JSON, new byte[0]);

    private final Database database;
    private final BatchRun.Parts parts;
    private final DisbursementStore store;
    private final DisbursementListStore lists;
    private final CryptoListStore cryptoLists;
    private final Lanes<Command, Decision> lanes;
    private final BatchLoader<PayoutRef, Optional<Unopened>> loader;

    Disbursements(Database database, BatchRun.Parts parts) {
        this.database = database;
        this.parts = parts;
        this.store = parts.store();
        this.lists = new DisbursementListStore(parts.store());
        this.cryptoLists = new CryptoListStore(parts.store());
        this.lanes = new Lanes<>(
                "disbursement", Command::organizationId, Command::weight, commands -> commit(parts, commands));
        this.loader = new BatchLoader<>("disbursements", this::read);
    }

    private List<Decision> commit(BatchRun.Parts parts, List<Command> commands) {
        var names = new HashMap<UUID, String>();
        commands.forEach(command -> names.computeIfAbsent(command.organizationId(), parts.organizationNames()));
        var knowing = parts.knowing(names);
        return database.inBatchTx(commands.size(), tx -> BatchRun.run(knowing, tx, commands));
    }

    /// Creates a group of payouts, all or none.
    ///
    /// @throws dev.sluice.refusal.Refused `INSUFFICIENT_BALANCE` or `REFERENCE_EXISTS`, naming the items
    public Answer create(Create create) {
        return lanes.submit(create).answer();
    }

    /// Creates one payout in a transaction of the caller, who makes sure that it happens once.
    ///
    /// @throws dev.sluice.refusal.Refused `INSUFFICIENT_BALANCE`
    public Disbursement repay(Tx tx, Repayment repayment) {
        var created = new ArrayList<Disbursement>();
        var create = new Create(repayment.caller(), List.of(repayment.draft()), true, null, payouts -> {
            created.addAll(payouts);
            return NO_ANSWER;
        });
        var names = Map.of(create.organizationId(), repayment.caller().organizationName());
        BatchRun.run(parts.knowing(names), tx, List.of(create)).getFirst().answer();
        var payout = created.getFirst();
        if (repayment.byOperator()) {
            ReturnStore.insert(tx, payout.ref());
        }
        return payout;
    }

    /// Cancels a payout that no worker has claimed, that its rail has never seen, or that its rail has not sent.
    ///
    /// @throws dev.sluice.refusal.Refused `DISBURSEMENT_NOT_CANCELLABLE` if it is on its way, or at its end, or
    ///     its merchant tries to cancel an operator's return; `UNAVAILABLE` if its rail does not answer
    Answer cancel(Cancel cancel) {
        var decision = lanes.submit(cancel);
        boolean isLate = decision instanceof Decision.Declined(var refused)
                && refused.refusal() == Refusal.DISBURSEMENT_NOT_CANCELLABLE;
        boolean isBarred = isLate
                && cancel.byMerchant()
                && isReturn(cancel.organizationId(), cancel.ref().payoutId());
        if (isLate && !isBarred && isTakenBack(cancel.ref())) {
            // If this node dies here, the worker asks the rail and gets the same answer.
            applyOutcomes(List.of(new ApplyOutcome(cancel.ref(), new Outcome.Stopped())));
            return lanes.submit(cancel).answer();
        }
        return decision.answer();
    }

    /// Reports whether a payout is an operator's return of money, so that its merchant cannot cancel it.
    public boolean isReturn(UUID organizationId, UUID id) {
        return database.read(handle -> ReturnStore.isOne(handle, organizationId, id));
    }

    /// Stops a payout for an operator, in the same way as its merchant would cancel it. A cancelled payout stays
    /// cancelled.
    ///
    /// @throws dev.sluice.refusal.Refused like a merchant's cancellation, except that returns of money can be
    ///     stopped; `DISBURSEMENT_NOT_FOUND`
    public void stop(PayoutRef ref) {
        var payout = get(ref.organizationId(), ref.payoutId());
        cancel(new Cancel(payout.ref(), false, null, _ -> NO_ANSWER));
    }

    /// Makes a rail cancel a queued payout, or block one that never arrived, as after a node's death. The rail is
    /// asked without an open transaction, and decides by itself if it has sent anything. A stopped payout is never
    /// sent, even if it is submitted again. If several callers ask at once, the payout may have ended for one of
    /// them.
    private boolean isTakenBack(PayoutRef ref) {
        var found = find(ref.organizationId(), ref.payoutId())
                .filter(payout -> !payout.progress().detached());
        var rail = found.flatMap(payout -> parts.rails().named(payout.progress().rail()));
        if (rail.isEmpty()) {
            return false;
        }
        return switch (found.get().state()) {
            case Pending(var stage) -> isTakenBack(rail.get(), found.get(), stage);
            case Cancelled _ -> true;
            case Completed _, Failed _, Reversed _ -> false;
        };
    }

    private static boolean isTakenBack(Rail rail, Disbursement payout, Stage stage) {
        return (rail.keepsQueue() && isStopped(rail.cancel(payout.ref())))
                || (stage.mayBeUnseen() && isStopped(rail.block(payout.instruction())));
    }

    private static boolean isStopped(Cancellation answer) {
        return switch (answer) {
            case CANCELLED -> true;
            case REFUSED, NOT_SEEN -> false;
            case UNKNOWN -> throw Refusal.UNAVAILABLE.refused();
        };
    }

    /// Puts a payout into any status, and the books with it.
    ///
    /// @throws dev.sluice.refusal.Refused `INSUFFICIENT_BALANCE` if the balance cannot bear it;
    ///     `DISBURSEMENT_NOT_FORCEABLE` if an operator sends money back by it
    Answer force(Force force) {
        var imagined = find(force.organizationId(), force.ref().payoutId())
                .filter(Disbursement::isCrypto)
                .flatMap(payout -> parts.rails()
                        .named(payout.progress().rail())
                        .flatMap(rail -> rail.simulatedOutcome(payout.instruction())));
        return lanes.submit(force.with(imagined.orElse(null))).answer();
    }

    /// Decides on waiting payouts, each by itself. A payout declined with `UNAVAILABLE` may have been decided
    /// nevertheless.
    public List<Decision> review(List<Review> reviews) {
        return lanes.submitEach(List.copyOf(reviews), Decision.Declined::new);
    }

    /// Applies screening results. A repeated call changes nothing.
    public void screened(List<CheckResult> results) {
        applyInGroups(results.stream()
                .map(each -> new Screen(
                        new PayoutRef(each.ref().organizationId(), each.ref().subjectId()), each.consequence()))
                .toList());
    }

    /// Keeps back payouts that a worker has taken up and may not hand over yet, or never.
    void withhold(List<Withhold> withheld) {
        applyInGroups(withheld);
    }

    /// Applies rails' reports.
    public void applyOutcomes(List<ApplyOutcome> news) {
        applyInGroups(news);
    }

    /// A group that fails holds up no other.
    private void applyInGroups(List<? extends Change> changes) {
        RuntimeException first = null;
        for (int from = 0; from < changes.size(); from += OUTCOME_BATCH_MAX) {
            try {
                apply(changes.subList(from, Math.min(changes.size(), from + OUTCOME_BATCH_MAX)));
            } catch (RuntimeException failed) {
                first = first == null ? failed : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private void apply(List<? extends Change> changes) {
        for (var decision : lanes.submitAll(List.copyOf(changes))) {
            if (decision instanceof Decision.Declined(var refused)) {
                throw new IllegalStateException("what a rail or screening says was declined: " + refused.text());
            }
        }
    }

    /// Returns an organization's payouts among some ids.
    public List<Disbursement> find(UUID organizationId, Collection<UUID> ids) {
        var refs = ids.stream().map(id -> new PayoutRef(organizationId, id)).toList();
        return database.browse(handle -> store.findUnopened(handle, refs)).stream()
                .map(unopened -> unopened.contents().get())
                .toList();
    }

    /// Returns some payouts as they are in a transaction of the caller.
    public List<Disbursement> find(Tx tx, List<PayoutRef> wanted) {
        return store.find(tx.handle(), wanted);
    }

    /// Reports whether a rail says that a failed or returned payout was paid after all. It stays true after a
    /// person has settled the discrepancy: the settlement does not locate the money, and a payout that may have
    /// been paid is not paid again.
    public boolean isContradicted(Tx tx, PayoutRef ref) {
        return DiscrepancyStore.find(tx.handle(), ref)
                .filter(stored -> stored.report() == Discrepancies.RailReport.SETTLED)
                .isPresent();
    }

    public Disbursement get(UUID organizationId, UUID id) {
        return find(organizationId, id).orElseThrow(Refusal.DISBURSEMENT_NOT_FOUND::refused);
    }

    /// Finds a payout. Many are read together, and each caller opens its own.
    public Optional<Disbursement> find(UUID organizationId, UUID id) {
        return loader.load(new PayoutRef(organizationId, id))
                .map(unopened -> unopened.contents().get());
    }

    /// Returns the banks' references of some payouts by id, without payouts that have none yet.
    public Map<UUID, String> bankReferences(UUID organizationId, Collection<UUID> payouts) {
        return payouts.isEmpty()
                ? Map.of()
                : database.browse(handle -> DisbursementListStore.bankReferences(handle, organizationId, payouts));
    }

    /// A payout's present status, and since when it may have it.
    public record PayoutStatus(Status status, Instant updatedAt) {}

    /// Returns the current statuses of an organization's payouts among some ids; no payout is opened.
    public Map<UUID, PayoutStatus> currentStatuses(UUID organizationId, Collection<UUID> ids) {
        return ids.isEmpty()
                ? Map.of()
                : database.browse(handle -> DisbursementListStore.present(handle, organizationId, ids));
    }

    /// Statuses as words on the wire.
    public Map<UUID, String> statuses(UUID organizationId, Collection<UUID> ids) {
        return currentStatuses(organizationId, ids).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().status().wire()));
    }

    private List<Optional<Unopened>> read(List<PayoutRef> wanted) {
        var distinct = wanted.stream().distinct().toList();
        var found = database.read(handle -> store.findUnopened(handle, distinct)).stream()
                .collect(Collectors.toMap(Unopened::ref, Function.identity()));
        return wanted.stream().map(ref -> Optional.ofNullable(found.get(ref))).toList();
    }

    Page<Disbursement> list(UUID organizationId, DisbursementFilter filter, Page.Request page) {
        return database.browse(handle -> lists.page(handle, organizationId, filter, page));
    }

    Page<Disbursement> listCrypto(UUID organizationId, CryptoListStore.Search search, Page.Request page) {
        return database.browse(handle -> cryptoLists.page(handle, organizationId, search, page));
    }

    /// The payout to a wallet with an id, or else the newest with a reference.
    Optional<Disbursement> findCrypto(UUID organizationId, String idOrReference) {
        var byId =
                Ids.parse(idOrReference).flatMap(id -> find(organizationId, id)).filter(Disbursement::isCrypto);
        return byId.isPresent()
                ? byId
                : database.read(handle -> cryptoLists.newestOfReference(handle, organizationId, idOrReference.strip()));
    }

    /// Returns the payouts created per day since a given day, by currency and status, without reading any payout.
    public List<DayVolume> days(UUID organizationId, LocalDate from) {
        return database.read(handle -> DisbursementTallyStore.days(handle, organizationId, from));
    }

    /// The references of some names that are in use, for reporting them with everything else that is wrong.
    public Map<ReferenceClaims.Name, UUID> referencesInUse(List<ReferenceClaims.Name> names) {
        return database.inTx(tx -> ReferenceClaims.find(tx, names).get());
    }

    /// Finishes the commands in progress.
    @Override
    public void close() {
        lanes.close();
        loader.close();
    }
}
