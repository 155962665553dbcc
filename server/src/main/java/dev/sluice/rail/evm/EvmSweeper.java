package dev.sluice.rail.evm;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Halts;
import dev.sluice.rail.evm.Chain.Block;
import dev.sluice.rail.evm.Chain.Receipt;
import dev.sluice.rail.evm.SweepStore.Sweep;
import dev.sluice.rail.evm.Transaction.Call;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Moves what came in at deposit addresses to the treasury. What an address holds is asked of the chain each time, and
/// its next number is used once, so that a sweep that is begun twice moves nothing twice. None is begun while the rail
/// is stopped. Every node may run it.
public final class EvmSweeper {
    private static final Logger LOG = LoggerFactory.getLogger(EvmSweeper.class);
    private static final int SWEEPS_MAX = 20;
    private static final int HEADROOM_EIGHTHS = 10;
    private static final int EIGHTHS_BITS = 3;
    /// Some second layers charge for the first one besides.
    private static final BigInteger MARGIN = BigInteger.TWO;
    /// Coins move where at least as much arrives as moving them could cost.
    private static final BigInteger WORTH = BigInteger.TWO;
    /// Gas may be dearer once the coins for it have come: half as much again is bought.
    private static final BigInteger FUEL_HALVES = BigInteger.valueOf(3);

    private static final Duration LATER = Duration.ofSeconds(60);

    private final Database database;
    private final Clocks clocks;
    private final EvmTokens tokens;
    private final Broadcast broadcast;
    private final List<HotWallet> wallets;
    private final Plan plan;
    private final Halts halts;
    private final NonceCheck nonces;
    private final Map<String, Instant> gasSeen = new ConcurrentHashMap<>();

    /// The private side of the deposit addresses, and where what they hold goes.
    record Plan(ExtendedKey key, String treasury) {}

    EvmSweeper(
            Database database,
            Clocks clocks,
            EvmTokens tokens,
            Broadcast broadcast,
            List<HotWallet> wallets,
            Plan plan,
            Halts halts,
            NonceCheck nonces) {
        this.database = database;
        this.clocks = clocks;
        this.tokens = tokens;
        this.broadcast = broadcast;
        this.wallets = List.copyOf(wallets);
        this.plan = plan;
        this.halts = halts;
        this.nonces = nonces;
    }

    /// What is to be done on each network: takes the sweeps that are due a step further, and gives true where there may
    /// be more.
    public Map<String, BooleanSupplier> steps() {
        return wallets.stream()
                .collect(Collectors.toMap(wallet -> wallet.network().name(), wallet -> () -> swept(wallet)));
    }

    private boolean swept(HotWallet wallet) {
        try {
            return step(wallet);
        } catch (NodeAway | NodeRefused none) {
            LOG.warn("{} cannot be swept now: {}", wallet.network().name(), none.getMessage());
            return false;
        }
    }

    private boolean step(HotWallet wallet) {
        var network = wallet.network().name();
        var due = database.inTx(tx -> SweepStore.due(tx, network, clocks.instant(), SWEEPS_MAX));
        if (due.isEmpty() && !isGasToBeSeen(network)) {
            return false;
        }
        gasSeen.put(network, clocks.instant());
        var head = wallet.chain().head();
        var fees = Fees.at(head.baseFee(), wallet.chain().tip(head), wallet.feeCap());
        take(wallet, head, fees, due);
        var cheap = fees.map(now ->
                        database.inTx(tx -> SweepStore.cheap(tx, network, now.max(), clocks.instant(), SWEEPS_MAX)))
                .orElse(List.of());
        take(wallet, head, fees, cheap);
        return due.size() == SWEEPS_MAX || cheap.size() == SWEEPS_MAX;
    }

    /// Where nothing else is due, gas is asked for now and then on behalf of what waits for it to be cheaper.
    private boolean isGasToBeSeen(String network) {
        var last = gasSeen.get(network);
        return (last == null || !last.plus(LATER).isAfter(clocks.instant()))
                && database.read(handle -> SweepStore.hasDear(handle, network));
    }

    private void take(HotWallet wallet, Block head, Optional<Fees> fees, List<Sweep> sweeps) {
        for (var sweep : sweeps) {
            var signer = DepositPath.of(sweep.depositId()).below(plan.key()).signer();
            if (sweep.isFound() && halts.isStopped(EvmRail.NAME)) {
                later(sweep);
            } else if (!signer.address().equals(sweep.address())) {
                LOG.error("{} is no address of the key that sweeps", sweep.address());
                later(sweep);
            } else if (fees.isEmpty()) {
                later(sweep);
            } else {
                new Turn(wallet, head, fees.get(), sweep, signer).take();
            }
        }
    }

