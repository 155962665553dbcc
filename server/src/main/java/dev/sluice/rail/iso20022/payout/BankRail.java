package dev.sluice.rail.iso20022.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.rail.AccountName;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Reach;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The payout rail of one bank account. It only stores orders and reports their stored state; [FileSealer] puts them
/// into files and [FileSender] delivers these. A call therefore never waits for the bank.
public final class BankRail implements Rail {
    private static final Duration POLL_AFTER = Duration.ofSeconds(5);
    private static final Comparator<PayoutRef> LOCK_ORDER =
            Comparator.comparing(PayoutRef::organizationId).thenComparing(PayoutRef::payoutId);

    private final BankProfile profile;
    private final Database database;
    private final Clocks clocks;
    private final OrderContent contents;
    private final SealingTimes times;
    private final VoidFiles voids;
    private final RecallSealer recalls;

    BankRail(
            BankPayouts.Dependencies dependencies,
            BankProfile profile,
            OrderContent contents,
            FileContent files,
            SealingTimes times) {
        this.profile = profile;
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.contents = contents;
        this.times = times;
        this.voids = new VoidFiles(dependencies.vault());
        this.recalls = new RecallSealer(clocks, profile, files, times);
    }

    @Override
    public String name() {
        return profile.rail();
    }

    @Override
    public boolean serves(String currencyOrToken, String bankCodeOrNetwork) {
        return profile.serves().stream().anyMatch(each -> each.currency().equals(currencyOrToken));
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        return now;
    }

    @Override
    public boolean keepsQueue() {
        return true;
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        if (instructions.isEmpty()) {
            return List.of();
        }
        var now = clocks.instant();
        var byPayout = new TreeMap<PayoutRef, OrderStore.Stored>(LOCK_ORDER);
        instructions.forEach(each -> byPayout.computeIfAbsent(each.payout(), _ -> order(each, now)));
        var orders = List.copyOf(byPayout.values());
        return outcomes(
                instructions.stream().map(Instruction::payout).toList(),
                payouts -> database.inTx(tx -> {
                    OrderStore.insert(tx, orders, now);
                    return OrderStore.read(tx, payouts);
                }));
    }

    /// Returns the order of an instruction: rejected if it breaks a rule of the profile, so that nothing is sent.
    private OrderStore.Stored order(Instruction instruction, Instant now) {
        var endToEndId = EndToEndIds.of(instruction.payout().payoutId());
        var queued = order(instruction, endToEndId, BankOrder.State.QUEUED, null);
        var fault = new InstructionRules(profile).fault(queued, OrderContent.Content.of(instruction));
        var order = fault.map(each -> order(
                        instruction,
                        endToEndId,
                        BankOrder.State.REJECTED,
                        new BankOrder.Ending(now, null, each.code(), each.message())))
                .orElse(queued);
        return contents.stored(order, instruction);
    }

    private BankOrder order(
            Instruction instruction, String endToEndId, BankOrder.State state, BankOrder.@Nullable Ending ending) {
        return new BankOrder(
                instruction.payout(),
                profile.id(),
                endToEndId,
                instruction.amount(),
                state,
                null,
                null,
                null,
                null,
                ending);
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        return payouts.isEmpty()
                ? List.of()
                : outcomes(payouts, asked -> database.inTx(tx -> OrderStore.read(tx, asked)));
    }

