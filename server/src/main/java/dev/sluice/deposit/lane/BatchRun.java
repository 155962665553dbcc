package dev.sluice.deposit.lane;

import dev.sluice.clock.Clocks;
import dev.sluice.convert.Quotes;
import dev.sluice.db.Tx;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.DepositStore;
import dev.sluice.deposit.create.Draft;
import dev.sluice.deposit.create.Ranges;
import dev.sluice.deposit.lane.Command.Cancel;
import dev.sluice.deposit.lane.Command.Change;
import dev.sluice.deposit.lane.Command.ChangeMethod;
import dev.sluice.deposit.lane.Command.Create;
import dev.sluice.deposit.lane.Command.Expire;
import dev.sluice.deposit.lane.Command.Force;
import dev.sluice.deposit.lane.Command.HoldInSuspense;
import dev.sluice.deposit.lane.Command.Move;
import dev.sluice.deposit.lane.Command.Receive;
import dev.sluice.deposit.lane.Command.Settle;
import dev.sluice.event.Events;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LockedAccounts;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.notification.Notifications;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.IncomingPayments.Entry;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rate.Rates;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One batch of a lane in one transaction: look up and lock everything once, decide each command in memory, write
/// everything once. A refused command leaves nothing behind and does its neighbours no harm.
public final class BatchRun {
    private final Parts parts;
    private final Tx tx;
    private final List<Command> commands;
    private final Holding holding;
    private final Map<DepositRef, Deposit> deposits;
    private final PendingWrites writes;
    private final LockedAccounts lockedAccounts;
    private final IdempotentRequests.StoredAnswers answered;
    private final Map<ReferenceClaims.Name, UUID> references;
    private final Set<String> takenDestinations;
    private final Map<DepositPaymentStore.Key, DepositPaymentStore.RecordedPayment> knownPayments;
    /// Current deposits of the reported payments that a person moved.
    private final Map<DepositPaymentStore.Key, DepositRef> movedPayments;
    /// Former instructions of the deposits that may receive money by them.
    private final Map<DepositRef, List<FormerInstructions>> former = new HashMap<>();
    /// Payment time of the earliest payment not yet applied, by destination.
    private final Map<String, Instant> uncounted;

    /// Time that all nodes agree on: it decides the expiry of deposits and of rates.
    private final Instant now;

    private final Set<UUID> usedQuotes = new HashSet<>();

    private BatchRun(Parts parts, Tx tx, List<Command> commands) {
        this.parts = parts;
        this.tx = tx;
        this.commands = commands;
        this.writes = new PendingWrites(parts);
        this.movedPayments = new HashMap<>(DepositPaymentStore.moved(tx, changedPayments()));
        of(Move.class).forEach(move -> movedPayments.put(move.key(), move.target()));
        this.holding = new Holding(parts.store().lock(tx, wantedDeposits()));
        this.deposits = holding.deposits();
        FormerInstructionsStore.of(tx, parts.store().macs(), wantedFormer())
                .forEach((ref, all) -> former.put(ref, new ArrayList<>(all)));
        // All statements share one round trip: no result is read before the last statement is issued.
        var opening = parts.ledger().opening(tx, accounts());
        var answers = parts.idempotency()
                .lookUp(
                        tx,
                        commands.stream()
                                .map(Command::claim)
                                .filter(Objects::nonNull)
                                .toList());
        var settled = settledReferences();
        var held = ReferenceClaims.lock(tx, List.copyOf(settled));
        var used = ReferenceClaims.find(tx, wantedReferences(settled));
        var taken = parts.directory().taken(tx, TenantDirectory.Kind.DEPOSIT, wantedDestinations());
        var known = DepositPaymentStore.known(tx, parts.store().macs(), wantedPayments());
        var unread = IncomingPayments.unreadOf(tx, ending());
        var agreed = parts.clocks().sharedInstant(tx);
        this.lockedAccounts = opening.get();
        this.answered = answers.get();
        this.references = new HashMap<>(held.get());
        references.putAll(used.get());
        this.takenDestinations = new HashSet<>(taken.get());
        this.knownPayments = new HashMap<>(known.get());
        this.uncounted = unread.get();
        this.now = agreed.get();
    }