    private void later(Sweep sweep) {
        database.run(tx -> SweepStore.postpone(tx, sweep, clocks.instant().plus(LATER)));
    }

    /// One sweep's next step.
    private final class Turn {
        private final HotWallet wallet;
        private final Chain chain;
        private final Block head;
        private final Fees fees;
        private final Sweep sweep;
        private final Signer signer;

        Turn(HotWallet wallet, Block head, Fees fees, Sweep sweep, Signer signer) {
            this.wallet = wallet;
            this.chain = wallet.chain();
            this.head = head;
            this.fees = fees;
            this.sweep = sweep;
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
            } catch (NodeRefused no) {
                LOG.warn("{} of {} cannot be swept: {}", sweep.token(), sweep.address(), no.getMessage());
                later(sweep);
            }
        }

        private Instant soon() {
            return clocks.instant().plus(wallet.network().askAfter());
        }

        private void begin() {
            var token = tokens.find(sweep.network(), sweep.token());
            // A node that has not come as far as what came in would say that nothing is there.
            if (token.isEmpty() || head.number() < sweep.changedBlock()) {
                later(sweep);
                return;
            }
            var coins = chain.coins(sweep.address(), head.number());
            var contract = token.get().contract();
            var held = contract == null ? coins : chain.tokens(contract, sweep.address(), head.number());
            if (held.signum() == 0 || (contract != null && held.compareTo(least(token.get())) < 0)) {
                // Less than anybody is asked for stays until more comes: whoever sent a trifle again and again would
                // have the house pay for gas each time. What comes next notes it anew.
                database.run(tx -> SweepStore.end(tx, sweep, clocks.instant()));
                return;
            }
            var call = contract == null
                    ? new Call(plan.treasury(), BigInteger.ZERO, "0x")
                    : Erc20.transfer(contract, plan.treasury(), held);
            var gasLimit = chain.estimatedGas(sweep.address(), call)
                    .multiply(BigInteger.valueOf(HEADROOM_EIGHTHS))
                    .shiftRight(EIGHTHS_BITS);
            var cost = gasLimit.multiply(fees.max()).multiply(MARGIN);
            if (contract != null && coins.compareTo(cost) < 0) {
                fuel(cost.multiply(FUEL_HALVES).shiftRight(1).subtract(coins));
            } else if (contract == null && held.compareTo(cost.multiply(WORTH)) < 0) {
                awaitCheaperGas(held, gasLimit, token.get());
            } else {
                var units = contract == null ? held.subtract(cost) : held;
                sign(contract == null ? new Call(plan.treasury(), units, "0x") : call, gasLimit, units);
            }
        }

        /// Less than the least deposit ends until more comes, as with tokens: what is left of the coins of
        /// sweeps would wait for good.
        private void awaitCheaperGas(BigInteger held, BigInteger gasLimit, EvmToken coin) {
            var fee = held.divide(gasLimit.multiply(MARGIN).multiply(WORTH));
            var now = clocks.instant();
            if (fee.signum() == 0 || held.compareTo(least(coin)) < 0) {
                database.run(tx -> SweepStore.end(tx, sweep, now));
            } else {
                database.run(tx -> SweepStore.awaitFee(tx, sweep, fee, now));
            }
        }

        /// What was worth it when it came stays so, however long it waits for cheaper gas.
        private BigInteger least(EvmToken token) {
            return sweep.least() == null ? token.least() : token.least().min(sweep.least());
        }

        private void fuel(BigInteger coins) {
            var gasLimit = chain.estimatedGas(wallet.address(), new Call(sweep.address(), coins, "0x"));
            var sight = Sight.of(wallet, List.of());
            var lowest = nonces.lowest(wallet, sight);
            var fuel = new Fuel(wallet, sight, lowest, fees, sweep.address(), coins, gasLimit);
            var told = database.inTx(tx -> {
                if (!isFree(SweepStore.lockAddress(tx, sweep.network(), sweep.address()), false)) {
                    return Optional.<Broadcast.Told>empty();
                }
                var signed = fuel.sign(tx, clocks.instant());
                signed.ifPresent(each -> SweepStore.fuel(tx, sweep, each.slot().nonce(), soon()));
                return signed;
            });
            if (told.isEmpty()) {
                later(sweep);
            } else {
                broadcast.first(wallet, List.of(told.get()));
            }
        }

