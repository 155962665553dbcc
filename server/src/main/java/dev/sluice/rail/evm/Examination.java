package dev.sluice.rail.evm;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.evm.Payout.State.Rejected;
import dev.sluice.rail.evm.Slot.Movement;
import dev.sluice.rail.evm.Transaction.Call;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What trying a payout on the chain, without doing it, says of it. Only what is certainly the payee's fault
/// rejects it; for what is ours it waits.
sealed interface Examination {
    /// What payouts wait for, in the words of the queue's column and of the gauges.
    String FUNDS = "funds";

    String FEES = "fees";
    String TOKEN = "token";
    String NODE = "node";
    String TAMPERED = "tampered";

    Payout payout();

    /// What a queued payout waits for, in words; nothing where it waits for its turn.
    static Optional<String> words(@Nullable String reason) {
        return switch (reason) {
            case FUNDS -> Optional.of("The hot wallet has too little of the token, or of coins for gas");
            case FEES -> Optional.of("Gas is dearer than the configured cap");
            case TOKEN -> Optional.of("The token is halted, blocks the hot wallet, or is not configured");
            case NODE -> Optional.of("The nodes of the network refuse to try the payout");
            case TAMPERED -> Optional.of("Its stored data was changed; an operator has to look at it");
            case null, default -> Optional.empty();
        };
    }

    /// It would work.
    ///
    /// @param dataFee what a first layer would charge for it besides its gas
    record Ready(Payout payout, Movement movement, BigInteger gasEstimated, BigInteger gasLimit, BigInteger dataFee)
            implements Examination {}

    /// It would not, and never will.
    record Hopeless(Payout payout, Rejected why) implements Examination {}

    /// It would not now.
    record Later(Payout payout, String reason) implements Examination {}

    /// Tries payouts of one wallet, of one round.
    final class Examiner {
        private static final Logger LOG = LoggerFactory.getLogger(Examination.class);
        private static final int HEADROOM_EIGHTHS = 10;
        private static final int EIGHTHS_BITS = 3;
        /// A payee's balance of a token that was there when it was tried, and is gone by then, costs this much
        /// more.
        private static final BigInteger NEW_BALANCE_GAS = BigInteger.valueOf(20_000);
        /// How many times the gas of a transfer to ourselves a payout may take, for the platform pays for it.
        /// A wallet that is a contract takes two or three times as much.
        private static final BigInteger TIMES_OURS_MAX = BigInteger.valueOf(5);

        private final HotWallet wallet;
        private final EvmTokens tokens;
        private final Sight sight;
        private final Map<String, BigInteger> committed;
        private final Map<String, Optional<BigInteger>> oursByToken = new ConcurrentHashMap<>();
        private final Map<Charged, BigInteger> dataFees = new ConcurrentHashMap<>();

        /// @param committed what of each token is promised already, and may or may not be in what a node says
        Examiner(HotWallet wallet, EvmTokens tokens, Sight sight, Map<String, BigInteger> committed) {
            this.wallet = wallet;
            this.tokens = tokens;
            this.sight = sight;
            this.committed = Map.copyOf(committed);
        }

        /// What takes a node too long by itself holds up no other payout.
        Examination examined(Payout payout) {
            try {
                return tried(payout);
            } catch (NodeAway slow) {
                LOG.warn("a payout on {} cannot be tried: {}", payout.network(), slow.getMessage());
                return new Later(payout, NODE);
            }
        }

        private Examination tried(Payout payout) {
            var token = tokens.find(payout.network(), payout.token());
            if (token.isEmpty()) {
                LOG.warn("{} is not configured on {}: a payout waits", payout.token(), payout.network());
                return new Later(payout, TOKEN);
            }
            if (!sight.knows(payout.token())) {
                LOG.warn("the contract of {} does not tell what the wallet has: a payout waits", payout.token());
                return new Later(payout, TOKEN);
            }
            if (left(payout.token()).compareTo(payout.units()) < 0) {
                return new Later(payout, FUNDS);
            }
            var call = call(token.get(), payout.payee(), payout.units());
            try {
                var gas = wallet.chain().estimatedGas(wallet.address(), call);
                var movement = new Movement(payout.token(), payout.units(), call);
                var gasLimit = limit(gas, token.get());
                return bounded(new Ready(payout, movement, gas, gasLimit, dataFee(gasLimit, call)), token.get());
            } catch (NodeRefused no) {
                return refused(payout, token.get(), no);
            }
        }