    /// Dependencies of decisions besides the batch itself.
    public record Parts(
            DepositStore store,
            Ledger ledger,
            IdempotentRequests idempotency,
            Clocks clocks,
            Events events,
            TenantDirectory directory,
            Rates rates,
            Quotes quotes,
            Notifications notifications,
            Ranges ranges,
            TamperAlarm alarm) {}

    /// Does a batch in an open transaction and gives each command's decision, in order.
    public static List<Decision> run(Parts parts, Tx tx, List<Command> commands) {
        var run = new BatchRun(parts, tx, commands);
        var decisions = new ArrayList<Decision>(commands.size());
        for (var command : commands) {
            decisions.add(run.decide(command));
        }
        run.lockedAccounts.flush();
        run.writes.flush(tx);
        run.holding.report(tx, parts.alarm());
        return decisions;
    }

    private Decision decide(Command command) {
        int mark = lockedAccounts.mark();
        var mine = new PendingWrites(parts);
        try {
            var claim = command.claim();
            if (claim != null) {
                var before = answered.of(claim);
                if (before.isPresent()) {
                    return new Decision.Answered(before.get());
                }
            }
            var held = holding.decide(command, new Holding.BatchPayments(knownPayments, movedPayments, former), mine);
            if (held.isPresent()) {
                add(mine);
                return held.get();
            }
            var decision = switch (command) {
                case Create create ->
                    new CreateDecision(
                                    parts,
                                    now,
                                    deposits,
                                    references,
                                    takenDestinations,
                                    (organization, wanted) -> parts.quotes().lock(tx, organization, wanted),
                                    new HashSet<>(usedQuotes),
                                    mine)
                            .decide(create);
                case Change change -> transition(mine).decide(change, deposits.get(change.ref()));
                case HoldInSuspense shelve -> transition(mine).decide(shelve);
                case Move move -> transition(mine).decide(move);
            };
            if (claim != null && decision instanceof Decision.Answered(var answer)) {
                mine.answers.add(new IdempotentRequests.ClaimedAnswer(claim, answer));
            }
            add(mine);
            return decision;
        } catch (Refused refused) {
            lockedAccounts.rollBackTo(mark);
            // The money is here, and the payments after it can be booked although its rate is unknown now.
            return command instanceof Receive && refused.refusal() == Refusal.RATE_UNAVAILABLE
                    ? new Decision.Postponed()
                    : new Decision.Declined(refused);
        }
    }

    private Transition transition(PendingWrites mine) {
        var methods = new MethodChange(parts, now, new Moves(lockedAccounts, mine), takenDestinations, former);
        return new Transition(parts, now, methods, knownPayments, deposits, uncounted);
    }

    /// Adds the effects of a command to the batch. A released reference is not free within this batch: other
    /// bearers of it are found when the batch is written.
    private void add(PendingWrites mine) {
        mine.quotes.forEach(use -> usedQuotes.add(use.quoteId()));
        mine.created.forEach(deposits::put);
        mine.changed.forEach(deposits::put);
        mine.ended.forEach(each ->
                former.computeIfAbsent(each.deposit(), _ -> new ArrayList<>()).add(each));
        mine.restored.forEach(
                each -> former.getOrDefault(each.deposit(), List.of()).remove(each));
        mine.claimedReferences.forEach(each -> references.put(each.name(), each.paymentId()));
        mine.wishedReferences.forEach(each -> references.putIfAbsent(each.name(), each.paymentId()));
        writes.addAll(mine);
    }

