package dev.sluice.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.convert.Quotes;
import dev.sluice.db.Tx;
import dev.sluice.deposit.Command.Change;
import dev.sluice.deposit.Command.Create;
import dev.sluice.deposit.Command.Expire;
import dev.sluice.deposit.Command.Force;
import dev.sluice.deposit.Command.Receive;
import dev.sluice.deposit.Command.Settle;
import dev.sluice.deposit.Command.Shelve;
import dev.sluice.event.Events;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Books;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Routing;
import dev.sluice.rail.Receipt;
import dev.sluice.rate.Rates;
import dev.sluice.refusal.Refused;
import dev.sluice.replay.Decision;
import dev.sluice.replay.ReferenceClaims;
import dev.sluice.replay.Replays;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/// One batch of a lane in one transaction: look up and lock everything once, decide each command in memory, write
/// everything once. A refused command leaves nothing behind and does its neighbours no harm.
final class BatchRun {
    private final Parts parts;
    private final Tx tx;
    private final List<Command> commands;
    private final Map<DepositRef, Deposit> deposits = new HashMap<>();
    private final Effects effects;
    private final Books books;
    private final Replays.Found answered;
    private final Map<ReferenceClaims.Name, UUID> references;
    private final Set<String> takenDestinations;
    private final Map<PaymentStore.Key, PaymentStore.Known> knownPayments;
    private final Set<UUID> usedQuotes = new HashSet<>();

    private BatchRun(Parts parts, Tx tx, List<Command> commands) {
        this.parts = parts;
        this.tx = tx;
        this.commands = commands;
        this.effects = new Effects(parts);
        parts.store()
                .lock(
                        tx,
                        Stream.concat(
                                        of(Change.class).stream().map(Change::ref),
                                        of(Create.class).stream().flatMap(create -> create.settled().stream()))
                                .distinct()
                                .toList())
                .forEach(deposit -> deposits.put(deposit.ref(), deposit));
        // These travel together: nothing is looked at before all of them were given.
        var opening = parts.ledger().opening(tx, accounts());
        var answers = parts.replays()
                .look(
                        tx,
                        commands.stream()
                                .map(Command::claim)
                                .filter(Objects::nonNull)
                                .toList());
        var used = ReferenceClaims.find(tx, wantedReferences());
        var taken = parts.routing().taken(tx, Routing.Kind.DEPOSIT, wantedDestinations());
        var known = PaymentStore.known(tx, wantedPayments());
        this.books = opening.get();
        this.answered = answers.get();
        this.references = new HashMap<>(used.get());
        this.takenDestinations = new HashSet<>(taken.get());
        this.knownPayments = new HashMap<>(known.get());
    }

    /// What decisions need beside the batch itself.
    record Parts(
            DepositStore store,
            Ledger ledger,
            Replays replays,
            Clocks clocks,
            Events events,
            Routing routing,
            Rates rates,
            Quotes quotes) {}

    /// Does a batch in an open transaction and gives each command's decision, in order.
    static List<Decision> run(Parts parts, Tx tx, List<Command> commands) {
        var run = new BatchRun(parts, tx, commands);
        var decisions = new ArrayList<Decision>(commands.size());
        for (var command : commands) {
            decisions.add(run.decide(command));
        }
        run.books.flush();
        run.effects.flush(tx);
        return decisions;
    }

    private Decision decide(Command command) {
        int mark = books.mark();
        var mine = new Effects(parts);
        try {
            var claim = command.claim();
            if (claim != null) {
                var before = answered.of(claim);
                if (before.isPresent()) {
                    return new Decision.Answered(before.get());
                }
            }
            var decision = switch (command) {
                case Create create ->
                    new Creation(
                                    parts,
                                    deposits,
                                    references,
                                    takenDestinations,
                                    (organization, wanted) -> parts.quotes().take(tx, organization, wanted),
                                    new HashSet<>(usedQuotes),
                                    mine)
                            .decide(create);
                case Change change ->
                    new Transition(parts, new Moves(books, mine), knownPayments)
                            .decide(change, deposits.get(change.ref()));
                case Shelve shelve -> new Transition(parts, new Moves(books, mine), knownPayments).decide(shelve);
            };
            if (claim != null && decision instanceof Decision.Answered(var answer)) {
                mine.answers.add(new Replays.Given(claim, answer));
            }
            keep(mine);
            return decision;
        } catch (Refused refused) {
            books.undoTo(mark);
            return new Decision.Declined(refused);
        }
    }

