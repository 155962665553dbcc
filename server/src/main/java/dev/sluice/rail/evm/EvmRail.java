package dev.sluice.rail.evm;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.rail.AccountName;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Reach;
import dev.sluice.rail.evm.payout.Payout;
import dev.sluice.rail.evm.payout.PayoutMac;
import dev.sluice.rail.evm.payout.PayoutSigner;
import dev.sluice.rail.evm.payout.PayoutStore;
import dev.sluice.rail.evm.payout.Preflight;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.TransactionStore;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Payouts on EVM networks. Submitting writes a payout into the rail's queue and signs as many as possible at once;
/// [dev.sluice.rail.evm.payout.EvmPayoutWorker] does the rest. All state is in the database, so that a new instance on
/// any node can continue.
public final class EvmRail implements Rail {
    /// Name of the rail.
    public static final String NAME = "evm";

    private static final Logger LOG = LoggerFactory.getLogger(EvmRail.class);
    private static final Duration ASK_QUEUED_AFTER = Duration.ofSeconds(3);
    private static final Duration ASK_AFTER_OUTAGE = Duration.ofSeconds(5);
    private static final int TRIES_MAX = 100;
    /// Common lock order, so that two batches with the same payouts wait for each other at most once.
    private static final Comparator<PayoutRef> LOCK_ORDER =
            Comparator.comparing(PayoutRef::organizationId).thenComparing(PayoutRef::payoutId);

    private final Database database;
    private final Clocks clocks;
    private final EvmTokens tokens;
    private final Map<String, HotWallet> wallets;
    private final PayoutSigner signer;
    private final PayoutSuspension suspension;
    private final PayoutMac macs;

