package dev.sluice.rail.evm.payout;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.EvmTokens;
import dev.sluice.rail.evm.payout.Payout.State.Rejected;
import dev.sluice.rail.evm.rpc.Erc20;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.NonceSlot.Movement;
import dev.sluice.rail.evm.wallet.WalletSnapshot;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Result of a payout's dry run on the chain. Only a certain fault of the recipient rejects the payout; for a fault on
/// our side it waits.
public sealed interface Preflight {
    /// Reasons why payouts wait, as in the queue's column and the gauges.
    String FUNDS = "funds";

    String FEES = "fees";
    String TOKEN = "token";
    String NODE = "node";
    String TAMPERED = "tampered";

    Payout payout();

    /// Returns the text of a reason; empty if the payout only waits for its turn.
    static Optional<String> text(@Nullable String reason) {
        return switch (reason) {
            case FUNDS -> Optional.of("The hot wallet has insufficient funds: the token, or coins for gas");
            case FEES -> Optional.of("The gas price is above the configured cap");
            case TOKEN -> Optional.of("The token is halted, blocks the hot wallet, or is not configured");
            case NODE -> Optional.of("The network's nodes reject the preflight of the payout");
            case TAMPERED -> Optional.of("Its stored data was changed; an operator has to look at it");
            case null, default -> Optional.empty();
        };
    }

    /// Success.
    ///
    /// @param dataFee the first-layer fee besides its gas
    record Payable(Payout payout, Movement movement, BigInteger gasEstimated, BigInteger gasLimit, BigInteger dataFee)
            implements Preflight {}

    /// Permanent failure.
    record Unpayable(Payout payout, Rejected rejected) implements Preflight {}

    /// Temporary failure.
    record Retry(Payout payout, String reason) implements Preflight {}

    /// Tries the payouts of one wallet in one round.
    final class Examiner {
        private static final Logger LOG = LoggerFactory.getLogger(Preflight.class);
        private static final int HEADROOM_EIGHTHS = 10;
        private static final int EIGHTHS_BITS = 3;
        /// Additional gas if the recipient's balance of the token exists at the dry run, but is zero by the
        /// transfer.
        private static final BigInteger NEW_BALANCE_GAS = BigInteger.valueOf(20_000);
        /// Maximum gas of a payout, as a multiple of a transfer to ourselves: the platform pays for it. A
        /// wallet that is a contract takes two or three times as much.
        private static final BigInteger TIMES_OURS_MAX = BigInteger.valueOf(5);

        private final HotWallet wallet;
        private final EvmTokens tokens;
        private final WalletSnapshot snapshot;
        private final Map<String, BigInteger> committed;
        private final Map<String, Optional<BigInteger>> oursByToken = new ConcurrentHashMap<>();
        private final Map<Charged, BigInteger> dataFees = new ConcurrentHashMap<>();

        /// @param committed promised units of each token; a node's balance may or may not include them
        Examiner(HotWallet wallet, EvmTokens tokens, WalletSnapshot snapshot, Map<String, BigInteger> committed) {
            this.wallet = wallet;
            this.tokens = tokens;
            this.snapshot = snapshot;
            this.committed = Map.copyOf(committed);
        }

        /// Examines a payout. A payout that takes a node too long does not block the others.
        Preflight examined(Payout payout) {
            try {
                return tried(payout);
            } catch (RpcUnavailable slow) {
                LOG.warn("preflight of a payout on {} failed: {}", payout.network(), slow.getMessage());
                return new Retry(payout, NODE);
            }
        }

        private Preflight tried(Payout payout) {
            var token = tokens.find(payout.network(), payout.token());
            if (token.isEmpty()) {
                LOG.warn("token {} is not configured on {}: a payout is waiting", payout.token(), payout.network());
                return new Retry(payout, TOKEN);
            }
            if (!snapshot.knows(payout.token())) {
                LOG.warn(
                        "the contract of {} does not return the wallet's balance: a payout is waiting", payout.token());
                return new Retry(payout, TOKEN);
            }
            if (left(payout.token()).compareTo(payout.units()) < 0) {
                return new Retry(payout, FUNDS);
            }
            var call = call(token.get(), payout.payee(), payout.units());
            try {
                var gas = wallet.chain().estimatedGas(wallet.address(), call);
                var movement = new Movement(payout.token(), payout.units(), call);
                var gasLimit = limit(gas, token.get());
                return bounded(new Payable(payout, movement, gas, gasLimit, dataFee(gasLimit, call)), token.get());
            } catch (RpcError no) {
                return refused(payout, token.get(), no);
            }
        }

