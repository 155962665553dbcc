package dev.sluice.rail.sandbox.chain;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The payout rail to the sandbox's chain. It serves every token of the networks that it simulates. Its payouts are
/// final after about a second, except those to a [MagicWallet]. Its books are in the database, so every node has the
/// same information.
public final class SandboxChain implements Rail {
    /// Name of the rail.
    public static final String NAME = "sandbox-chain";

    /// Period before submission in which a payout can be cancelled.
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private static final Duration ASK_AFTER_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration ASK_AFTER_OUTAGE = Duration.ofSeconds(5);

    private final Database database;
    private final Clocks clocks;
    private final Map<String, SandboxNetwork> networks;
    private final PayoutBooks books;

    public SandboxChain(Database database, Clocks clocks, List<SandboxNetwork> networks) {
        this.database = database;
        this.clocks = clocks;
        this.networks = SandboxNetwork.byName(networks);
        this.books = new PayoutBooks(this.networks);
    }

    /// Returns the rail's books of its payments.
    public static RailBooks books() {
        return new RailBooks(PayoutStore.ORDERS);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(String token, String network) {
        var played = networks.get(network);
        return played != null && played.has(token);
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        return now.plus(WINDOW);
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        if (instructions.isEmpty()) {
            return List.of();
        }
        var now = clocks.instant();
        var byPayout = new LinkedHashMap<PayoutRef, Instruction>();
        instructions.forEach(each -> byPayout.putIfAbsent(each.payout(), each));
        var payouts = instructions.stream().map(Instruction::payout).toList();
        return answers(payouts, () -> {
            var page = database.inTx(tx -> books.write(tx, byPayout.values(), now));
            var outcomes = outcomes(page.entries(), now);
            page.unanswered()
                    .forEach(payout -> outcomes.put(
                            payout,
                            new Outcome.Unknown("The network did not answer in time", now.plus(ASK_AFTER_TIMEOUT))));
            return outcomes;
        });
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        if (payouts.isEmpty()) {
            return List.of();
        }
        var now = clocks.instant();
        return answers(payouts, () -> outcomes(database.inTx(tx -> books.read(tx, payouts)), now));
    }

    @Override
    public Cancellation cancel(PayoutRef payout) {
        var now = clocks.instant();
        return Reach.orElse(() -> database.inTx(tx -> books.stop(tx, payout, now)), () -> Cancellation.UNKNOWN);
    }

    @Override
    public Cancellation block(Instruction instruction) {
        var now = clocks.instant();
        return Reach.orElse(() -> database.inTx(tx -> books.block(tx, instruction, now)), () -> Cancellation.UNKNOWN);
    }

    @Override
    public List<Attempt> attempts(PayoutRef payout) {
        var now = clocks.instant();
        return Reach.orElse(() -> database.inTx(tx -> books.attempts(tx, payout, now)), List::of);
    }

    /// Returns a settlement by a made-up transaction in the newest block, derived from the payout's id.
    @Override
    public Optional<Outcome.Settled> simulatedOutcome(Instruction instruction) {
        var now = clocks.instant();
        return Optional.ofNullable(networks.get(instruction.wallet().network())).map(network -> {
            var order = instruction.payout().payoutId().toString();
            var transaction = new Transaction(network, network.sender(), order, network.confirmationsHere(), now);
            boolean coin =
                    instruction.amount().asset().code().equals(network.coin().code());
            var gas = new Gas(transaction, coin, TxScenario.ordinary());
            return new Outcome.Settled(transaction.hash(0), now, gas.mined(Block.newestAt(network, now)));
        });
    }

    @Override
    public Optional<String> sender(String network) {
        return Optional.ofNullable(networks.get(network)).map(SandboxNetwork::sender);
    }

    /// Wallets have no registered names.
    @Override
    public AccountName accountName(BankAccount account) {
        return new AccountName.Unavailable(NAME);
    }

    private static Map<PayoutRef, Outcome> outcomes(Map<PayoutRef, Entry> entries, Instant now) {
        var outcomes = new HashMap<PayoutRef, Outcome>();
        entries.forEach((payout, entry) -> outcomes.put(payout, entry.outcome(now)));
        return outcomes;
    }

    /// Returns outcomes in the order of the payouts. All are unknown if the chain's own database is unavailable.
    private List<Outcome> answers(List<PayoutRef> payouts, Supplier<Map<PayoutRef, Outcome>> call) {
        return Reach.outcomes(
                payouts,
                call,
                Function.identity(),
                "The network could not be reached",
                () -> clocks.instant().plus(ASK_AFTER_OUTAGE));
    }
}
