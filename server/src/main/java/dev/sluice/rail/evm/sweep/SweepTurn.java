package dev.sluice.rail.evm.sweep;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.deposit.BalanceStore;
import dev.sluice.rail.evm.key.Signer;
import dev.sluice.rail.evm.rpc.Chain;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.Chain.Receipt;
import dev.sluice.rail.evm.rpc.Erc20;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.rpc.TipFloor;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import dev.sluice.rail.evm.sweep.EvmSweeper.Services;
import dev.sluice.rail.evm.sweep.SweepStore.Sweep;
import dev.sluice.rail.evm.wallet.Broadcast;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.HouseCharges;
import dev.sluice.rail.evm.wallet.NonceStore;
import dev.sluice.rail.evm.wallet.WalletSnapshot;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Advances one sweep by a step.
final class SweepTurn {
    /// Maximum number of failed transactions of a sweep; after that it is retried only once a day.
    static final int FAILURES_MAX = 5;
    static final Duration LATER = Duration.ofSeconds(60);
    static final Duration RETRIED_AFTER_STOP = Duration.ofDays(1);

    private static final Logger LOG = LoggerFactory.getLogger(SweepTurn.class);
    private static final String FAILED = "sluice.evm.sweeps.failed";
    private static final Duration REFUSED_FOR = Duration.ofMinutes(10);
    private static final BigInteger PLAIN_GAS = BigInteger.valueOf(21_000);
    /// Coins are swept if the arriving amount is at least the maximum cost of the sweep.
    private static final BigInteger WORTH = BigInteger.TWO;
    /// Gas may be dearer once the top-up has arrived: half as much again is bought.
    private static final BigInteger FUEL_HALVES = BigInteger.valueOf(3);

    private final Services services;
    private final Database database;
    private final Clocks clocks;
    private final HotWallet wallet;
    private final Chain chain;
    private final Block head;
    private final Fees fees;
    private final Sweep sweep;
    private final SweepGas gas;
    private final Signer signer;

    SweepTurn(Services services, HotWallet wallet, Block head, Fees fees, Sweep sweep, Signer signer) {
        this.services = services;
        this.database = services.database();
        this.clocks = services.clocks();
        this.wallet = wallet;
        this.chain = wallet.chain();
        this.head = head;
        this.fees = fees;
        this.sweep = sweep;
        this.gas = new SweepGas(wallet, head, fees, sweep.address());
        this.signer = signer;
    }

    void take() {
        try {
            if (sweep.isFound()) {
                begin();
            } else if (sweep.isSigned()) {
                follow();
            } else {
                awaitFuel();
            }
        } catch (RpcError no) {
            LOG.warn("{} at {} cannot be swept: {}", sweep.token(), sweep.address(), no.getMessage());
            if (sweep.isFound() && no.isRevert()) {
                alert("the treasury or the token refuses a sweep of " + sweep.token() + "; check SLUICE_EVM_TREASURY");
                postpone(clocks.instant().plus(REFUSED_FOR));
            } else {
                postpone(clocks.instant().plus(LATER));
            }
        }
    }

    private void postpone(Instant at) {
        database.run(tx -> SweepStore.postpone(tx, sweep, at));
    }

    private Instant nextPoll() {
        return clocks.instant().plus(wallet.network().pollInterval());
    }

    private void begin() {
        var token = services.tokens().find(sweep.network(), sweep.token());
        // A node that has not reached the block of the payment would report an empty balance.
        if (token.isEmpty() || head.number() < sweep.changedBlock()) {
            postpone(clocks.instant().plus(LATER));
            return;
        }
        if (!sweep.earlier().isEmpty() && isMined()) {
            return;
        }
        var coins = chain.coins(sweep.address(), head.number());
        var contract = token.get().contract();
        var held = contract == null ? coins : chain.tokens(contract, sweep.address(), head.number());
        if (held.signum() == 0 || (contract != null && held.compareTo(least(token.get())) < 0)) {
            // An amount below the minimum deposit stays until more comes: otherwise repeated tiny payments
            // would make the house pay gas for each. The next payment notes it again.
            database.run(tx -> SweepStore.end(tx, sweep, clocks.instant()));
        } else if (contract == null) {
            beginCoins(held, token.get());
        } else {
            beginTokens(contract, held, coins);
        }
    }