    EvmRail(
            Database database,
            Clocks clocks,
            EvmTokens tokens,
            Map<String, HotWallet> wallets,
            PayoutSigner signer,
            PayoutSuspension suspension,
            PayoutMac macs) {
        this.database = database;
        this.clocks = clocks;
        this.tokens = tokens;
        this.wallets = Map.copyOf(wallets);
        this.signer = signer;
        this.suspension = suspension;
        this.macs = macs;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(String token, String network) {
        return wallets.containsKey(network) && tokens.offers(network, token);
    }

    @Override
    public boolean returns(String token, String network) {
        return wallets.containsKey(network) && tokens.find(network, token).isPresent();
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        return now;
    }

    @Override
    public Optional<String> sender(String network) {
        return Optional.ofNullable(wallets.get(network)).map(HotWallet::address);
    }

    @Override
    public AccountName accountName(BankAccount account) {
        return new AccountName.Unavailable(NAME);
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        if (instructions.isEmpty()) {
            return List.of();
        }
        var byRef = new TreeMap<PayoutRef, Payout>(LOCK_ORDER);
        instructions.forEach(each -> byRef.computeIfAbsent(each.payout(), _ -> authenticated(payout(each))));
        var payouts = List.copyOf(byRef.values());
        return reached(instructions.size(), () -> {
            database.run(tx -> PayoutStore.insert(tx, payouts, clocks.instant()));
            payouts.stream()
                    .collect(Collectors.groupingBy(Payout::network))
                    .forEach((network, some) ->
                            sign(network, some.stream().map(Payout::ref).toList()));
            return outcomes(instructions.stream().map(Instruction::payout).toList());
        });
    }

    private Payout authenticated(Payout payout) {
        return payout.with(macs.of(payout));
    }

    private static Payout payout(Instruction instruction) {
        var wallet = instruction.wallet();
        return new Payout(
                instruction.payout(),
                wallet.network(),
                instruction.amount().asset().code(),
                instruction.amount().units(),
                Hex.address(wallet.address()),
                null,
                new Payout.State.Queued(null));
    }

    /// Payouts that cannot be signed now stay in the queue and are signed later.
    private void sign(String network, List<PayoutRef> payouts) {
        var wallet = wallets.get(network);
        if (wallet == null) {
            LOG.error("network {} is not configured: {} payouts are waiting", network, payouts.size());
            return;
        }
        try {
            signer.run(wallet, payouts);
        } catch (RpcUnavailable | RpcError none) {
            LOG.warn("network {} is unreachable, payouts are waiting: {}", network, none.getMessage());
        }
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        return payouts.isEmpty() ? List.of() : reached(payouts.size(), () -> outcomes(payouts));
    }

    @Override
    public boolean keepsQueue() {
        return true;
    }

    @Override
    public Cancellation cancel(PayoutRef payout) {
        try {
            return database.inTx(tx -> {
                if (PayoutStore.stop(tx, payout, clocks.instant())) {
                    return Cancellation.CANCELLED;
                }
                var found = PayoutStore.read(tx, List.of(payout)).get(payout);
                if (found == null) {
                    return Cancellation.NOT_SEEN;
                }
                return found.state() instanceof Payout.State.Stopped ? Cancellation.CANCELLED : Cancellation.REFUSED;
            });
        } catch (Refused refused) {
            return unlessAway(refused, Cancellation.UNKNOWN);
        }
    }

    @Override
    public Cancellation block(Instruction instruction) {
        return Reach.orElse(
                () -> Cancellation.of(
                        database.inTx(tx -> PayoutStore.block(tx, payout(instruction), clocks.instant()))),
                () -> Cancellation.UNKNOWN);
    }

    @Override
    public List<Attempt> attempts(PayoutRef payout) {
        return Reach.orElse(() -> database.inTx(tx -> tries(tx, payout)), List::of);
    }

    /// At most one of the transactions signed for a slot is ever mined.
    private List<Attempt> tries(Tx tx, PayoutRef ref) {
        var payout = PayoutStore.read(tx, List.of(ref)).get(ref);
        if (payout == null) {
            return List.of();
        }
        if (payout.state() instanceof Payout.State.Queued(var waitsFor)) {
            return List.of(Attempt.queued(reason(payout, waitsFor)));
        }
        var outcome = outcome(payout, clocks.instant());
        var signed = TransactionStore.of(tx, ref, TRIES_MAX);
        if (signed.isEmpty()) {
            return List.of(Attempt.of(null, outcome));
        }
        var hash = hash(payout.state());
        return signed.stream()
                .map(each -> each.hash().equals(hash)
                        ? Attempt.of(each.at(), each.hash(), outcome)
                        : new Attempt(each.at(), each.hash(), Attempt.Answer.REPLACED, null))
                .toList();
    }

    /// Returns the reason why an unsigned payout waits.
    private Optional<String> reason(Payout payout, @Nullable String waitsFor) {
        return suspension
                .reason(NAME, payout.ref().organizationId())
                .or(() -> wallets.containsKey(payout.network())
                        ? Preflight.text(waitsFor)
                        : Optional.of("The network is not configured"));
    }

    /// Returns the hash of the transaction that will pay the payout, paid it, or failed on the chain.
    private static @Nullable String hash(Payout.State state) {
        return switch (state) {
            case Payout.State.Signed signed -> signed.hash();
            case Payout.State.Settled settled -> settled.hash();
            case Payout.State.Rejected(var _, var _, var spent) -> spent == null ? null : spent.hash();
            case Payout.State.Queued _, Payout.State.Stopped _ -> null;
        };
    }

    private List<Outcome> outcomes(List<PayoutRef> payouts) {
        var now = clocks.instant();
        var found = database.inTx(tx -> PayoutStore.read(tx, payouts));
        return payouts.stream().map(each -> outcome(found.get(each), now)).toList();
    }

    private Outcome outcome(@Nullable Payout payout, Instant now) {
        if (payout == null) {
            return new Outcome.NotSeen();
        }
        return switch (payout.state()) {
            case Payout.State.Queued _ ->
                new Outcome.Accepted(
                        null,
                        now.plus(ASK_QUEUED_AFTER),
                        sender(payout.network())
                                .map(address -> new OnChain(address, null, null, null))
                                .orElse(null));
            case Payout.State.Signed(var sender, var hash, var acknowledged, var gas) ->
                acknowledged
                        ? new Outcome.Accepted(
                                hash, now.plus(askAfter(payout)), onChain(payout, sender, gas, null, null))
                        : new Outcome.Unknown(
                                "The network has not confirmed that it has the transaction",
                                now.plus(askAfter(payout)));
            case Payout.State.Settled(var sender, var hash, var at, var estimated, var charged, var used) ->
                new Outcome.Settled(hash, at, onChain(payout, sender, estimated, charged, used));
            case Payout.State.Rejected(var code, var message, var spent) ->
                spent == null
                        ? new Outcome.Rejected(code, message)
                        : new Outcome.Rejected(
                                code,
                                message,
                                spent.hash(),
                                onChain(
                                        payout,
                                        spent.sender(),
                                        spent.gasEstimated(),
                                        spent.gasCharged(),
                                        spent.gasUsed()));
            case Payout.State.Stopped _ -> new Outcome.Stopped();
        };
    }

    private Duration askAfter(Payout payout) {
        var wallet = wallets.get(payout.network());
        return wallet == null ? ASK_AFTER_OUTAGE : wallet.network().pollInterval();
    }

    private @Nullable OnChain onChain(
            Payout payout,
            String sender,
            @Nullable BigInteger estimated,
            @Nullable BigInteger charged,
            @Nullable Long used) {
        var wallet = wallets.get(payout.network());
        return wallet == null ? null : new OnChain(sender, coins(wallet, estimated), coins(wallet, charged), used);
    }

    private static @Nullable Money coins(HotWallet wallet, @Nullable BigInteger units) {
        return units == null ? null : new Money(units, wallet.network().coin());
    }

    /// If our own database is unavailable, the outcome is unknown: a payout may have been signed.
    private List<Outcome> reached(int count, Supplier<List<Outcome>> call) {
        try {
            return call.get();
        } catch (Refused refused) {
            Outcome unknown = new Outcome.Unknown(
                    "The rail's database could not be reached", clocks.instant().plus(ASK_AFTER_OUTAGE));
            return unlessAway(refused, Collections.nCopies(count, unknown));
        }
    }

    private static <R> R unlessAway(Refused refused, R otherwise) {
        if (refused.refusal() != Refusal.UNAVAILABLE) {
            throw refused;
        }
        return otherwise;
    }
}