        /// Inputs of a transaction's fees besides its gas price.
        private record Charged(int dataLength, BigInteger gasLimit) {}

        /// The fee is queried once per round for transactions with the same inputs.
        private BigInteger dataFee(BigInteger gasLimit, Call call) {
            var fees = new Fees(snapshot.tip(), wallet.feeCap());
            return dataFees.computeIfAbsent(
                    new Charged(call.data().length(), gasLimit),
                    _ -> wallet.dataFee(
                            new Transaction(wallet.network().chainId(), snapshot.mined(), fees, gasLimit, call)));
        }

        private BigInteger left(String token) {
            return snapshot.units(token).subtract(committed.getOrDefault(token, BigInteger.ZERO));
        }

        /// Limits the gas of the recipient's contract, which can do anything with the money at our cost. Units
        /// of gas differ by network, so the limit is a multiple of a transfer to ourselves. Some tokens cannot
        /// be sent to oneself, and call no recipient.
        private Preflight bounded(Payable ready, EvmToken token) {
            var payout = ready.payout();
            var ours = oursByToken.computeIfAbsent(payout.token(), _ -> gasToOurselves(payout, token));
            if (ours.isEmpty()) {
                return token.isCoin() ? new Retry(payout, NODE) : ready;
            }
            return ready.gasEstimated().compareTo(ours.get().multiply(TIMES_OURS_MAX)) > 0
                    ? unpayable(payout, ": its contract uses too much gas")
                    : ready;
        }

        /// The fault is the recipient's if the same transfer to ourselves succeeds: nodes report a call that
        /// exceeds the gas limit and a lack of our coins in the same words.
        private Preflight refused(Payout payout, EvmToken token, RpcError no) {
            boolean poor = no.isForLackOfCoins();
            if (!no.isRevert() && !no.isOutOfGas()) {
                if (!poor) {
                    LOG.warn("preflight of a payout on {} failed: {}", payout.network(), no.getMessage());
                }
                return new Retry(payout, poor ? FUNDS : NODE);
            }
            boolean isCertain = token.isCoin() && no.isRevert() && !poor;
            if (isCertain) {
                return unpayable(payout, "");
            }
            if (gasToOurselves(payout, token).isPresent()) {
                // One node may lag behind another one: the fault is the recipient's if the transfer
                // fails again.
                return isTaken(payout, token) ? new Retry(payout, NODE) : unpayable(payout, "");
            }
            LOG.warn("token {} rejects every transfer: {}", token.asset().code(), no.getMessage());
            if (poor) {
                return new Retry(payout, FUNDS);
            }
            return new Retry(payout, token.isCoin() ? NODE : TOKEN);
        }

        private boolean isTaken(Payout payout, EvmToken token) {
            try {
                wallet.chain().estimatedGas(wallet.address(), call(token, payout.payee(), payout.units()));
                return true;
            } catch (RpcError no) {
                return false;
            }
        }

        private static Unpayable unpayable(Payout payout, String reason) {
            var code = FailureCode.ADDRESS_CANNOT_RECEIVE;
            return new Unpayable(payout, new Rejected(code, code.message() + reason, null));
        }

        /// Returns empty for a token that is halted, or that blocks our own wallet.
        private Optional<BigInteger> gasToOurselves(Payout payout, EvmToken token) {
            try {
                var call = call(token, wallet.address(), payout.units());
                return Optional.of(wallet.chain().estimatedGas(wallet.address(), call));
            } catch (RpcError no) {
                LOG.debug(
                        "token {} rejects a transfer to the own wallet: {}",
                        token.asset().code(),
                        no.getMessage());
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
