package dev.sluice.deposit.lane;

import dev.sluice.activity.Activity;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositPaymentStore.Reason;
import dev.sluice.deposit.DepositPaymentStore.RecordedPayment;
import dev.sluice.deposit.DepositState.Cancelled;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.DepositState.Expired;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.Label;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.Payment.PaymentStatus;
import dev.sluice.deposit.Pricing;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.deposit.lane.Command.HoldInSuspense;
import dev.sluice.deposit.lane.Command.Settle;
import dev.sluice.deposit.review.Resolution;
import dev.sluice.deposit.review.ResolutionStore;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.IncomingPayments.Entry;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Applies rails' reports of money to deposits: payments and their reversals. The reports of a payment count in the
/// order of their revisions, each once.
record IncomingPaymentHandler(
        BatchRun.Parts parts, Moves moves, MethodChange methods, Map<DepositPaymentStore.Key, RecordedPayment> known) {
    /// Maximum number of payments per deposit: each one rewrites the deposit with all of its payments, and anyone
    /// can send any number of them to a wallet.
    static final int PAYMENTS_MAX = 100;

    /// Applies a rail's report of a payment to a deposit.
    void receive(Entry entry, Deposit deposit) {
        if (deposit.progress().detached()) {
            return;
        }
        var report = report(deposit.organizationId(), entry);
        if (report.isOld()) {
            return;
        }
        if (report.changesNothing()) {
            revise(report, deposit.id());
        } else if (report.before() == null
                && !entry.reversed()
                && Credits.isTooMuch(
                        methods.by(entry.payment(), deposit), entry.payment().amount())) {
            holdUnassigned(new HoldInSuspense(Ledger.PLATFORM, entry, Reason.UNKNOWN_DESTINATION));
            notifyTooMuch(deposit, entry.payment().amount());
        } else if (!entry.reversed()) {
            take(deposit, report);
        } else if (report.before() != null) {
            reverse(deposit, report, report.before());
        } else {
            write(report, payment(report, PaymentStatus.REVERSED, BigDecimal.ONE), deposit.id(), null, 0);
        }
    }

    /// Notifies the merchant once: otherwise each further payment would rewrite the deposit.
    private void notifyTooMuch(Deposit deposit, Money amount) {
        if (!Timeline.hasTooMuch(deposit.progress().activities())) {
            var now = parts.clocks().instant();
            moves.note(deposit, Timeline.tooMuch(deposit.progress().activities(), amount, now), now);
        }
    }

    /// Applies a rail's report of a payment without a deposit: the house keeps the money.
    void holdUnassigned(HoldInSuspense shelve) {
        var entry = shelve.entry();
        var report = report(shelve.organizationId(), entry);
        if (report.isOld()) {
            return;
        }
        if (report.changesNothing()) {
            revise(report, null);
        } else if (!entry.reversed()) {
            keep(
                    report,
                    payment(report, PaymentStatus.UNDER_REVIEW, BigDecimal.ONE),
                    null,
                    report.reasonOr(shelve.reason()));
        } else if (report.before() != null) {
            releaseSuspense(report, report.before(), null);
        } else {
            write(report, payment(report, PaymentStatus.REVERSED, BigDecimal.ONE), null, shelve.reason(), 0);
        }
    }

    /// Takes a payment. The exact requested amount completes a deposit at any time. Any other amount is kept for
    /// review, and the deposit stays as it is. A reversed payment that is there again keeps its old value.
    private void take(Deposit deposit, PaymentReport report) {
        var before = report.before();
        var due = methods.by(report.entry().payment(), deposit);
        var payment = Optional.ofNullable(before)
                .flatMap(known -> deposit.payment(known.id()))
                .orElseGet(() -> payment(
                        report,
                        PaymentStatus.RECEIVED,
                        rates().of(due, report.entry().payment())));
        if (deposit.type() == Asset.Kind.CRYPTO) {
            write(report, payment, deposit.id(), null, report.transfers());
            accept(deposit, payment);
        } else if (before != null && before.reason() != null) {
            review(deposit, report, payment, before.reason());
        } else if (deposit.state() instanceof Completed
                && Credits.received(deposit).isPositive()) {
            review(deposit, report, payment, Reason.PAID_TWICE);
        } else if (!payment.amount().equals(due.requested().priced().input())) {
            review(deposit, report, payment, Reason.WRONG_AMOUNT);
        } else {
            credit(methods.take(deposit, due), report, payment);
        }
    }

    private void credit(Deposit deposit, PaymentReport report, Payment payment) {
        var now = parts.clocks().instant();
        var paid = deposit.withPayment(payment.with(PaymentStatus.CREDITED));
        var labels = Credits.labels(paid, payment.amount(), payment.paidAt());
        write(report, payment, deposit.id(), null, report.transfers());
        boolean again = deposit.state() instanceof Completed;
        var activities = deposit.progress().activities();
        var after = moves.move(
                paid.withLabels(labels),
                new Completed(priced(deposit, payment), payment.paidAt()),
                again
                        ? Timeline.received(activities, payment.amount(), payment.amount(), now)
                        : Timeline.completed(activities, labels.contains(Label.LATE), now),
                again ? "updated" : "completed",
                now);
        recover(after, now);
    }

    /// Takes a payment of any amount. Tokens are counted until they are enough. Payments after the end are
    /// credited as they come, and so is fiat money after a person's decision.
    void accept(Deposit deposit, Payment payment) {
        var now = parts.clocks().instant();
        var paid = deposit.withPayment(payment.with(PaymentStatus.RECEIVED));
        if (Credits.waits(paid, payment.paidAt())) {
            var requested = deposit.requested().priced().input();
            var received = Credits.received(paid);
            var activities = Timeline.received(deposit.progress().activities(), received, requested, now);
            moves.note(paid.withLabels(Credits.labels(paid)), activities, now);
        } else {
            settle(paid, Credits.paidAt(deposit, payment), now);
        }
    }

    /// Credits a payment under review, as a person decided: the money goes from suspense back to its rail, and
    /// counts as if it had just come. The part that the agreed rate does not cover takes the current rate: the
    /// rate of its arrival may be days old, and the operator would know the better one of the two.
    void settle(Settle settle, Deposit deposit) {
        var before = known.get(settle.key());
        if (before != null && before.resolution() == Resolution.Kind.SETTLED) {
            return;
        }
        var payment = deposit.payment(settle.paymentId())
                .filter(each -> each.status() == PaymentStatus.UNDER_REVIEW)
                .filter(_ -> !deposit.progress().detached());
        if (before == null || payment.isEmpty()) {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused("payment", "is not under review");
        }
        var due = methods.by(settle, deposit);
        var received = payment.get().with(PaymentStatus.RECEIVED).at(rates().of(due, payment.get()));
        var now = parts.clocks().instant();
        int booked = before.transfers() + 1;
        moves.lockedAccounts()
                .transfer(new Transfer(
                        deposit.organizationId(),
                        before.id(),
                        booked,
                        Account.SUSPENSE,
                        Account.clearing(settle.key().rail()),
                        received.amount(),
                        TransferKind.CORRECTION,
                        now));
        keep(settle.key(), before.settled(booked));
        moves.writes()
                .resolved
                .add(new ResolutionStore.Resolved(
                        settle.key(),
                        new Resolution(
                                Resolution.Kind.SETTLED,
                                now,
                                settle.reviewer().name(),
                                settle.reviewer().reason(),
                                null,
                                null),
                        booked));
        var paid = methods.take(deposit, due);
        var activities = Timeline.accepted(paid.progress().activities(), received.amount(), now);
        settle(paid.withChanged(received).withActivities(activities), Credits.paidAt(paid, received), now);
    }

    /// Credits the received amount, equal to the requested one or not.
    void settle(Deposit deposit, Instant paidAt, Instant now) {
        var credit = Credits.of(deposit);
        var labels = Credits.labels(deposit, credit.input(), paidAt);
        boolean more = deposit.state() instanceof Completed;
        var activities = more
                ? Timeline.received(
                        deposit.progress().activities(),
                        credit.input(),
                        deposit.requested().priced().input(),
                        now)
                : Timeline.completed(deposit.progress().activities(), labels.contains(Label.LATE), now);
        var after = moves.move(
                deposit.withLabels(labels).withPaymentsCredited(),
                new Completed(credit, paidAt),
                activities,
                more ? "updated" : "completed",
                now);
        recover(after, now);
    }

    /// Repays an owed amount from a payment that is there again.
    private void recover(Deposit deposit, Instant now) {
        if (deposit.progress().owed().isPositive()) {
            moves.recover(deposit, now);
        }
    }

    /// Reverses a known payment. A completed deposit stays completed, with the rest.
    private void reverse(Deposit deposit, PaymentReport report, RecordedPayment before) {
        var payment = paymentOf(deposit, before);
        if (before.reason() != null) {
            releaseSuspense(report, before, deposit.id());
            var gone = deposit.withChanged(payment.with(PaymentStatus.REVERSED));
            var now = parts.clocks().instant();
            moves.note(gone, reversed(deposit, gone, payment, now), now);
            return;
        }
        write(report, payment, deposit.id(), null, report.transfers());
        reverseCredit(deposit, payment);
    }

    /// A payment that a deposit has.
    static Payment paymentOf(Deposit deposit, RecordedPayment known) {
        return deposit.payment(known.id())
                .orElseThrow(() -> new IllegalStateException("not a payment of " + deposit.id() + ": " + known.id()));
    }

    private static List<Activity> reversed(Deposit before, Deposit after, Payment payment, Instant now) {
        return Timeline.reversed(
                before.progress().activities(),
                payment.amount(),
                Credits.received(after),
                before.requested().priced().input(),
                now);
    }

    /// Takes back the credit of a reversed payment.
    void reverseCredit(Deposit deposit, Payment payment) {
        var now = parts.clocks().instant();
        var gone = deposit.withChanged(payment.with(PaymentStatus.REVERSED));
        var activities = reversed(deposit, gone, payment, now);
        switch (deposit.state()) {
            case Pending _, Expired _, Cancelled _ ->
                moves.note(gone.withLabels(Credits.labels(gone)), activities, now);
            case Completed(var _, var paidAt) -> {
                var left = Credits.of(gone);
                moves.reverse(
                        gone.withLabels(Credits.labels(gone, left.input(), paidAt)),
                        new Completed(left, paidAt),
                        activities,
                        now);
            }
        }
    }

    private Priced priced(Deposit deposit, Payment payment) {
        var asked = deposit.requested();
        return payment.rate().compareTo(asked.priced().rate()) == 0
                ? asked.priced()
                : new Pricing(
                                asked.fee(),
                                payment.rate(),
                                asked.priced().output().asset())
                        .ofInput(payment.amount());
    }

    ArrivalRate rates() {
        return new ArrivalRate(parts.rates());
    }

    void review(Deposit deposit, PaymentReport report, Payment payment, Reason reason) {
        var now = parts.clocks().instant();
        keep(report, payment, deposit.id(), reason);
        var activities = Timeline.underReview(
                deposit.progress().activities(),
                payment.amount(),
                deposit.requested().priced().input(),
                now);
        var status = wasSentBack(report.before()) ? PaymentStatus.REFUNDED : PaymentStatus.UNDER_REVIEW;
        moves.note(deposit.withPayment(payment.with(status)), activities, now);
    }

    /// Puts an unmatched payment into suspense.
    void keep(PaymentReport report, Payment payment, @Nullable UUID depositId, Reason reason) {
        var rail = Account.clearing(report.entry().payment().rail());
        book(report, payment, rail, Account.SUSPENSE, TransferKind.SUSPENSE);
        var row = write(report, payment, depositId, reason, report.transfers() + 1);
        if (!wasSentBack(report.before())) {
            moves.writes().unmatched.add(row);
        }
    }

    private static boolean wasSentBack(@Nullable RecordedPayment before) {
        return before != null && before.resolution() == Resolution.Kind.REFUNDED;
    }

    /// Money that was put aside no longer exists.
    private void releaseSuspense(PaymentReport report, RecordedPayment before, @Nullable UUID depositId) {
        var payment = payment(report, PaymentStatus.REVERSED, BigDecimal.ONE);
        int transfers = before.transfers();
        if (transfers > 0) {
            var rail = Account.clearing(report.entry().payment().rail());
            book(report, payment, Account.SUSPENSE, rail, TransferKind.REVERSAL);
            transfers++;
        }
        var row = write(report, payment, depositId, before.reason(), transfers);
        if (wasSentBack(before)) {
            moves.writes().missing.add(row);
        }
    }

    private void book(PaymentReport report, Payment payment, Account from, Account to, TransferKind kind) {
        moves.lockedAccounts()
                .transfer(new Transfer(
                        report.organizationId(),
                        payment.id(),
                        report.transfers() + 1,
                        from,
                        to,
                        payment.amount(),
                        kind,
                        parts.clocks().instant()));
    }

    PaymentReport report(UUID organizationId, Entry entry) {
        return new PaymentReport(
                organizationId, entry, known.get(DepositPaymentStore.Key.of(organizationId, entry.payment())));
    }

    Payment payment(PaymentReport report, PaymentStatus status, BigDecimal rate) {
        var receipt = report.entry().payment();
        var before = report.before();
        return new Payment(
                before == null ? parts.clocks().newId() : before.id(),
                receipt.amount(),
                status,
                receipt.payer(),
                receipt.note(),
                receipt.paidAt(),
                rate);
    }

    /// Records a newer report that changes nothing.
    void revise(PaymentReport report, @Nullable UUID depositId) {
        var reason = report.before() == null ? null : report.before().reason();
        write(report, payment(report, PaymentStatus.RECEIVED, BigDecimal.ONE), depositId, reason, report.transfers());
    }

    DepositPaymentStore.Row write(
            PaymentReport report, Payment payment, @Nullable UUID depositId, @Nullable Reason reason, int transfers) {
        var row = new DepositPaymentStore.Row(
                report.organizationId(),
                payment,
                report.entry(),
                depositId,
                reason,
                transfers,
                report.entry().reversed() ? parts.clocks().instant() : null);
        keep(row.key(), row.known(report.before()));
        if (report.before() == null) {
            moves.writes().payments.add(row);
        } else {
            moves.writes().revised.put(row.key(), row);
        }
        return row;
    }

    /// Records the new state of a payment.
    void keep(DepositPaymentStore.Key key, RecordedPayment after) {
        known.put(key, after);
        moves.writes().known.put(key, after);
    }
}
