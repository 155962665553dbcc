package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.AccountName;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailBooks;
import dev.sluice.rail.Reach;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The payout rail to the sandbox's bank. It serves every fiat currency and bank. Its payments end after about a
/// second, except those to [Magic] accounts. Its books are in the database, so every node has the same information.
public final class SandboxRail implements Rail {
    /// Name of the rail.
    public static final String NAME = "sandbox";

    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Duration ASK_AFTER_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration ASK_AFTER_OUTAGE = Duration.ofSeconds(5);
    /// Lock order for all callers, so that two batches with the same payouts cannot deadlock.
    private static final Comparator<PayoutRef> LOCK_ORDER =
            Comparator.comparing(PayoutRef::organizationId).thenComparing(PayoutRef::payoutId);

    private final Database database;
    private final Clocks clocks;

    public SandboxRail(Database database, Clocks clocks) {
        this.database = database;
        this.clocks = clocks;
    }

    /// Returns the rail's books of its payments.
    public static RailBooks books() {
        return new RailBooks(SandboxPaymentStore.ORDERS);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(String currencyOrToken, String bankCodeOrNetwork) {
        return CURRENCY.matcher(currencyOrToken).matches();
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        return now.plus(Magic.of(instruction.account()).behaviour().window());
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        if (instructions.isEmpty()) {
            return List.of();
        }
        var now = clocks.instant();
        var byPayout = new TreeMap<PayoutRef, Submission>(LOCK_ORDER);
        instructions.forEach(each -> byPayout.putIfAbsent(each.payout(), Submission.of(each, now)));
        var submissions = List.copyOf(byPayout.values());
        var payouts = instructions.stream().map(Instruction::payout).toList();
        return answers(payouts, () -> database.inTx(tx -> accept(tx, submissions, now)));
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        if (payouts.isEmpty()) {
            return List.of();
        }
        var now = clocks.instant();
        return answers(payouts, () -> {
            var outcomes = new HashMap<PayoutRef, Outcome>();
            database.inTx(tx -> SandboxPaymentStore.read(tx, payouts))
                    .forEach((payout, entry) -> outcomes.put(payout, entry.outcome(now)));
            return outcomes;
        });
    }

    @Override
    public Cancellation cancel(PayoutRef payout) {
        var now = clocks.instant();
        return Reach.orElse(
                () -> database.inTx(tx -> {
                    var answer = SandboxPaymentStore.lock(tx, payout)
                            .map(entry -> entry.cancellation(now))
                            .orElse(Cancellation.NOT_SEEN);
                    if (answer == Cancellation.CANCELLED) {
                        SandboxPaymentStore.stop(tx, payout, now);
                    }
                    return answer;
                }),
                () -> Cancellation.UNKNOWN);
    }

    @Override
    public Cancellation block(Instruction instruction) {
        var now = clocks.instant();
        return Reach.orElse(
                () -> Cancellation.of(
                        database.inTx(tx -> SandboxPaymentStore.block(tx, Submission.of(instruction, now), now))),
                () -> Cancellation.UNKNOWN);
    }

    @Override
    public List<Attempt> attempts(PayoutRef payout) {
        var now = clocks.instant();
        return Reach.orElse(() -> database.inTx(tx -> SandboxPaymentStore.attempts(tx, payout, now)), List::of);
    }

    @Override
    public AccountName accountName(BankAccount account) {
        return Magic.of(account).nameAnswer().of(account.accountName(), NAME);
    }

    private static Map<PayoutRef, Outcome> accept(Tx tx, List<Submission> submissions, Instant now) {
        var fresh = SandboxPaymentStore.insert(tx, submissions);
        var outcomes = new HashMap<PayoutRef, Outcome>();
        var again = new ArrayList<Submission>();
        for (var submission : submissions) {
            if (fresh.contains(submission.payout())) {
                outcomes.put(submission.payout(), firstAnswer(submission, now));
            } else {
                again.add(submission);
            }
        }
        if (!again.isEmpty()) {
            SandboxPaymentStore.acceptLost(
                    tx, again.stream().filter(Submission::isLostAtFirst).toList());
            SandboxPaymentStore.read(tx, again.stream().map(Submission::payout).toList())
                    .forEach((payout, entry) -> outcomes.put(payout, entry.outcome(now)));
        }
        return outcomes;
    }

    private static Outcome firstAnswer(Submission submission, Instant now) {
        return submission.isAnsweredAtFirst()
                ? submission.taken().outcome(now)
                : new Outcome.Unknown("The bank did not answer in time", now.plus(ASK_AFTER_TIMEOUT));
    }

    /// Returns outcomes in the order of the payouts. All are unknown if the bank's own database is unavailable.
    private List<Outcome> answers(List<PayoutRef> payouts, Supplier<Map<PayoutRef, Outcome>> call) {
        return Reach.outcomes(
                payouts,
                call,
                Function.identity(),
                "The bank could not be reached",
                () -> clocks.instant().plus(ASK_AFTER_OUTAGE));
    }
}
