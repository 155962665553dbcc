package dev.sluice.rail.evm.wallet;

import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.key.Signer;
import dev.sluice.rail.evm.rpc.Chain;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.GasPriceOracle;
import dev.sluice.rail.evm.rpc.Transaction;
import java.math.BigInteger;
import java.util.concurrent.locks.ReentrantLock;

/// Wallet that pays on one network.
///
/// @param feeCap the maximum price per unit of gas
/// @param oracle source of the first-layer data fee
/// @param turn lock of the signer on this node; the row of the wallet locks across nodes
public record HotWallet(
        EvmNetwork network, Chain chain, Signer signer, BigInteger feeCap, GasPriceOracle oracle, ReentrantLock turn) {
    /// Maximum number of a wallet's transactions without a block; nodes drop transactions of an account with too
    /// many.
    public static final int IN_FLIGHT_MAX = 256;

    public String address() {
        return signer.address();
    }

    public String coin() {
        return network.coin().code();
    }

    /// Reports whether the cap leaves room for a tip besides a block's base fee.
    public boolean allows(Block head, BigInteger tip) {
        return head.baseFee().add(tip).compareTo(feeCap) <= 0;
    }

    /// Returns the first-layer fee of a transaction's data, besides its gas.
    public BigInteger dataFee(Transaction transaction) {
        return oracle.fee(chain, address(), transaction);
    }
}
