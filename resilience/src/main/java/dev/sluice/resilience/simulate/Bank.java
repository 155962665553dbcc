package dev.sluice.resilience.simulate;

import dev.sluice.money.Money;
import dev.sluice.rail.AccountName;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Beneficiary;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.Rail;
import dev.sluice.resilience.proof.Chance;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// A simulated rail with every realistic failure. It accepts payouts without an answer, answers without accepting, is
/// late, reports old states, and repeats, reorders or loses its notices. It returns payments, and denies some payouts
/// that it has paid. It never reports NotSeen for a payout that it accepted; the no-double-payment guarantee depends
/// on it. The chain variant has a queue from which payouts can be cancelled. Its state survives crashes of the
/// service.
///
/// Its behaviour depends only on the payout and the number of calls for it, and not on other payouts in the batch,
/// whose order the database determines.
final class Bank implements Rail {
    private static final FailureCode REFUSED = FailureCode.BANK_REJECTED;
    private static final FailureCode BACK = FailureCode.RETURNED_BY_PAYEE;
    private static final Duration ASK_AGAIN = Duration.ofSeconds(5);
    private static final int LATEST_SECONDS = 900;
    /// Share of accepted payouts that a chain sends at once, so that they never wait in the queue.
    private static final int SENT_AT_ONCE_PERCENT = 40;

    private static final Comparator<PayoutRef> ORDER =
            Comparator.comparing(PayoutRef::organizationId).thenComparing(PayoutRef::payoutId);

    private final String name;
    private final boolean fiat;
    private final WorldClock clock;
    private final long seed;
    private final Demand demand;
    private final Findings findings;
    private final Tally tally;
    private final Map<PayoutRef, Payment> payments = new LinkedHashMap<>();
    private final List<Payment> inOrder = new ArrayList<>();
    /// Payments with pending reports.
    private final Set<Payment> awaited = new LinkedHashSet<>();
    private final Map<PayoutRef, Integer> calls = new LinkedHashMap<>();
    private final List<PayoutStatusReport> undelivered = new ArrayList<>();
    private boolean kind;

    Bank(String name, boolean fiat, WorldClock clock, long seed, Notes notes) {
        this.name = name;
        this.fiat = fiat;
        this.clock = clock;
        this.seed = seed;
        this.demand = notes.demand();
        this.findings = notes.findings();
        this.tally = notes.tally();
    }

    /// Shared resources of all banks: look-up of demands, and records of findings and counts.
    record Notes(Demand demand, Findings findings, Tally tally) {}

    /// Outcome of a payout.
    enum PayoutOutcome {
        PAID,
        REFUSED,
        RETURNED,
        TAKEN_BACK
    }

    /// A payout at the bank.
    static final class Payment {
        final String rail;
        final Instruction instruction;
        final PayoutOutcome outcome;
        final Instant endsAt;
        final Instant returnsAt;
        /// True if it never waits in the queue.
        final boolean sentAtOnce;
        /// True if the bank once denies the payment although it was made.
        final boolean denied;
        boolean cancelled;
        boolean toldOfEnd;
        boolean toldOfReturn;

        Payment(
                String rail,
                Instruction instruction,
                PayoutOutcome outcome,
                Instant endsAt,
                Instant returnsAt,
                boolean sentAtOnce,
                boolean denied) {
            this.rail = rail;
            this.instruction = instruction;
            this.outcome = outcome;
            this.endsAt = endsAt;
            this.returnsAt = returnsAt;
            this.sentAtOnce = sentAtOnce;
            this.denied = denied;
        }

        String rail() {
            return rail;
        }

        Money amount() {
            return instruction.amount();
        }

        Beneficiary beneficiary() {
            return instruction.beneficiary();
        }

        /// Returns true if the bank has reported both success and failure.
        boolean isContradicted() {
            return denied && toldOfEnd && !cancelled;
        }

        String reference() {
            return "B" + instruction.payout().payoutId();
        }
    }

    /// Turns failures off: the bank answers, and loses no notice.
    void calmDown() {
        kind = true;
    }

    void misbehave() {
        kind = false;
    }

    /// Returns all payments by payout.
    Map<PayoutRef, Payment> payments() {
        return payments;
    }

    /// Returns the payments after a number of them, in order of arrival.
    List<Payment> since(int number) {
        return inOrder.subList(number, inOrder.size());
    }

