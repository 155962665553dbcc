package dev.sluice.rail.evm.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.TamperAlarm.Reason;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmTokens;
import dev.sluice.rail.evm.payout.PayoutStore.Postponed;
import dev.sluice.rail.evm.payout.PayoutStore.SignedPayout;
import dev.sluice.rail.evm.payout.Preflight.Payable;
import dev.sluice.rail.evm.payout.Preflight.Retry;
import dev.sluice.rail.evm.payout.Preflight.Unpayable;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.Parallel;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.wallet.Broadcast;
import dev.sluice.rail.evm.wallet.Broadcast.SentSlot;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.NextNonceStore;
import dev.sluice.rail.evm.wallet.NonceCheck;
import dev.sluice.rail.evm.wallet.NonceSlot;
import dev.sluice.rail.evm.wallet.NonceSlotCheck;
import dev.sluice.rail.evm.wallet.NonceStore;
import dev.sluice.rail.evm.wallet.TransactionStore.StoredTransaction;
import dev.sluice.rail.evm.wallet.WalletSnapshot;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Signs queued payouts and broadcasts them. Nonce, signature and bytes are stored in one transaction, so that no
/// nonce is allocated without a transaction, and nothing is broadcast before it is stored. Payouts that operators
/// halted stay in the queue.
public final class PayoutSigner {
    /// Maximum number of payouts signed while the wallet's row is locked.
    static final int CHUNK = 100;

    private static final int AT_ONCE = 16;
    private static final Duration TURN_MAX = Duration.ofSeconds(5);
    private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(15);
    private static final Duration LOOKED_AT_AGAIN_AFTER = Duration.ofMinutes(5);

    private final Database database;
    private final Clocks clocks;
    private final EvmTokens tokens;
    private final Broadcast broadcast;
    private final PayoutSuspension suspension;
    private final NonceCheck nonces;
    private final Guard guard;

    public PayoutSigner(
            Database database,
            Clocks clocks,
            EvmTokens tokens,
            Broadcast broadcast,
            PayoutSuspension suspension,
            NonceCheck nonces,
            Guard guard) {
        this.database = database;
        this.clocks = clocks;
        this.tokens = tokens;
        this.broadcast = broadcast;
        this.suspension = suspension;
        this.nonces = nonces;
        this.guard = guard;
    }

    /// Prevents signing of payouts that differ from the instruction handed to the rail.
    public record Guard(PayoutMac macs, TamperAlarm alarm, NonceSlotCheck slotCheck) {
        /// Holds a payout in the transaction that found the fault.
        void hold(Tx tx, PayoutRef payout, Reason reason, Instant now) {
            alarm.raise(tx, EvmRail.NAME, payout, reason);
            PayoutStore.postpone(
                    tx, List.of(new Postponed(payout, Preflight.TAMPERED)), now.plus(LOOKED_AT_AGAIN_AFTER));
        }
    }

    /// Signs due payouts. Returns true if there may be more.
    boolean step(HotWallet wallet) {
        if (suspension.isStopped(EvmRail.NAME)) {
            return false;
        }
        var now = clocks.instant();
        var frozen = suspension.frozen().get();
        var due = database.inTx(tx -> PayoutStore.due(tx, wallet.network().name(), now, frozen, CHUNK));
        return run(wallet, due.stream().map(Payout::ref).toList()) == CHUNK;
    }

    /// Signs those of some payouts that are queued and not halted. Returns their number, or 0 if another thread
    /// signs for too long.
    ///
    /// @throws RpcUnavailable if the network is unreachable; payouts signed before that stay signed
    public int run(HotWallet wallet, List<PayoutRef> payouts) {
        int signed = 0;
        if (!isOurTurn(wallet)) {
            return signed;
        }
        try {
            for (int from = 0; from < payouts.size(); from += CHUNK) {
                var chunk = payouts.subList(from, Math.min(payouts.size(), from + CHUNK));
                var found = database.inTx(tx -> PayoutStore.read(tx, chunk));
                var queued = chunk.stream()
                        .flatMap(each -> Optional.ofNullable(found.get(each)).stream())
                        .filter(each -> each.state() instanceof Payout.State.Queued)
                        .filter(this::isPayable)
                        .filter(this::isAuthentic)
                        .toList();
                signed += queued.isEmpty() ? 0 : sign(wallet, queued);
            }
        } finally {
            wallet.turn().unlock();
        }
        return signed;
    }

