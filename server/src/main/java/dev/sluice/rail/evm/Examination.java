package dev.sluice.rail.evm;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.evm.Payout.State.Rejected;
import dev.sluice.rail.evm.Slot.Movement;
import dev.sluice.rail.evm.Transaction.Call;
import java.math.BigInteger;
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

    Payout payout();

    /// It would work.
    record Ready(Payout payout, Movement movement, BigInteger gasEstimated, BigInteger gasLimit)
            implements Examination {}

    /// It would not, and never will.
    record Hopeless(Payout payout, Rejected why) implements Examination {}

    /// It would not now.
    record Later(Payout payout, String reason) implements Examination {}

    static Examination of(HotWallet wallet, EvmTokens tokens, Payout payout, Sight sight) {
        return new Examiner(wallet, tokens, sight).examined(payout);
    }

    /// Tries payouts of one wallet.
    record Examiner(HotWallet wallet, EvmTokens tokens, Sight sight) {
        private static final Logger LOG = LoggerFactory.getLogger(Examination.class);
        private static final int HEADROOM_EIGHTHS = 10;
        private static final int EIGHTHS_BITS = 3;
        /// A payee's balance of a token that was there when it was tried, and is gone by then, costs this much more.
        private static final BigInteger NEW_BALANCE_GAS = BigInteger.valueOf(20_000);

        Examination examined(Payout payout) {
            var token = tokens.find(payout.network(), payout.token());
            if (token.isEmpty()) {
                LOG.warn("{} is not configured on {}: a payout waits", payout.token(), payout.network());
                return new Later(payout, TOKEN);
            }
            if (sight.units(payout.token()).compareTo(payout.units()) < 0) {
                return new Later(payout, FUNDS);
            }
            var call = call(token.get(), payout.payee(), payout.units());
            try {
                var gas = wallet.chain().estimatedGas(wallet.address(), call);
                return new Ready(
                        payout, new Movement(payout.token(), payout.units(), call), gas, limit(gas, token.get()));
            } catch (NodeRefused no) {
                return refused(payout, token.get(), no);
            }
        }

        private Examination refused(Payout payout, EvmToken token, NodeRefused no) {
            if (no.isForLackOfCoins()) {
                return new Later(payout, FUNDS);
            }
            if (!no.isRevert()) {
                LOG.warn("a payout on {} cannot be tried: {}", payout.network(), no.getMessage());
                return new Later(payout, NODE);
            }
            if (!token.isCoin() && !worksToOurselves(payout, token)) {
                LOG.warn("{} lets us move nothing: {}", token.asset().code(), no.getMessage());
                return new Later(payout, TOKEN);
            }
            return new Hopeless(
                    payout,
                    new Rejected(
                            FailureCode.ADDRESS_CANNOT_RECEIVE, FailureCode.ADDRESS_CANNOT_RECEIVE.message(), null));
        }

        /// A token that is halted, or that blocks our own wallet, does not do even this.
        private boolean worksToOurselves(Payout payout, EvmToken token) {
            try {
                wallet.chain().estimatedGas(wallet.address(), call(token, wallet.address(), payout.units()));
                return true;
            } catch (NodeRefused no) {
                return false;
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
