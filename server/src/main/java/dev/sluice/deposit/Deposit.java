package dev.sluice.deposit;

import dev.sluice.activity.Activity;
import dev.sluice.clock.Clocks;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.deposit.refund.Refund;
import dev.sluice.http.RawJson;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One deposit: the request to the payer, the instructions, the state, and the sequence numbers of its transfers and
/// events.
public record Deposit(
        UUID organizationId,
        UUID id,
        @Nullable UUID bulkId,
        RequestedPayment requested,
        Instructions instructions,
        @Nullable String reference,
        @Nullable String note,
        UUID userId,
        Progress progress) {

    /// Request to the payer, and the result as long as the rate holds.
    ///
    /// @param quoteId quote with the rate of its exchange, if there is one
    public record RequestedPayment(
            Priced priced,
            FeeSchedule fee,
            Instant rateUntil,
            @Nullable UUID quoteId) {}

    /// Payment instructions: method, rail, destination, and the details for the payer.
    public record Instructions(
            String method,
            PaymentMethodType methodType,
            @Nullable String settlementType,
            String rail,
            Destination destination,
            RawJson payment) {
        private static final RawJson WITHHELD = new RawJson("{\"bankName\":\"-\",\"bankCode\":\"-\"}");

        /// Returns the wallet shown to the payer, or null if it is withheld.
        @Nullable
        RawJson wallet() {
            return payment.equals(WITHHELD) ? null : payment;
        }
    }

    /// Part of a deposit that changes over its lifetime. `detached` is set once its status was forced: later
    /// reports of the simulator do not count.
    ///
    /// @param owed amount that was taken back after the merchant had spent it, and is still owed
    public record Progress(
            DepositState state,
            Instant expiresAt,
            Set<Label> labels,
            List<Payment> payments,
            List<Refund> refunds,
            List<Activity> activities,
            boolean detached,
            Money owed,
            int transfers,
            int events,
            Instant updatedAt) {
        public Progress {
            labels = labels.isEmpty() ? Set.of() : Set.copyOf(labels);
            payments = List.copyOf(payments);
            refunds = List.copyOf(refunds);
            activities = List.copyOf(activities);
        }
    }

    public DepositState state() {
        return progress.state();
    }

    public Status status() {
        return progress.state().status();
    }

    /// A text that differs whenever the deposit does.
    public String version() {
        return version(status().wire(), progress.events());
    }

    static String version(String status, int events) {
        return status + "-" + events;
    }

    /// Returns the kind of asset that the payer pays with, fiat or crypto.
    public Asset.Kind type() {
        return requested.priced().input().asset().kind();
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }

    public DepositRef ref() {
        return new DepositRef(organizationId, id);
    }

    /// Returns the current amounts: the credited ones once money came, otherwise the requested ones.
    public Priced priced() {
        return state() instanceof Completed(var credit, var _) ? credit : requested.priced();
    }

    /// Returns the payment that completed it, if one did.
    Optional<Payment> credited() {
        return creditedPayments().stream().findFirst();
    }

    /// Returns the credited payments, the first one first.
    public List<Payment> creditedPayments() {
        return progress.payments().stream()
                .filter(payment -> payment.status() == Payment.PaymentStatus.CREDITED)
                .toList();
    }

    /// A payment that came, by its id.
    public Optional<Payment> payment(UUID id) {
        return progress.payments().stream()
                .filter(payment -> payment.id().equals(id))
                .findFirst();
    }

    Deposit with(Progress next) {
        return new Deposit(organizationId, id, bulkId, requested, instructions, reference, note, userId, next);
    }

    /// Returns the deposit without its payment instructions.
    Deposit withoutPayment() {
        return new Deposit(
                organizationId,
                id,
                bulkId,
                requested,
                new Instructions(
                        instructions.method(),
                        instructions.methodType(),
                        instructions.settlementType(),
                        instructions.rail(),
                        instructions.destination(),
                        Instructions.WITHHELD),
                reference,
                note,
                userId,
                progress);
    }

    /// Returns the deposit in a new state, with one more event to send and the given number of transfers booked.
    public Deposit moved(DepositState state, List<Activity> activities, int booked, Instant at) {
        return with(new Progress(
                state,
                progress.expiresAt(),
                progress.labels(),
                progress.payments(),
                progress.refunds(),
                activities,
                progress.detached(),
                progress.owed(),
                progress.transfers() + booked,
                progress.events() + 1,
                at));
    }

    /// Returns the deposit with one more payment, in place of an earlier version of the same payment.
    public Deposit withPayment(Payment payment) {
        var all = new ArrayList<>(progress.payments());
        all.removeIf(each -> each.id().equals(payment.id()));
        all.add(payment);
        return withPayments(all);
    }

    /// Returns the deposit after its payments were credited.
    public Deposit withPaymentsCredited() {
        return withPayments(EnumSet.of(Payment.PaymentStatus.RECEIVED), Payment.PaymentStatus.CREDITED);
    }

    /// The deposit once all payments of some standings have another.
    public Deposit withPayments(Set<Payment.PaymentStatus> before, Payment.PaymentStatus after) {
        return withPayments(progress.payments().stream()
                .map(payment -> before.contains(payment.status()) ? payment.with(after) : payment)
                .toList());
    }

    /// The deposit once a payment is as it is now, in its place.
    public Deposit withChanged(Payment payment) {
        return withPayments(progress.payments().stream()
                .map(each -> each.id().equals(payment.id()) ? payment : each)
                .toList());
    }

    private Deposit withPayments(List<Payment> payments) {
        return with(new Progress(
                progress.state(),
                progress.expiresAt(),
                progress.labels(),
                payments,
                progress.refunds(),
                progress.activities(),
                progress.detached(),
                progress.owed(),
                progress.transfers(),
                progress.events(),
                progress.updatedAt()));
    }

    public Deposit withActivities(List<Activity> activities) {
        return with(new Progress(
                progress.state(),
                progress.expiresAt(),
                progress.labels(),
                progress.payments(),
                progress.refunds(),
                activities,
                progress.detached(),
                progress.owed(),
                progress.transfers(),
                progress.events(),
                progress.updatedAt()));
    }

    public Deposit withOwed(Money owed) {
        return with(new Progress(
                progress.state(),
                progress.expiresAt(),
                progress.labels(),
                progress.payments(),
                progress.refunds(),
                progress.activities(),
                progress.detached(),
                owed,
                progress.transfers(),
                progress.events(),
                progress.updatedAt()));
    }

    public Deposit withRefund(Refund refund) {
        var all = new ArrayList<>(progress.refunds());
        all.add(refund);
        return with(new Progress(
                progress.state(),
                progress.expiresAt(),
                progress.labels(),
                progress.payments(),
                all,
                progress.activities(),
                progress.detached(),
                progress.owed(),
                progress.transfers(),
                progress.events(),
                progress.updatedAt()));
    }

    Deposit withLabel(Label label) {
        var labels = EnumSet.of(label);
        labels.addAll(progress.labels());
        return withLabels(labels);
    }

    public Deposit withLabels(Set<Label> labels) {
        return with(new Progress(
                progress.state(),
                progress.expiresAt(),
                labels,
                progress.payments(),
                progress.refunds(),
                progress.activities(),
                progress.detached(),
                progress.owed(),
                progress.transfers(),
                progress.events(),
                progress.updatedAt()));
    }

    /// The deposit as it is paid by other instructions, at their price.
    public Deposit withInstructions(RequestedPayment asked, Instructions instructions, Instant expiresAt) {
        var progress = new Progress(
                this.progress.state(),
                expiresAt,
                this.progress.labels(),
                this.progress.payments(),
                this.progress.refunds(),
                this.progress.activities(),
                this.progress.detached(),
                this.progress.owed(),
                this.progress.transfers(),
                this.progress.events(),
                this.progress.updatedAt());
        return new Deposit(organizationId, id, bulkId, asked, instructions, reference, note, userId, progress);
    }

    /// Forced: no longer the simulator's.
    public Deposit detached(Instant expiresAt) {
        return with(new Progress(
                progress.state(),
                expiresAt,
                progress.labels(),
                progress.payments(),
                progress.refunds(),
                progress.activities(),
                true,
                progress.owed(),
                progress.transfers(),
                progress.events(),
                progress.updatedAt()));
    }
}
