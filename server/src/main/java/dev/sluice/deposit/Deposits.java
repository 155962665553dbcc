package dev.sluice.deposit;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.BatchLoader;
import dev.sluice.db.Database;
import dev.sluice.db.Lanes;
import dev.sluice.db.Tx;
import dev.sluice.deposit.create.DepositRequests.Parsed;
import dev.sluice.deposit.create.PaymentOptions;
import dev.sluice.deposit.create.RequestedAmount;
import dev.sluice.deposit.lane.BatchRun;
import dev.sluice.deposit.lane.Command;
import dev.sluice.deposit.lane.Command.Cancel;
import dev.sluice.deposit.lane.Command.ChangeMethod;
import dev.sluice.deposit.lane.Command.Create;
import dev.sluice.deposit.lane.Command.Force;
import dev.sluice.deposit.lane.Command.Move;
import dev.sluice.deposit.lane.Command.Recover;
import dev.sluice.deposit.lane.Command.Settle;
import dev.sluice.deposit.lane.CreateDecision;
import dev.sluice.deposit.lane.Holding;
import dev.sluice.deposit.lane.Overtaken;
import dev.sluice.deposit.query.DayVolume;
import dev.sluice.deposit.query.DepositFilter;
import dev.sluice.deposit.query.DepositListStore;
import dev.sluice.deposit.query.DepositTallyStore;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.rail.Destination;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.refusal.Refusal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Deposits: create, look up, cancel, force, expire, and credit. Every change goes through the organization's lane.
public final class Deposits implements AutoCloseable {
    private static final Answer NO_ANSWER = new Answer(201, Answer.JSON, new byte[0]);

    private final Database database;
    private final PaymentOptions options;
    private final Clocks clocks;
    private final TenantDirectory directory;
    private final DepositStore store;
    private final TamperAlarm alarm;
    private final DepositListStore lists;
    private final Lanes<Command, Decision> lanes;
    private final BatchLoader<DepositRef, Optional<String>> version;

    Deposits(Database database, BatchRun.Parts parts, PaymentOptions options) {
        this.database = database;
        this.options = options;
        this.clocks = parts.clocks();
        this.directory = parts.directory();
        this.store = parts.store();
        this.alarm = parts.alarm();
        alarm.expect("deposit");
        alarm.expect(Holding.PAYMENT);
        this.lists = new DepositListStore(parts.store());
        this.lanes =
                new Lanes<>("deposit", Command::organizationId, Command::weight, commands -> commit(parts, commands));
        this.version = new BatchLoader<>("deposits", this::version);
    }

    private List<Decision> commit(BatchRun.Parts parts, List<Command> commands) {
        try {
            return commitOnce(parts, commands);
        } catch (Overtaken overtaken) {
            return commitOnce(parts, commands);
        }
    }

    private List<Decision> commitOnce(BatchRun.Parts parts, List<Command> commands) {
        return database.inBatchTx(commands.size(), tx -> BatchRun.run(parts, tx, commands));
    }

    /// Creates deposits, all or none.
    ///
    /// @throws dev.sluice.refusal.Refused `REFERENCE_EXISTS`, naming the items
    Answer create(Create create) {
        return lanes.submit(create).answer();
    }

    /// Does the same for many that do not depend on each other.
    public List<Decision> createAll(List<Create> creates) {
        return lanes.submitAll(List.copyOf(creates));
    }

    /// Releases references that were claimed for deposits but never used. Another deposit that bears such a
    /// reference takes it over.
    public static void releaseReferences(Tx tx, List<ReferenceClaims.Claimed> unused) {
        ReferenceClaims.claimIfFree(
                tx,
                ReferenceHolderStore.of(tx, ReferenceClaims.release(tx, unused).get()));
    }

    /// An id for deposits that belong together.
    UUID newBulk() {
        return clocks.newId();
    }