    private <C extends Command> List<C> of(Class<C> type) {
        return commands.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// Returns the accounts of the batch; only incoming and outgoing money touches the books.
    private Set<AccountKey> accounts() {
        var keys = new HashSet<AccountKey>();
        Stream.concat(of(Force.class).stream(), of(Receive.class).stream())
                .map(change -> deposits.get(change.ref()))
                .filter(Objects::nonNull)
                .forEach(deposit -> keys.addAll(Placement.accounts(deposit)));
        of(Expire.class).stream()
                .map(change -> deposits.get(change.ref()))
                .filter(deposit -> deposit != null && Credits.isPartlyPaid(deposit))
                .forEach(deposit -> keys.addAll(Placement.accounts(deposit)));
        items().forEach(report -> keys.addAll(
                Placement.suspense(report.organizationId(), report.entry().payment())));
        suspenseOfOperator()
                .forEach(receive -> keys.addAll(
                        Placement.suspense(Ledger.PLATFORM, receive.entry().payment())));
        keys.addAll(moved());
        former.forEach((ref, all) -> all.forEach(each -> {
            var deposit = Objects.requireNonNull(deposits.get(ref));
            keys.addAll(Placement.accounts(
                    deposit.withInstructions(each.requested(), each.instructions(), each.endedAt())));
        }));
        of(Settle.class).stream()
                .map(settle -> deposits.get(settle.ref()))
                .filter(Objects::nonNull)
                .forEach(deposit -> keys.addAll(Placement.settled(deposit)));
        of(Change.class).stream()
                .filter(this::mayOwe)
                .map(change -> deposits.get(change.ref()))
                .filter(Objects::nonNull)
                .forEach(deposit -> keys.addAll(Placement.owing(deposit)));
        return keys;
    }

    /// Returns the accounts of the payments that a person moved: the suspense accounts that held the money, and
    /// the accounts of the deposits that have it now.
    private Set<AccountKey> moved() {
        var keys = new HashSet<AccountKey>();
        of(Move.class).forEach(move -> {
            var asset = move.payment().amount().asset();
            keys.addAll(Placement.suspense(move.organizationId(), move.payment()));
            if (move.returned() != null) {
                keys.add(new AccountKey(move.organizationId(), asset, Account.AVAILABLE));
            }
        });
        var undone =
                items().filter(each -> each.entry().reversed()).map(Report::key).collect(Collectors.toSet());
        movedPayments.forEach((key, target) -> {
            var deposit = deposits.get(target);
            if (deposit != null) {
                keys.addAll(Placement.accounts(deposit));
                if (undone.contains(key) || deposit.progress().owed().isPositive()) {
                    keys.addAll(Placement.owing(deposit));
                }
            }
        });
        return keys;
    }

    private boolean mayOwe(Change change) {
        var deposit = deposits.get(change.ref());
        return (change instanceof Receive receive && receive.entry().reversed())
                || (deposit != null && deposit.progress().owed().isPositive());
    }

    /// Returns the destinations of deposits that are about to expire, to be cancelled or to change their method:
    /// money may have arrived there and wait.
    private List<Destination> ending() {
        var ending = Stream.concat(of(Expire.class).stream(), of(Cancel.class).stream())
                .map(change -> deposits.get(change.ref()))
                .filter(deposit -> deposit != null && deposit.state() instanceof Pending);
        var changing = of(ChangeMethod.class).stream()
                .map(change -> deposits.get(change.ref()))
                .filter(Objects::nonNull);
        return Stream.concat(ending, changing)
                .flatMap(deposit -> Stream.concat(
                        Stream.of(deposit.instructions().destination()),
                        former.getOrDefault(deposit.ref(), List.of()).stream()
                                .map(each -> each.instructions().destination())))
                .toList();
    }

    /// Returns the deposits that received, or may have received, money by former instructions.
    private List<DepositRef> wantedFormer() {
        return of(Change.class).stream()
                .filter(change -> MethodChange.mayBeByFormer(change, deposits.get(change.ref())))
                .map(Change::ref)
                .distinct()
                .toList();
    }

    /// Returns the references that were claimed before their deposits are created. Such a claim counts as
    /// abandoned until its deposit exists.
    private Set<ReferenceClaims.Name> settledReferences() {
        return of(Create.class).stream()
                .flatMap(create -> names(create, Draft::isSettled))
                .collect(Collectors.toSet());
    }

    private List<ReferenceClaims.Name> wantedReferences(Set<ReferenceClaims.Name> settled) {
        return of(Create.class).stream()
                .filter(create -> !create.duplicateReferencesAllowed())
                .flatMap(create -> names(create, draft -> !draft.isSettled()))
                .filter(name -> !settled.contains(name))
                .toList();
    }

    private static Stream<ReferenceClaims.Name> names(Create create, Predicate<Draft> wanted) {
        return create.drafts().stream()
                .filter(wanted.and(draft -> draft.reference() != null))
                .map(draft -> CreateDecision.name(create.organizationId(), Objects.requireNonNull(draft.reference())));
    }

    private List<String> wantedDestinations() {
        return Stream.concat(
                        of(Create.class).stream().flatMap(create -> create.drafts().stream()),
                        of(ChangeMethod.class).stream().map(ChangeMethod::draft))
                .flatMap(draft -> draft.way().candidates().stream())
                .map(candidate -> candidate.text())
                .toList();
    }

    private List<DepositRef> wantedDeposits() {
        return Stream.of(
                        of(Change.class).stream().map(Change::ref),
                        of(Create.class).stream().flatMap(create -> create.settled().stream()),
                        of(Move.class).stream().flatMap(move -> move.refs().stream()),
                        movedPayments.values().stream())
                .flatMap(Function.identity())
                .distinct()
                .toList();
    }

    /// A rail's report of a payment, and the organization that it is for.
    private record Report(UUID organizationId, Entry entry) {
        DepositPaymentStore.Key key() {
            return DepositPaymentStore.Key.of(organizationId, entry.payment());
        }
    }

    /// Payments with an earlier report may have been the house's then.
    private Stream<Report> items() {
        return Stream.of(
                        of(Receive.class).stream().map(each -> new Report(each.organizationId(), each.entry())),
                        of(Receive.class).stream()
                                .filter(each -> each.entry().revision() > 1)
                                .map(each -> new Report(Ledger.PLATFORM, each.entry())),
                        of(HoldInSuspense.class).stream().map(each -> new Report(each.organizationId(), each.entry())))
                .flatMap(Function.identity());
    }

    /// Returns payments that the house may keep: from rejected payers, for deposits at their maximum number of
    /// payments, or for missing deposits.
    private Stream<Receive> suspenseOfOperator() {
        var coming = of(Receive.class).stream().collect(Collectors.groupingBy(Receive::ref, Collectors.counting()));
        return of(Receive.class).stream().filter(receive -> {
            var deposit = deposits.get(receive.ref());
            return receive.rejected()
                    || deposit == null
                    || deposit.progress().payments().size() + coming.getOrDefault(receive.ref(), 0L)
                            > IncomingPaymentHandler.PAYMENTS_MAX;
        });
    }

    /// Returns the payments with a later report of their rail: only such payments can have been moved before.
    private List<DepositPaymentStore.Key> changedPayments() {
        return items().filter(report -> report.entry().revision() > 1)
                .map(Report::key)
                .distinct()
                .toList();
    }

    private List<DepositPaymentStore.Key> wantedPayments() {
        return Stream.of(
                        items().map(Report::key),
                        of(Receive.class).stream()
                                .map(each -> DepositPaymentStore.Key.of(
                                        Ledger.PLATFORM, each.entry().payment())),
                        of(Settle.class).stream().map(Settle::key),
                        of(Move.class).stream().map(Move::key))
                .flatMap(Function.identity())
                .toList();
    }
}