    /// A transaction signed before with a lower tip may have been mined.
    private boolean isMined() {
        var receipt = receipt();
        if (receipt.isPresent() && isFinal(receipt.get().block())) {
            finish(receipt.get());
        } else if (receipt.isPresent()) {
            postpone(nextPoll());
        } else if (chain.nonceAt(sweep.address(), head.number()) > sweep.signedNonce()) {
            miss();
        } else {
            return false;
        }
        return true;
    }

    private void beginTokens(String contract, BigInteger held, BigInteger coins) {
        var call = Erc20.transfer(contract, services.plan().treasury(), held);
        var gasLimit = gas.limit(call);
        var cost = gas.cost(gasLimit).add(gas.dataFee(gasLimit, call).multiply(SweepGas.MARGIN));
        if (coins.compareTo(cost) < 0) {
            topUp(cost.multiply(FUEL_HALVES).shiftRight(1).subtract(coins));
        } else {
            sign(call, gasLimit, held);
        }
    }

    /// A treasury that is a contract may take more gas, or refuse, depending on the amount: the exact amount is
    /// simulated.
    private void beginCoins(BigInteger held, EvmToken coin) {
        var dataFee = gas.dataFee(PLAIN_GAS, coins(held)).multiply(SweepGas.MARGIN);
        if (held.compareTo(dataFee.multiply(WORTH)) <= 0) {
            awaitCheaper(held, BigInteger.ONE.negate(), coin);
            return;
        }
        var gasLimit = gas.limit(coins(held.subtract(dataFee)));
        var units = held.subtract(dataFee).subtract(gas.cost(gasLimit));
        if (units.signum() > 0) {
            gasLimit = gasLimit.max(gas.limit(coins(units)));
            units = held.subtract(dataFee).subtract(gas.cost(gasLimit));
        }
        if (held.compareTo(dataFee.add(gas.cost(gasLimit)).multiply(WORTH)) < 0) {
            var left = held.subtract(dataFee.multiply(WORTH));
            awaitCheaper(held, left.divide(gasLimit.multiply(SweepGas.MARGIN).multiply(WORTH)), coin);
        } else {
            sign(coins(units), gasLimit, units);
        }
    }

    private Call coins(BigInteger units) {
        return new Call(services.plan().treasury(), units, "0x");
    }

    /// A balance below the minimum deposit ends until more comes, as with tokens: remainders of sweeps' coins
    /// would wait forever.
    ///
    /// @param fee the maximum price per unit of gas at which the sweep is worth it; negative if data is too dear
    private void awaitCheaper(BigInteger held, BigInteger fee, EvmToken coin) {
        var now = clocks.instant();
        if (fee.signum() == 0 || held.compareTo(least(coin)) < 0) {
            database.run(tx -> SweepStore.end(tx, sweep, now));
        } else if (fee.signum() < 0) {
            postpone(now.plus(REFUSED_FOR));
        } else {
            database.run(tx -> SweepStore.awaitFee(tx, sweep, fee, now));
        }
    }

    /// An amount that was worth a sweep on arrival stays worth it, however long it waits for cheaper gas.
    private BigInteger least(EvmToken token) {
        return sweep.minimum() == null ? token.minimum() : token.minimum().min(sweep.minimum());
    }

    private void topUp(BigInteger coins) {
        var call = new Call(sweep.address(), coins, "0x");
        var gasLimit = chain.estimatedGas(wallet.address(), call);
        var snapshot = WalletSnapshot.of(wallet, List.of());
        var lowest = services.nonces().lowest(wallet, snapshot);
        var dataFee = gas.dataFee(gasLimit, call).multiply(SweepGas.MARGIN);
        var topUp = new GasTopUp(
                wallet, snapshot, lowest, fees, sweep.address(), coins, gasLimit, dataFee, services.slotCheck());
        var sent = database.inTx(tx -> {
            if (!isFree(SweepStore.lockAddress(tx, sweep.network(), sweep.address()), false)) {
                return Optional.<Broadcast.SentSlot>empty();
            }
            var signed = topUp.sign(tx, clocks.instant());
            signed.ifPresent(
                    each -> SweepStore.recordTopUp(tx, sweep, each.slot().nonce(), nextPoll()));
            return signed;
        });
        sent.ifPresentOrElse(
                each -> services.broadcast().first(wallet, List.of(each)),
                () -> postpone(clocks.instant().plus(LATER)));
    }