        /// Whether nothing else is under way at the address, what was asked of it is not from before its last
        /// change, and nobody said stop meanwhile. Coins go last, since tokens need them.
        private boolean isFree(List<Sweep> ofAddress, boolean isCoin) {
            return !halts.isStopped(EvmRail.NAME)
                    && ofAddress.stream().allMatch(each -> each.changedBlock() <= head.number())
                    && ofAddress.stream()
                            .allMatch(each -> each.token().equals(sweep.token())
                                    ? each.isFound()
                                    : each.isDone() || (each.isFound() && !isCoin));
        }

        private void sign(Call call, BigInteger gasLimit, BigInteger units) {
            boolean isCoin = sweep.token().equals(wallet.coin());
            long nonce = chain.nonceAt(sweep.address(), head.number());
            var signed = new Transaction(wallet.network().chainId(), nonce, fees, gasLimit, call).signed(signer);
            boolean done =
                    database.inTx(tx -> isFree(SweepStore.lockAddress(tx, sweep.network(), sweep.address()), isCoin)
                            && SweepStore.sign(tx, sweep, nonce, signed, units, soon()));
            if (done) {
                tell(signed.raw());
                LOG.info("{} units of {} go from {} to the treasury", units, sweep.token(), sweep.address());
            } else {
                database.run(tx -> SweepStore.postpone(tx, sweep, soon()));
            }
        }

        private void tell(String raw) {
            try {
                chain.sendAgain(raw);
            } catch (NodeAway | NodeRefused no) {
                LOG.debug("a sweep is told again later: {}", no.getMessage());
            }
        }

        /// Once it is in a final block, what is left at the address is looked at anew, with what is left of
        /// the coins for gas; until it is in any, the same bytes are told again. A sweep can wait for cheaper
        /// gas, so nothing is offered for more speed.
        private void follow() {
            var receipt = chain.receipt(sweep.signedHash());
            if (receipt.isPresent() && isFinal(receipt.get().block())) {
                finish(receipt.get());
            } else if (receipt.isEmpty() && chain.nonceAt(sweep.address(), head.number()) > sweep.signedNonce()) {
                miss();
            } else {
                if (receipt.isEmpty()) {
                    tell(Objects.requireNonNull(sweep.raw()));
                }
                database.run(tx -> SweepStore.used(tx, sweep, null, soon()));
            }
        }

        private boolean isFinal(long block) {
            return block <= wallet.network().finalAt(head.number());
        }

        private void finish(Receipt receipt) {
            database.run(tx -> {
                SweepStore.lockAddress(tx, sweep.network(), sweep.address());
                boolean isLeft = SweepStore.findAgain(tx, sweep, receipt.block(), clocks.instant());
                if (isLeft && sweep.fuelNonce() != null) {
                    SweepStore.noteRest(tx, sweep, wallet.coin(), receipt.block(), clocks.instant());
                }
                // Whoever goes on with the sweep: it was charged, and is booked once.
                HouseCharges.add(tx, wallet.network(), receipt, clocks);
            });
        }

        /// Its number is used, and the endpoint that was asked does not know by what: it may lack the receipt,
        /// or have another chain than the rest. Given up too early, what it cost would never be booked. The
        /// state of the final block itself is not asked for: few nodes keep it for as long as that takes.
        private void miss() {
            var used = sweep.usedBlock();
            if (used == null || !isFinal(used)) {
                database.run(tx -> SweepStore.used(tx, sweep, used == null ? head.number() : used, soon()));
                return;
            }
            var known = chain.receipts(sweep.signedHash());
            var ended = known.stream().filter(each -> isFinal(each.block())).findFirst();
            if (ended.isPresent()) {
                finish(ended.get());
            } else if (known.isEmpty()) {
                LOG.error(
                        "number {} of {} on {} is used, and no endpoint has the sweep that was signed for it: what is"
                                + " there is looked at anew, and what it cost is not booked",
                        sweep.signedNonce(),
                        sweep.address(),
                        sweep.network());
                var at = clocks.instant().plus(LATER);
                database.run(tx -> SweepStore.findAgain(tx, sweep, used, at));
            } else {
                database.run(tx -> SweepStore.postpone(tx, sweep, soon()));
            }
        }

        private void awaitFuel() {
            database.run(tx -> {
                var nonce = Objects.requireNonNull(sweep.fuelNonce());
                var slot = SlotStore.find(tx, sweep.network(), wallet.address(), nonce);
                var block = slot.isEmpty() ? null : slot.get().block();
                if (slot.isEmpty() || block != null) {
                    SweepStore.findAgain(tx, sweep, block, clocks.instant());
                } else {
                    SweepStore.postpone(tx, sweep, soon());
                }
            });
        }
    }
}