    /// Reports whether no operator has halted the payout.
    private boolean isPayable(Payout payout) {
        return !suspension.isSuspended(EvmRail.NAME, payout.ref().organizationId());
    }

    private boolean isAuthentic(Payout payout) {
        boolean authentic = guard.macs().isOf(payout);
        if (!authentic) {
            database.run(tx -> guard.hold(tx, payout.ref(), Reason.CHANGED, clocks.instant()));
        }
        return authentic;
    }

    /// The calling thread serves other rails, too: a slow network must not block it.
    private static boolean isOurTurn(HotWallet wallet) {
        try {
            return wallet.turn().tryLock(TURN_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RpcUnavailable("interrupted");
        }
    }

    private int sign(HotWallet wallet, List<Payout> queued) {
        var wanted = queued.stream()
                .map(Payout::token)
                .distinct()
                .flatMap(id -> tokens.find(wallet.network().name(), id).stream())
                .toList();
        var snapshot = WalletSnapshot.of(wallet, wanted);
        var fees = Fees.at(snapshot.head().baseFee(), snapshot.tip(), wallet.feeCap());
        if (fees.isEmpty()) {
            var later = queued.stream()
                    .map(each -> new Postponed(each.ref(), Preflight.FEES))
                    .toList();
            database.run(tx -> PayoutStore.postpone(tx, later, clocks.instant().plus(TRY_AGAIN_AFTER)));
            return 0;
        }
        // Must come first, since it retires foreign slots.
        var committed = database.inTx(tx -> guard.slotCheck().committed(tx, wallet, snapshot.mined()));
        long lowest = nonces.lowest(wallet, snapshot);
        var places = HotWallet.IN_FLIGHT_MAX - committed.slots();
        var tried = queued.stream().limit(Math.max(0, places)).toList();
        // The dry run takes time, in which an operator may halt the rail.
        var examiner = new Preflight.Examiner(wallet, tokens, snapshot, committed.unitsByToken());
        var examined = Parallel.map(tried, AT_ONCE, examiner::examined).stream()
                .filter(each -> isPayable(each.payout()))
                .toList();
        var sent = database.inTx(
                tx -> new Signing(wallet, snapshot, lowest, fees.get(), guard, clocks.instant()).decide(tx, examined));
        broadcast.first(wallet, sent);
        return sent.size();
    }

    /// Decides which payouts to sign, with the wallet's row locked.
    private record Signing(
            HotWallet wallet, WalletSnapshot snapshot, long lowest, Fees fees, Guard guard, Instant now) {

        List<SentSlot> decide(Tx tx, List<Preflight> examined) {
            long next = NextNonceStore.lock(tx, wallet.network().name(), wallet.address(), lowest);
            var ready = new ArrayList<Payable>();
            var later = new ArrayList<Postponed>();
            for (var each : examined) {
                switch (each) {
                    case Payable fine -> ready.add(fine);
                    case Retry(var payout, var reason) -> later.add(new Postponed(payout.ref(), reason));
                    case Unpayable(var payout, var rejected) ->
                        PayoutStore.rejectQueued(tx, payout.ref(), rejected, now);
                }
            }
            var signed = sign(tx, ready, next, later);
            PayoutStore.postpone(tx, later, now.plus(TRY_AGAIN_AFTER));
            return signed;
        }

        private List<SentSlot> sign(Tx tx, List<Payable> ready, long next, List<Postponed> later) {
            var queued = new HashSet<PayoutRef>();
            for (var each : PayoutStore.lockQueued(
                    tx, ready.stream().map(each -> each.payout().ref()).toList())) {
                if (each.over()) {
                    guard.hold(tx, each.ref(), Reason.REPEATED, now);
                } else {
                    queued.add(each.ref());
                }
            }
            var committed = guard.slotCheck().committed(tx, wallet, snapshot.mined());
            var funds = new SpendableFunds(wallet, snapshot, committed, dataFee(ready));
            var payouts = new ArrayList<SignedPayout>();
            var stored = new ArrayList<StoredTransaction>();
            var free = NextNonceStore.free(tx, wallet.network().name(), wallet.address(), next, ready.size());
            for (var each : ready) {
                if (!queued.contains(each.payout().ref())
                        || committed.slots() + stored.size() >= HotWallet.IN_FLIGHT_MAX) {
                    continue;
                }
                if (!funds.take(each, fees)) {
                    later.add(new Postponed(each.payout().ref(), Preflight.FUNDS));
                    continue;
                }
                var transaction = new Transaction(
                        wallet.network().chainId(),
                        free.get(payouts.size()),
                        fees,
                        each.gasLimit(),
                        each.movement().call());
                var bytes = transaction.signed(wallet.signer());
                var slot = NonceSlot.fresh(
                        transaction,
                        wallet.network().name(),
                        wallet.address(),
                        each.payout().ref(),
                        each.movement(),
                        bytes.hash(),
                        now);
                var price = snapshot.head().baseFee().add(fees.tip());
                payouts.add(new SignedPayout(
                        each.payout(), slot, each.gasEstimated().multiply(price).add(each.dataFee())));
                stored.add(new StoredTransaction(
                        slot.network(), slot.sender(), slot.nonce(), bytes.hash(), bytes.raw(), false));
            }
            if (payouts.isEmpty()) {
                return List.of();
            }
            NextNonceStore.advance(tx, wallet.network().name(), wallet.address(), free.get(payouts.size() - 1) + 1);
            NonceStore.insert(tx, payouts.stream().map(SignedPayout::slot).toList());
            guard.slotCheck().store(tx, stored, now);
            PayoutStore.sign(tx, payouts, now);
            return sentSlots(payouts, stored);
        }

        private static BigInteger dataFee(List<Payable> ready) {
            return ready.stream().map(Payable::dataFee).reduce(BigInteger.ZERO, BigInteger::max);
        }

        private static List<SentSlot> sentSlots(List<SignedPayout> payouts, List<StoredTransaction> stored) {
            var sent = new ArrayList<SentSlot>(stored.size());
            for (int i = 0; i < stored.size(); i++) {
                sent.add(new SentSlot(payouts.get(i).slot(), stored.get(i).raw()));
            }
            return sent;
        }
    }

    /// Remaining funds of a wallet after all its commitments, in the worst case.
    private static final class SpendableFunds {
        private final String coin;
        private final Map<String, BigInteger> left = new HashMap<>();

        /// @param dataFee the maximum first-layer fee of a transaction in this round
        SpendableFunds(HotWallet wallet, WalletSnapshot snapshot, NonceStore.Committed committed, BigInteger dataFee) {
            this.coin = wallet.coin();
            snapshot.unitsByToken()
                    .forEach((token, units) -> left.put(
                            token,
                            units.subtract(
                                    Optional.ofNullable(committed.unitsByToken().get(token))
                                            .orElse(BigInteger.ZERO))));
            left.merge(coin, committed.gas().negate(), BigInteger::add);
            left.merge(coin, dataFee.multiply(BigInteger.valueOf(-committed.slots())), BigInteger::add);
        }

        boolean take(Payable ready, Fees fees) {
            var token = ready.payout().token();
            var units = ready.payout().units();
            var gas = ready.gasLimit().multiply(fees.max()).add(reserved(ready.dataFee()));
            var coins = token.equals(coin) ? units.add(gas) : gas;
            if (has(coin, coins) && has(token, units)) {
                left.merge(coin, coins.negate(), BigInteger::add);
                if (!token.equals(coin)) {
                    left.merge(token, units.negate(), BigInteger::add);
                }
                return true;
            }
            return false;
        }

        /// The first-layer fee may be higher when it is charged.
        private static BigInteger reserved(BigInteger dataFee) {
            return dataFee.shiftLeft(1);
        }

        private boolean has(String token, BigInteger units) {
            return left.getOrDefault(token, BigInteger.ZERO).compareTo(units) >= 0;
        }
    }
}
