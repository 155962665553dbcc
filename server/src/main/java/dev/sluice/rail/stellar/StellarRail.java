package dev.sluice.rail.stellar;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.AccountName;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Reach;
import dev.sluice.rail.stellar.payout.Payment;
import dev.sluice.rail.stellar.payout.PaymentMac;
import dev.sluice.rail.stellar.payout.SignedTransaction;
import dev.sluice.rail.stellar.payout.StellarPaymentStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The payout rail to Stellar. It only stores payouts and reports their stored state; the
/// [dev.sluice.rail.stellar.payout.StellarPayoutWorker] pays them. A call therefore never waits for the network, and
/// every node has the same information.
public final class StellarRail implements Rail {
    /// Name of the rail and of the network.
    public static final String NAME = "stellar";

    private static final Logger LOG = LoggerFactory.getLogger(StellarRail.class);
    private static final Duration ASK_AFTER = Duration.ofSeconds(5);
    private static final Outcome NO_SUCH_AMOUNT =
            new Outcome.Rejected(FailureCode.TRANSACTION_FAILED, "The amount is not representable on the network");
    private static final Comparator<PayoutRef> LOCK_ORDER =
            Comparator.comparing(PayoutRef::organizationId).thenComparing(PayoutRef::payoutId);

    private final Database database;
    private final Clocks clocks;
    private final Tokens tokens;
    private final String hot;
    private final PayoutSuspension suspension;
    private final PaymentMac macs;

    StellarRail(
            Database database, Clocks clocks, Tokens tokens, String hot, PayoutSuspension suspension, PaymentMac macs) {
        this.database = database;
        this.clocks = clocks;
        this.tokens = tokens;
        this.hot = hot;
        this.suspension = suspension;
        this.macs = macs;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(String token, String network) {
        return network.equals(NAME) && tokens.offers(token);
    }

    @Override
    public boolean returns(String token, String network) {
        return network.equals(NAME) && tokens.find(token).isPresent();
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        return now;
    }

    @Override
    public Optional<String> sender(String network) {
        return network.equals(NAME) ? Optional.of(hot) : Optional.empty();
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        if (instructions.isEmpty()) {
            return List.of();
        }
        var byPayout = new TreeMap<PayoutRef, Payment>(LOCK_ORDER);
        instructions.forEach(each -> payment(each)
                .ifPresent(payment -> byPayout.computeIfAbsent(payment.payout(), _ -> payment.with(macs.of(payment)))));
        var payments = List.copyOf(byPayout.values());
        var now = clocks.instant();
        var answers = answers(
                instructions.stream().map(Instruction::payout).toList(),
                payouts -> database.inTx(tx -> {
                    if (!payments.isEmpty()) {
                        StellarPaymentStore.insert(tx, payments, now);
                    }
                    return StellarPaymentStore.read(tx, payouts);
                }));
        // Every valid payment is stored by now, so a missing one has an amount that cannot be stored.
        return answers.stream()
                .map(each -> each instanceof Outcome.NotSeen ? NO_SUCH_AMOUNT : each)
                .toList();
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        return payouts.isEmpty()
                ? List.of()
                : answers(payouts, asked -> database.inTx(tx -> StellarPaymentStore.read(tx, asked)));
    }

    @Override
    public boolean keepsQueue() {
        return true;
    }

    @Override
    public Cancellation cancel(PayoutRef payout) {
        return Reach.orElse(
                () -> database.inTx(tx -> {
                    var payment = StellarPaymentStore.lock(tx, payout);
                    if (payment.isEmpty()) {
                        return Cancellation.NOT_SEEN;
                    }
                    return switch (payment.get().state()) {
                        case Payment.Queued _ -> {
                            StellarPaymentStore.cancel(tx, payout, clocks.instant());
                            yield Cancellation.CANCELLED;
                        }
                        case Payment.Cancelled _ -> Cancellation.CANCELLED;
                        case Payment.Signed _, Payment.Settled _, Payment.Rejected _ -> Cancellation.REFUSED;
                    };
                }),
                () -> Cancellation.UNKNOWN);
    }

    /// The network cannot represent the amount of such an instruction, so it needs no entry.
    @Override
    public Cancellation block(Instruction instruction) {
        return Reach.orElse(
                () -> Cancellation.of(payment(instruction)
                        .map(payment -> database.inTx(tx -> StellarPaymentStore.block(tx, payment, clocks.instant())))
                        .orElse(true)),
                () -> Cancellation.UNKNOWN);
    }

    @Override
    public List<Attempt> attempts(PayoutRef payout) {
        return Reach.orElse(
                () -> database.inTx(tx -> StellarPaymentStore.read(tx, List.of(payout))).values().stream()
                        .flatMap(this::tries)
                        .toList(),
                List::of);
    }

    /// Returns transactions that can never be applied, and the current one. Its ledger may have closed before the
    /// sender stored the time of submission.
    private Stream<Attempt> tries(Payment payment) {
        var expired_hashes =
                payment.abandonedHashes().stream().map(hash -> new Attempt(null, hash, Attempt.Answer.REPLACED, null));
        var last = switch (payment.state()) {
            case Payment.Signed(var signed) -> Attempt.of(signed.submittedAt(), signed.hash(), outcome(payment));
            case Payment.Settled(var signed, var closedAt, var _) ->
                Attempt.of(Objects.requireNonNullElse(signed.submittedAt(), closedAt), signed.hash(), outcome(payment));
            case Payment.Queued(var _, var waitsFor) -> Attempt.queued(reason(payment, waitsFor));
            case Payment.Rejected _, Payment.Cancelled _ -> Attempt.of(null, outcome(payment));
        };
        return Stream.concat(expired_hashes, Stream.of(last));
    }

    /// Returns the reason why a queued payment waits, as a sentence.
    private Optional<String> reason(Payment payment, @Nullable String waitsFor) {
        return suspension
                .reason(NAME, payment.payout().organizationId())
                .or(() -> Optional.ofNullable(waitsFor)
                        .map(words -> words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1)));
    }