    /// Reports whether a sweep may begin: nothing else is under way at the address, its balance was read after its
    /// last change, and the rail is not stopped. Coins go last, since tokens need them.
    private boolean isFree(List<Sweep> ofAddress, boolean isCoin) {
        return !services.suspension().isStopped(EvmRail.NAME)
                && ofAddress.stream().allMatch(each -> each.changedBlock() <= head.number())
                && ofAddress.stream()
                        .allMatch(each -> each.token().equals(sweep.token())
                                ? each.isFound()
                                : each.isDone()
                                        || (each.isFound()
                                                && !isCoin
                                                && each.earlier().isEmpty()));
    }

    private void sign(Call call, BigInteger gasLimit, BigInteger units) {
        boolean isCoin = sweep.token().equals(wallet.coin());
        long nonce = chain.nonceAt(sweep.address(), head.number());
        var signed = new Transaction(wallet.network().chainId(), nonce, fees, gasLimit, call).signed(signer);
        boolean done = database.inTx(tx -> isFree(SweepStore.lockAddress(tx, sweep.network(), sweep.address()), isCoin)
                && SweepStore.sign(tx, sweep, nonce, signed, units, nextPoll()));
        if (done) {
            broadcast(signed.raw());
            LOG.info("sweeping {} units of {} from {} to the treasury", units, sweep.token(), sweep.address());
        } else {
            postpone(nextPoll());
        }
    }

    /// Broadcasts a transaction to every endpoint. Returns false if all of them refuse it for its tip.
    private boolean broadcast(String raw) {
        try {
            chain.sendAgain(raw);
        } catch (RpcUnavailable unavailable) {
            LOG.debug("broadcast of a sweep is retried later: {}", unavailable.getMessage());
        } catch (RpcError no) {
            if (!no.isNonceUsed() && !no.isKnown()) {
                LOG.warn("{} rejected the sweep of {}: {}", sweep.network(), sweep.address(), no.getMessage());
            }
            return no.isNonceUsed() || no.isKnown() || !chain.isForTip(no, fees.tip());
        }
        return true;
    }

    /// Follows the sweep's transaction. Once it is in a final block, the remaining balance and gas top-up at the
    /// address are read again; until it is in any block, the same bytes are broadcast again. A sweep can wait for
    /// cheaper gas, so it offers only the minimum tip that nodes accept.
    private void follow() {
        var receipt = receipt();
        if (receipt.isPresent() && isFinal(receipt.get().block())) {
            finish(receipt.get());
        } else if (receipt.isEmpty() && chain.nonceAt(sweep.address(), head.number()) > sweep.signedNonce()) {
            miss();
        } else if (receipt.isPresent() || broadcast(Objects.requireNonNull(sweep.raw()))) {
            database.run(tx -> SweepStore.used(tx, sweep, null, nextPoll()));
        } else {
            reprice();
        }
    }

    /// Has the sweep signed again, at the same nonce, with the tip that the nodes require.
    private void reprice() {
        if (wallet.allows(head, chain.tip(head))) {
            database.run(tx -> SweepStore.reprice(tx, sweep, clocks.instant()));
        } else {
            TipFloor.alert(services.alerts(), wallet.network().name());
            postpone(clocks.instant().plus(LATER));
        }
    }

    /// Returns the receipt of any of its transactions.
    private Optional<Receipt> receipt() {
        return hashes().flatMap(hash -> chain.receipt(hash).stream()).findFirst();
    }

    private Stream<String> hashes() {
        return Stream.concat(Stream.of(sweep.signedHash()), sweep.earlier().stream())
                .distinct();
    }