    private void keep(Effects mine) {
        mine.quotes.forEach(use -> usedQuotes.add(use.quoteId()));
        mine.created.forEach(deposits::put);
        mine.changed.forEach(deposits::put);
        mine.claimedReferences.forEach(each -> references.put(each.name(), each.paymentId()));
        mine.wishedReferences.forEach(each -> references.putIfAbsent(each.name(), each.paymentId()));
        mine.freedReferences.forEach(each -> references.remove(each.name(), each.paymentId()));
        effects.addAll(mine);
    }

    private <C extends Command> List<C> of(Class<C> type) {
        return commands.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// Only money that comes or goes touches the books.
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
        of(Receive.class)
                .forEach(each ->
                        keys.addAll(suspense(each.organizationId(), each.entry().receipt())));
        of(Shelve.class)
                .forEach(each ->
                        keys.addAll(suspense(each.organizationId(), each.entry().receipt())));
        of(Settle.class).stream()
                .map(settle -> deposits.get(settle.ref()))
                .filter(Objects::nonNull)
                .forEach(deposit -> keys.addAll(settled(deposit)));
        of(Change.class).stream()
                .filter(this::mayOwe)
                .map(change -> deposits.get(change.ref()))
                .filter(Objects::nonNull)
                .forEach(deposit -> keys.addAll(Placement.owing(deposit)));
        return keys;
    }

    private boolean mayOwe(Change change) {
        var deposit = deposits.get(change.ref());
        return (change instanceof Receive(var _, var entry) && entry.reversed())
                || (deposit != null && deposit.progress().owed().isPositive());
    }

    /// Where money goes that does not fit.
    private static List<AccountKey> suspense(UUID organizationId, Receipt receipt) {
        var asset = receipt.amount().asset();
        return List.of(
                new AccountKey(organizationId, asset, Account.clearing(receipt.rail())),
                new AccountKey(organizationId, asset, Account.SUSPENSE));
    }

    private static Set<AccountKey> settled(Deposit deposit) {
        var keys = new HashSet<>(Placement.accounts(deposit));
        var asset = deposit.asked().priced().input().asset();
        keys.add(new AccountKey(deposit.organizationId(), asset, Account.SUSPENSE));
        return keys;
    }

    private List<ReferenceClaims.Name> wantedReferences() {
        return of(Create.class).stream()
                .filter(create -> !create.duplicateReferencesAllowed())
                .flatMap(create -> create.drafts().stream()
                        .filter(draft -> draft.reference() != null)
                        .map(draft ->
                                Creation.name(create.organizationId(), Objects.requireNonNull(draft.reference()))))
                .toList();
    }

    private List<String> wantedDestinations() {
        return of(Create.class).stream()
                .flatMap(create -> create.drafts().stream())
                .flatMap(draft -> draft.way().candidates().stream())
                .map(candidate -> candidate.text())
                .toList();
    }

    private List<PaymentStore.Key> wantedPayments() {
        var keys = new ArrayList<PaymentStore.Key>();
        of(Receive.class)
                .forEach(each -> keys.add(
                        PaymentStore.Key.of(each.organizationId(), each.entry().receipt())));
        of(Settle.class).forEach(each -> keys.add(each.key()));
        of(Shelve.class)
                .forEach(each -> keys.add(
                        PaymentStore.Key.of(each.organizationId(), each.entry().receipt())));
        return keys;
    }
}
