package dev.sluice.rail.evm;

import java.math.BigInteger;
import java.util.concurrent.locks.ReentrantLock;

/// The wallet that pays on one network.
///
/// @param feeCap the most that is offered for a unit of gas
/// @param turn whoever signs on this node; the row of the wallet keeps nodes apart
record HotWallet(EvmNetwork network, Chain chain, Signer signer, BigInteger feeCap, ReentrantLock turn) {
    String address() {
        return signer.address();
    }

    String coin() {
        return network.coin().code();
    }
}