    /// Cancels a queued order at once. A file that was never attempted is void, and its other orders are
    /// queued again. For a payment that the bank has, a recall is requested if the bank takes recalls:
    /// the payout is too late to cancel, and is reported as stopped once the bank has cancelled it.
    @Override
    public Cancellation cancel(PayoutRef payout) {
        return Reach.orElse(
                () -> database.inTx(tx -> {
                    // A file is locked before its orders.
                    var file = Optional.ofNullable(
                                    OrderStore.read(tx, List.of(payout)).get(payout))
                            .flatMap(order -> Optional.ofNullable(order.file()))
                            .flatMap(sent -> FileStore.lock(tx, sent.id()));
                    var order = OrderStore.lockNamed(tx, List.of(EndToEndIds.of(payout.payoutId()))).stream()
                            .filter(each -> each.payout().equals(payout))
                            .findFirst();
                    if (order.isEmpty()) {
                        return Cancellation.NOT_SEEN;
                    }
                    return switch (order.get().state()) {
                        case QUEUED -> cancelQueued(tx, order.get());
                        case SEALED ->
                            file.filter(each ->
                                            each.id().equals(order.get().sent().id()))
                                    .map(each -> cancelSealed(tx, each, order.get()))
                                    .orElse(Cancellation.UNKNOWN);
                        case CANCELLED -> Cancellation.CANCELLED;
                        case SETTLED, REJECTED, RETURNED -> Cancellation.REFUSED;
                    };
                }),
                () -> Cancellation.UNKNOWN);
    }

    private Cancellation cancelQueued(Tx tx, BankOrder order) {
        if (order.doubt() != null) {
            return Cancellation.REFUSED;
        }
        OrderStore.end(tx, List.of(cancelled(order.payout())));
        return Cancellation.CANCELLED;
    }

    private Cancellation cancelSealed(Tx tx, BankFile file, BankOrder order) {
        var now = clocks.instant();
        if (file.isUnsent()) {
            OrderStore.end(tx, List.of(cancelled(order.payout())));
            voids.end(tx, file, "It was never sent, and a payout of it was cancelled", now);
            return Cancellation.CANCELLED;
        }
        if (profile.promises().recalls() && file.state() == BankFile.State.DELIVERED && order.doubt() == null) {
            recalls.request(tx, file, order, now);
        }
        return Cancellation.REFUSED;
    }

    private OrderStore.Ended cancelled(PayoutRef payout) {
        return new OrderStore.Ended(
                payout, BankOrder.State.CANCELLED, new BankOrder.Ending(clocks.instant(), null, null, null));
    }

    @Override
    public Cancellation block(Instruction instruction) {
        var now = clocks.instant();
        var payout = instruction.payout();
        var blocked = contents.stored(
                order(
                        instruction,
                        EndToEndIds.of(payout.payoutId()),
                        BankOrder.State.CANCELLED,
                        new BankOrder.Ending(now, null, null, null)),
                instruction);
        return Reach.orElse(
                () -> database.inTx(tx -> {
                    OrderStore.insert(tx, List.of(blocked), now);
                    var order = OrderStore.read(tx, List.of(payout)).get(payout);
                    return Cancellation.of(order != null && order.state() == BankOrder.State.CANCELLED);
                }),
                () -> Cancellation.UNKNOWN);
    }

    @Override
    public List<Attempt> attempts(PayoutRef payout) {
        var now = clocks.instant();
        return Reach.orElse(
                () -> database.inTx(tx -> OrderStore.read(tx, List.of(payout))).values().stream()
                        .map(order -> attempt(order, now))
                        .toList(),
                List::of);
    }

    private Attempt attempt(BankOrder order, Instant now) {
        if (order.state() == BankOrder.State.QUEUED) {
            return Attempt.queued(Optional.ofNullable(order.waitsFor())
                    .or(() -> times.isOpen(now)
                            ? Optional.empty()
                            : Optional.of("Waits for the bank's next window at " + times.next(now))));
        }
        var sent = order.file();
        return Attempt.of(sent == null ? null : sent.deliveredAt(), order.reference(), order.outcome(profile, now));
    }

    @Override
    public AccountName accountName(BankAccount account) {
        return new AccountName.Unavailable(name());
    }

    private List<Outcome> outcomes(List<PayoutRef> payouts, Function<List<PayoutRef>, Map<PayoutRef, BankOrder>> call) {
        var now = clocks.instant();
        return Reach.outcomes(
                payouts,
                () -> call.apply(payouts),
                order -> order.outcome(profile, now),
                "The orders could not be read",
                () -> now.plus(POLL_AFTER));
    }
}
