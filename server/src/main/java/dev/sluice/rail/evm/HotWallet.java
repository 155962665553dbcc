package dev.sluice.rail.evm;

import dev.sluice.rail.evm.Chain.Block;
import java.math.BigInteger;
import java.util.concurrent.locks.ReentrantLock;

/// Wallet that pays on one network.
///
/// @param feeCap the maximum price per unit of gas
/// @param oracle source of the first-layer data fee
/// @param turn lock of the signer on this node; the row of the wallet locks across nodes
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

    /// Returns the first-layer fee of a transaction's data, besides its gas.
    BigInteger dataFee(Transaction transaction) {
        return oracle.fee(chain, address(), transaction);
    }
}
