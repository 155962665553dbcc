package dev.sluice.rail.evm;

import dev.sluice.rail.evm.Chain.Block;
import java.math.BigInteger;
import java.util.concurrent.locks.ReentrantLock;

/// The wallet that pays on one network.
///
/// @param feeCap the most that is offered for a unit of gas
/// @param oracle tells the fee for data on a first layer
/// @param turn whoever signs on this node; the row of the wallet keeps nodes apart
record HotWallet(
        EvmNetwork network, Chain chain, Signer signer, BigInteger feeCap, GasPriceOracle oracle, ReentrantLock turn) {
    String address() {
        return signer.address();
    }

    String coin() {
        return network.coin().code();
    }

    /// Reports whether the cap leaves room for a tip besides a block's base fee.
    boolean allows(Block head, BigInteger tip) {
        return head.baseFee().add(tip).compareTo(feeCap) <= 0;
    }

    /// The fee for a transaction's data on a first layer, besides its gas.
    BigInteger dataFee(Transaction transaction) {
        return oracle.fee(chain, address(), transaction);
    }
}