    @Override
    public AccountName accountName(BankAccount account) {
        return new AccountName.Unavailable(NAME);
    }

    /// Converts an instruction. A payment that the worker cannot make waits in the queue and must not keep others
    /// from being stored. The result is empty if the network has no such amount, which every node decides alike.
    private Optional<Payment> payment(Instruction instruction) {
        var wallet = instruction.wallet();
        var amount = instruction.amount();
        try {
            return Optional.of(new Payment(
                    instruction.payout(),
                    amount.asset().code(),
                    StellarToken.stroops(amount),
                    wallet.address(),
                    wallet.memo(),
                    null,
                    List.of(),
                    0,
                    new Payment.Queued(clocks.instant(), null)));
        } catch (ArithmeticException none) {
            LOG.error(
                    "payout {}: amount {} is not representable on Stellar",
                    instruction.payout().payoutId(),
                    amount);
            return Optional.empty();
        }
    }

    /// Maps a payment to its outcome. Only a transaction without an answer from Horizon is unknown.
    private Outcome outcome(Payment payment) {
        var askAt = clocks.instant().plus(ASK_AFTER);
        return switch (payment.state()) {
            case Payment.Queued _ -> new Outcome.Accepted(null, askAt, new OnChain(hot, null, null, null));
            case Payment.Signed(var signed)
            when SignedTransaction.NO_ANSWER.equals(signed.answer()) ->
                new Outcome.Unknown("The network did not respond; " + signed.hash() + " is being queried", askAt);
            case Payment.Signed(var signed) ->
                new Outcome.Accepted(
                        signed.hash(), askAt, new OnChain(hot, tokens.coin().money(signed.feeEstimated()), null, null));
            case Payment.Settled(var signed, var at, var feeCharged) ->
                new Outcome.Settled(
                        signed.hash(),
                        at,
                        new OnChain(
                                hot,
                                tokens.coin().money(signed.feeEstimated()),
                                tokens.coin().money(feeCharged),
                                null));
            case Payment.Rejected(var code, var message) -> new Outcome.Rejected(code, message);
            case Payment.Cancelled _ -> new Outcome.Stopped();
        };
    }

    /// Returns outcomes in the order of the payouts. All are unknown if our own database is unavailable.
    private List<Outcome> answers(List<PayoutRef> payouts, Function<List<PayoutRef>, Map<PayoutRef, Payment>> call) {
        return Reach.outcomes(
                payouts,
                () -> call.apply(payouts),
                this::outcome,
                "The queue could not be reached",
                () -> clocks.instant().plus(ASK_AFTER));
    }
}