        /// The amounts by which a transaction is charged besides its gas.
        private record Charged(int dataLength, BigInteger gasLimit) {}

        /// The fee is asked for once a round for transactions that are charged alike.
        private BigInteger dataFee(BigInteger gasLimit, Call call) {
            var fees = new Fees(sight.tip(), wallet.feeCap());
            return dataFees.computeIfAbsent(
                    new Charged(call.data().length(), gasLimit),
                    _ -> wallet.dataFee(
                            new Transaction(wallet.network().chainId(), sight.mined(), fees, gasLimit, call)));
        }

        private BigInteger left(String token) {
            return sight.units(token).subtract(committed.getOrDefault(token, BigInteger.ZERO));
        }

        /// What its contract does with the money is the payee's affair, and what that costs is ours. Units of
        /// gas are a network's own, so it is held against what we would take ourselves. Some tokens cannot be
        /// sent to oneself, and call no payee.
        private Examination bounded(Ready ready, EvmToken token) {
            var payout = ready.payout();
            var ours = oursByToken.computeIfAbsent(payout.token(), _ -> gasToOurselves(payout, token));
            if (ours.isEmpty()) {
                return token.isCoin() ? new Later(payout, NODE) : ready;
            }
            return ready.gasEstimated().compareTo(ours.get().multiply(TIMES_OURS_MAX)) > 0
                    ? hopeless(payout, ": its contract takes too much gas")
                    : ready;
        }

        /// It is the payee's fault where the same can be done to ourselves: nodes say in the same words that a
        /// call takes more gas than there is, and that we have too few coins for it.
        private Examination refused(Payout payout, EvmToken token, NodeRefused no) {
            boolean poor = no.isForLackOfCoins();
            if (!no.isRevert() && !no.isOutOfGas()) {
                if (!poor) {
                    LOG.warn("a payout on {} cannot be tried: {}", payout.network(), no.getMessage());
                }
                return new Later(payout, poor ? FUNDS : NODE);
            }
            boolean isCertain = token.isCoin() && no.isRevert() && !poor;
            if (isCertain) {
                return hopeless(payout, "");
            }
            if (gasToOurselves(payout, token).isPresent()) {
                // One node may be behind another one: it is the payee's fault where it fails again.
                return isTaken(payout, token) ? new Later(payout, NODE) : hopeless(payout, "");
            }
            LOG.warn("{} lets us move nothing: {}", token.asset().code(), no.getMessage());
            if (poor) {
                return new Later(payout, FUNDS);
            }
            return new Later(payout, token.isCoin() ? NODE : TOKEN);
        }

        private boolean isTaken(Payout payout, EvmToken token) {
            try {
                wallet.chain().estimatedGas(wallet.address(), call(token, payout.payee(), payout.units()));
                return true;
            } catch (NodeRefused no) {
                return false;
            }
        }

        private static Hopeless hopeless(Payout payout, String reason) {
            var code = FailureCode.ADDRESS_CANNOT_RECEIVE;
            return new Hopeless(payout, new Rejected(code, code.message() + reason, null));
        }

        /// A token that is halted, or that blocks our own wallet, does not do even this.
        private Optional<BigInteger> gasToOurselves(Payout payout, EvmToken token) {
            try {
                var call = call(token, wallet.address(), payout.units());
                return Optional.of(wallet.chain().estimatedGas(wallet.address(), call));
            } catch (NodeRefused no) {
                LOG.debug("{} cannot be sent to ourselves: {}", token.asset().code(), no.getMessage());
                return Optional.empty();
            }
        }

        private static Call call(EvmToken token, String payee, BigInteger units) {
            return token.contract() == null
                    ? new Call(payee, units, "0x")
                    : Erc20.transfer(token.contract(), payee, units);
        }

        private static BigInteger limit(BigInteger gas, EvmToken token) {
            var roomy = gas.multiply(BigInteger.valueOf(HEADROOM_EIGHTHS)).shiftRight(EIGHTHS_BITS);
            return token.isCoin() ? roomy : roomy.add(NEW_BALANCE_GAS);
        }
    }
}