    private boolean isFinal(long block) {
        return block <= wallet.network().finalAt(head.number());
    }

    private void finish(Receipt receipt) {
        boolean moved = isMoved(receipt);
        database.run(tx -> {
            SweepStore.lockAddress(tx, sweep.network(), sweep.address());
            BalanceStore.insertOutflow(tx, sweep, wallet.coin(), receipt);
            if (!moved) {
                SweepStore.fail(tx, sweep, receipt.block(), services.plan().treasury(), retryAt());
            } else if (SweepStore.findAgain(tx, sweep, receipt.block(), clocks.instant(), true)
                    && sweep.fuelNonce() != null) {
                SweepStore.noteRest(tx, sweep, wallet.coin(), receipt.block(), clocks.instant());
            }
            // The charge is booked once, regardless of the node that continues the sweep.
            HouseCharges.add(tx, wallet.network(), receipt, clocks);
        });
        if (!moved) {
            logFailure(receipt);
        }
    }

    /// A successful transaction may have moved nothing: some tokens report that only by their return value.
    private boolean isMoved(Receipt receipt) {
        if (!receipt.succeeded() || sweep.token().equals(wallet.coin())) {
            return receipt.succeeded();
        }
        var contract = Transaction.target(Objects.requireNonNull(sweep.raw()));
        return Erc20.transfers(receipt.logs(), contract, sweep.address())
                .anyMatch(each -> each.units().signum() > 0);
    }

    private Instant retryAt() {
        int failures = sweep.failures() + 1;
        var wait = failures >= FAILURES_MAX ? RETRIED_AFTER_STOP : LATER.multipliedBy(1L << failures);
        return clocks.instant().plus(wait);
    }

    private void logFailure(Receipt receipt) {
        int failures = sweep.failures() + 1;
        LOG.error(
                "sweep {} of {} on {} transferred nothing, {} times so far: it is retried {}",
                receipt.transaction(),
                sweep.address(),
                sweep.network(),
                failures,
                failures >= FAILURES_MAX ? "once a day, or with another treasury" : "later");
        services.meters().counter(FAILED, "network", sweep.network()).increment();
        alert("a sweep of " + sweep.token() + " failed on the chain; check that SLUICE_EVM_TREASURY can receive it");
    }

    private void alert(String message) {
        var condition = sweep.network() + "/sweep/" + sweep.token();
        services.alerts().raise(new Alert(EvmRail.NAME, condition, sweep.network() + ": " + message));
    }

    /// Handles a used nonce whose transaction the endpoint does not know: it may lack the receipt, or have another
    /// chain than the others. If the sweep were given up too early, its cost would never be booked. The state of
    /// the final block itself is not read: few nodes keep it for that long.
    private void miss() {
        var used = sweep.usedBlock();
        if (used == null || !isFinal(used)) {
            database.run(tx -> SweepStore.used(tx, sweep, used == null ? head.number() : used, nextPoll()));
            return;
        }
        var known = hashes().flatMap(hash -> chain.receipts(hash).stream()).toList();
        var ended = known.stream().filter(each -> isFinal(each.block())).findFirst();
        if (ended.isPresent()) {
            finish(ended.get());
        } else if (known.isEmpty()) {
            LOG.error(
                    "nonce {} of {} on {} is used, but no endpoint has the signed sweep: the balance is read again,"
                            + " and the gas cost is not booked",
                    sweep.signedNonce(),
                    sweep.address(),
                    sweep.network());
            var at = clocks.instant().plus(LATER);
            database.run(tx -> SweepStore.findAgain(tx, sweep, used, at, true));
        } else {
            postpone(nextPoll());
        }
    }

    private void awaitFuel() {
        database.run(tx -> {
            var nonce = Objects.requireNonNull(sweep.fuelNonce());
            var slot = NonceStore.find(tx, sweep.network(), wallet.address(), nonce);
            var block = slot.isEmpty() ? null : slot.get().block();
            if (slot.isEmpty() || block != null) {
                SweepStore.findAgain(tx, sweep, block, clocks.instant(), false);
            } else {
                SweepStore.postpone(tx, sweep, nextPoll());
            }
        });
    }
}