    /// Creates the deposit for a chosen method, once: a repeated choice leaves it as it is.
    ///
    /// @param duplicates true if another payment may have its reference
    /// @return nothing if the method does not serve the wish
    /// @throws dev.sluice.refusal.Refused `REFERENCE_EXISTS` if another payment has it and duplicates are not
    ///     allowed
    public Optional<Deposit> open(
            Caller caller,
            RequestedAmount requested,
            String method,
            PaymentOptions.Identity identity,
            boolean duplicates) {
        return options.draft(caller.organizationId(), requested, method, identity)
                .flatMap(draft -> {
                    create(new Create(caller, List.of(draft), null, duplicates, null, _ -> NO_ANSWER));
                    return find(new DepositRef(caller.organizationId(), identity.id()));
                });
    }

    /// Gives an unpaid deposit the instructions of another method. Money that still comes by its former
    /// instructions counts for it too.
    ///
    /// @param seenEvents number of its events when the payer was shown its instructions
    /// @return true if the method serves the wish
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_CANCELLABLE` if it does not wait any more, or money
    ///     came; `CHANGED_MEANWHILE` if it is not as the payer saw it
    public boolean changeMethod(
            UUID organizationId,
            RequestedAmount requested,
            String method,
            PaymentOptions.Identity identity,
            int seenEvents) {
        var draft = options.draft(organizationId, requested, method, identity);
        draft.map(each -> new ChangeMethod(new DepositRef(organizationId, identity.id()), each, seenEvents))
                .ifPresent(change -> decide(change, organizationId));
        return draft.isPresent();
    }

    /// Cancels an unpaid deposit.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_CANCELLABLE` once it is completed or expired
    Answer cancel(Cancel cancel) {
        return lanes.submit(cancel).answer();
    }

    /// Puts a deposit into any status, and the books with it.
    ///
    /// @throws dev.sluice.refusal.Refused `INSUFFICIENT_BALANCE` if the balance cannot bear it
    Answer force(Force force) {
        return lanes.submit(force).answer();
    }

    /// Credits a payment under review.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_PAYABLE` if it is not under review
    public void settle(Settle settle) {
        decide(settle, settle.organizationId());
    }

    /// Gives a payment under review to another deposit.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_PAYABLE` if it is not under review, or that
    ///     deposit cannot have it; `DEPOSIT_NOT_FOUND` if there is none
    public void move(Move move) {
        decide(move, move.target().organizationId());
    }

    private void decide(Command command, UUID credited) {
        var decisions = lanes.submitAll(List.of(command), recovery(List.of(credited)));
        if (decisions.getFirst() instanceof Decision.Declined(var refused)) {
            throw refused;
        }
    }

    /// Runs background commands in groups.
    ///
    /// @return the commands to retry later
    <C extends Command> List<C> work(List<C> commands) {
        return work(commands, List.of());
    }

    /// Runs background commands that may bring money, and collects owed amounts from it.
    <C extends Command> List<C> workAndRecover(List<C> commands) {
        return work(
                commands,
                commands.stream().map(Command::organizationId).distinct().toList());
    }

    private <C extends Command> List<C> work(List<C> commands, List<UUID> credited) {
        var decisions = lanes.submitAll(List.copyOf(commands), recovery(credited));
        var later = new ArrayList<C>();
        for (int at = 0; at < commands.size(); at++) {
            switch (decisions.get(at)) {
                case Decision.Declined(var refused) ->
                    throw new IllegalStateException("what nobody asked for was declined: " + refused.text());
                case Decision.Postponed _ -> later.add(commands.get(at));
                case Decision.Answered _, Decision.Noted _ -> {}
            }
        }
        return later;
    }

    /// Returns commands that collect owed amounts from incoming money. They follow it in the lane, mostly in the
    /// same transaction, so that the merchant cannot spend the money first.
    private List<Recover> recovery(List<UUID> credited) {
        return credited.isEmpty()
                ? List.of()
                : database.read(handle -> store.owing(handle, credited)).stream()
                        .map(Recover::new)
                        .toList();
    }

    /// Returns expired deposits.
    List<DepositRef> due(int limit) {
        return database.inTx(tx -> store.due(tx, clocks.sharedInstant(tx.handle()), limit));
    }

    /// Returns deposits with an owed amount, after a given one.
    List<DepositRef> owing(DepositRef after, int limit) {
        return database.inTx(tx -> store.owing(tx, after, limit));
    }