    /// Returns the current outcome of a payment.
    PayoutOutcome outcomeOf(Payment payment) {
        return payment.cancelled ? PayoutOutcome.TAKEN_BACK : payment.outcome;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean serves(String currencyOrToken, String bankCodeOrNetwork) {
        return fiat == currencyOrToken.chars().allMatch(Character::isUpperCase);
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        var chance = Chance.of(seed, "window", instruction.amount().units().longValue());
        return chance.percent(15) ? now.plusSeconds(chance.between(1, 600)) : now;
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        var answers = new HashMap<PayoutRef, Outcome>();
        instructions.stream()
                .sorted(Comparator.comparing(Instruction::payout, ORDER))
                .forEach(each -> answers.put(each.payout(), submit(each)));
        return instructions.stream()
                .map(each -> Objects.requireNonNull(answers.get(each.payout())))
                .toList();
    }

    private Outcome submit(Instruction instruction) {
        var chance = chance(instruction.payout());
        var known = payments.get(instruction.payout());
        findings.unless(
                known == null,
                Invariant.NOTHING_SENT_BLINDLY,
                "%s has %s already, and never said otherwise".formatted(name, instruction.payout()));
        if (known != null) {
            return outcome(known);
        }
        if (fails(chance, 8, FaultPlan.PAYOUT_LOST_NO_ANSWER)) {
            return unknown();
        }
        if (fails(chance, 4, FaultPlan.PAYOUT_LOST_AFTER_A_YES)) {
            return new Outcome.Accepted(null, clock.instant().plus(ASK_AGAIN), null);
        }
        if (fails(chance, 3, FaultPlan.PAYOUT_LOST_CONNECTION_RESET)) {
            throw new IllegalStateException("connection reset by the bank");
        }
        var payment = take(instruction, chance);
        var answer = fails(chance, 12, FaultPlan.PAYOUT_TAKEN_NO_ANSWER) ? unknown() : outcome(payment);
        if (fails(chance, 3, FaultPlan.PAYOUT_TAKEN_READ_TIMED_OUT)) {
            throw new IllegalStateException("read timed out");
        }
        return answer;
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        var sorted = payouts.stream().sorted(ORDER).toList();
        if (!sorted.isEmpty() && fails(chance(sorted.getFirst()), 10, FaultPlan.QUESTION_NOT_HEARD)) {
            throw new IllegalStateException("connection refused by the bank");
        }
        var answers = new HashMap<PayoutRef, Outcome>();
        sorted.forEach(each -> answers.put(each, answer(each)));
        return payouts.stream()
                .map(each -> Objects.requireNonNull(answers.get(each)))
                .toList();
    }

    private Outcome answer(PayoutRef payout) {
        var payment = payments.get(payout);
        if (fails(chance(payout), 10, FaultPlan.QUESTION_NOT_ANSWERED)) {
            return unknown();
        }
        return payment == null ? new Outcome.NotSeen() : outcome(payment);
    }

    @Override
    public boolean keepsQueue() {
        return !fiat;
    }

    /// Cancels a payout that is still in the queue. Without an answer, the caller does not know the result.
    @Override
    public Cancellation cancel(PayoutRef payout) {
        var chance = chance(payout);
        var payment = payments.get(payout);
        if (fails(chance, 30, FaultPlan.CANCELLATION_LOST)) {
            return Cancellation.UNKNOWN;
        }
        if (payment == null) {
            return Cancellation.NOT_SEEN;
        }
        if (!payment.cancelled && !isQueued(payment)) {
            tally.count(FaultPlan.CANCELLATION_TOO_LATE);
            return Cancellation.REFUSED;
        }
        if (!payment.cancelled) {
            tally.count(FaultPlan.PAYOUT_TAKEN_BACK);
            payment.cancelled = true;
        }
        return fails(chance, 40, FaultPlan.PAYOUT_TAKEN_BACK_NO_ANSWER) ? Cancellation.UNKNOWN : Cancellation.CANCELLED;
    }

    private boolean isQueued(Payment payment) {
        return !payment.sentAtOnce && clock.instant().isBefore(payment.endsAt);
    }

    @Override
    public AccountName accountName(BankAccount account) {
        return new AccountName.Known(account.accountName(), name);
    }

    /// Queues the reports that are due. Repeated reports have the same key; some are never sent.
    void queueReports() {
        for (var payment : awaited) {
            if (!payment.toldOfEnd && !clock.instant().isBefore(payment.endsAt)) {
                payment.toldOfEnd = true;
                if (payment.cancelled) {
                    // The caller knows of its cancellation, or asks.
                    continue;
                }
                note(payment, "end", ended(payment));
                if (payment.isContradicted()) {
                    note(payment, "denial", new Outcome.Rejected(REFUSED, REFUSED.message()));
                }
            }
            if (!payment.toldOfReturn
                    && payment.outcome == PayoutOutcome.RETURNED
                    && !payment.cancelled
                    && !clock.instant().isBefore(payment.returnsAt)) {
                payment.toldOfReturn = true;
                note(payment, "return", returned(payment));
            }
        }
        awaited.removeIf(payment -> payment.toldOfEnd
                && (payment.toldOfReturn || payment.cancelled || payment.outcome != PayoutOutcome.RETURNED));
    }

    private void note(Payment payment, String what, Outcome outcome) {
        var chance = Chance.of(seed, payment.reference() + what, 0);
        // Always reports a return and a contradiction, because the service does not query settled payouts.
        if (!what.equals("return") && !payment.isContradicted() && fails(chance, 20, FaultPlan.NOTICE_NEVER_SENT)) {
            return;
        }
        if (what.equals("denial") || what.equals("return")) {
            tally.count(what.equals("denial") ? FaultPlan.PAYMENT_DENIED : FaultPlan.PAYMENT_GIVEN_BACK);
        }
        var report = new PayoutStatusReport(
                name, payment.reference() + "-" + what, payment.instruction.payout(), outcome, clock.instant());
        boolean first = chance.between(0, 1) == 0;
        boolean overtakes = tally.counted(first && !undelivered.isEmpty(), FaultPlan.NOTICE_OVERTAKES);
        undelivered.add(overtakes ? 0 : undelivered.size(), report);
        if (tally.counted(chance.percent(25), FaultPlan.NOTICE_TWICE)) {
            undelivered.add(report);
        }
    }

    /// Returns some pending reports; unacknowledged ones are returned again.
    List<PayoutStatusReport> undelivered(int most) {
        return List.copyOf(undelivered.subList(0, Math.min(most, undelivered.size())));
    }

    void acknowledge(List<PayoutStatusReport> reports) {
        reports.forEach(undelivered::remove);
    }

    private Payment take(Instruction instruction, Chance chance) {
        findings.unless(
                demand.meets(instruction.payout().organizationId(), instruction.amount(), instruction.beneficiary()),
                Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID,
                "%s has %s to %s once more than was ever asked for"
                        .formatted(name, instruction.amount(), instruction.beneficiary()));
        var endsAt = clock.instant().plusSeconds(chance.percent(40) ? 0 : chance.between(1, LATEST_SECONDS));
        var outcome = chance.percent(75)
                ? PayoutOutcome.PAID
                : chance.percent(60) ? PayoutOutcome.REFUSED : PayoutOutcome.RETURNED;
        var payment = new Payment(
                name,
                instruction,
                fiat || outcome != PayoutOutcome.RETURNED ? outcome : PayoutOutcome.PAID,
                endsAt,
                endsAt.plusSeconds(chance.between(1, LATEST_SECONDS)),
                chance.percent(SENT_AT_ONCE_PERCENT),
                outcome == PayoutOutcome.PAID && chance.percent(4));
        payments.put(instruction.payout(), payment);
        inOrder.add(payment);
        awaited.add(payment);
        return payment;
    }

    private Outcome outcome(Payment payment) {
        if (!isBegun(payment)) {
            return new Outcome.Accepted(payment.reference(), later(payment));
        }
        return !payment.cancelled
                        && payment.outcome == PayoutOutcome.RETURNED
                        && !clock.instant().isBefore(payment.returnsAt)
                ? returned(payment)
                : ended(payment);
    }

    private boolean isBegun(Payment payment) {
        return payment.cancelled || !clock.instant().isBefore(payment.endsAt);
    }

    private Instant later(Payment payment) {
        var after = clock.instant().plus(ASK_AGAIN);
        return payment.endsAt.isAfter(after) ? payment.endsAt : after;
    }

    private Outcome ended(Payment payment) {
        if (payment.cancelled) {
            return new Outcome.Stopped();
        }
        return payment.outcome == PayoutOutcome.REFUSED
                ? new Outcome.Rejected(REFUSED, REFUSED.message())
                : new Outcome.Settled(payment.reference(), payment.endsAt);
    }

    private static Outcome returned(Payment payment) {
        return new Outcome.Returned(
                BACK, BACK.message(), payment.returnsAt, payment.instruction.amount());
    }

    private Outcome unknown() {
        return new Outcome.Unknown(
                "the bank did not answer in time", clock.instant().plus(ASK_AGAIN));
    }

    private boolean fails(Chance chance, int percent, FaultPlan how) {
        return !kind && tally.counted(chance.percent(percent), how);
    }

    private Chance chance(PayoutRef payout) {
        return Chance.of(seed, name + payout.payoutId(), calls.merge(payout, 1, Integer::sum));
    }
}