    /// A deposit.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_HELD` if its row was altered in the database
    public Optional<Deposit> find(DepositRef ref) {
        return database.read(handle -> store.find(handle, ref)).map(this::toUse);
    }

    private Deposit toUse(DepositRows.Checked checked) {
        var deposit = checked.deposit();
        if (!checked.authentic()) {
            alarm.raise("deposit", deposit.organizationId(), deposit.id());
        }
        return checked.toUse();
    }

    /// Returns a text that differs whenever the deposit does. Many callers may ask at once.
    public Optional<String> version(DepositRef ref) {
        return version.load(ref);
    }

    private List<Optional<String>> version(List<DepositRef> refs) {
        var found = database.read(handle -> store.versions(handle, refs));
        return refs.stream().map(ref -> Optional.ofNullable(found.get(ref))).toList();
    }

    /// The statuses of some deposits; those that are not there have none.
    public Map<DepositRef, Status> statuses(List<DepositRef> refs) {
        return refs.isEmpty() ? Map.of() : database.read(handle -> store.statuses(handle, refs));
    }

    /// Returns the newest ids of deposits of a status before an id.
    public List<UUID> ids(UUID organizationId, Status status, UUID before, int limit) {
        return database.browse(handle -> DepositListStore.ids(handle, organizationId, status, before, limit));
    }

    /// The deposit, in a transaction of the caller's.
    public Optional<Deposit> find(Tx tx, DepositRef ref) {
        return store.find(tx.handle(), ref).map(DepositRows.Checked::toUse);
    }

    /// The deposit that money for a destination is for.
    public Optional<Deposit> find(Destination destination) {
        return database
                .inTx(tx -> directory.find(tx, TenantDirectory.Kind.DEPOSIT, List.of(destination.text())))
                .stream()
                .findFirst()
                .flatMap(route -> find(new DepositRef(route.organizationId(), route.targetId())));
    }

    /// The deposit with an id, or else the newest with a reference.
    ///
    /// @param type fiat or crypto, or null for either
    public Optional<Deposit> find(UUID organizationId, String idOrReference, @Nullable String type) {
        return database.read(handle -> {
                    var byId = Ids.parse(idOrReference)
                            .flatMap(id -> store.find(handle, new DepositRef(organizationId, id)))
                            .filter(checked -> type == null
                                    || checked.deposit().type().wire().equals(type));
                    return byId.isPresent()
                            ? byId
                            : store.newestOfReference(handle, organizationId, idOrReference.strip(), type)
                                    .flatMap(id -> store.find(handle, new DepositRef(organizationId, id)));
                })
                .map(this::toUse);
    }

    Page<Deposit> list(UUID organizationId, DepositFilter filter, Page.Request page) {
        return database.browse(handle -> lists.page(handle, organizationId, filter, page));
    }

    /// Returns the deposits created per day since a given day, by currency and status, without reading any
    /// deposit.
    public List<DayVolume> days(UUID organizationId, LocalDate from) {
        return database.read(handle -> DepositTallyStore.days(handle, organizationId, from));
    }

    /// Returns the deposits that a person has to review because of a wrong amount or a second payment, the latest
    /// first.
    public List<UUID> underReview(UUID organizationId, int limit) {
        return database.read(handle -> DepositPaymentStore.underReview(handle, organizationId, limit));
    }

    /// Finds references of requests that other deposits have, so that they are reported together with all other
    /// faults.
    public void findReferencesInUse(UUID organizationId, List<Parsed> requests) {
        var names = requests.stream()
                .flatMap(parsed -> parsed.references().stream())
                .map(each -> CreateDecision.name(organizationId, each.reference()))
                .distinct()
                .toList();
        var used = names.isEmpty()
                ? Map.<ReferenceClaims.Name, UUID>of()
                : database.inTx(tx -> ReferenceClaims.find(tx, names).get());
        for (var parsed : requests) {
            for (var each : parsed.references()) {
                var holder = used.get(CreateDecision.name(organizationId, each.reference()));
                if (holder != null) {
                    parsed.findings().named(Refusal.REFERENCE_EXISTS, CreateDecision.known(each.field(), holder));
                }
            }
        }
    }

    /// Finishes the commands in progress.
    @Override
    public void close() {
        lanes.close();
        version.close();
    }
}
