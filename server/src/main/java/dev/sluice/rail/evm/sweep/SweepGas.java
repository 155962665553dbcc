package dev.sluice.rail.evm.sweep;

import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import dev.sluice.rail.evm.wallet.HotWallet;
import java.math.BigInteger;

/// Gas and fees of transactions that a sweep needs.
///
/// @param address the swept address
record SweepGas(HotWallet wallet, Block head, Fees fees, String address) {
    /// Some second layers charge the first-layer fee separately.
    static final BigInteger MARGIN = BigInteger.TWO;

    private static final int HEADROOM_EIGHTHS = 10;
    private static final int EIGHTHS_BITS = 3;

    BigInteger limit(Call call) {
        return wallet.chain()
                .estimatedGas(address, call)
                .multiply(BigInteger.valueOf(HEADROOM_EIGHTHS))
                .shiftRight(EIGHTHS_BITS);
    }

    /// Returns the maximum gas cost of a transaction, with a margin.
    BigInteger cost(BigInteger gasLimit) {
        return gasLimit.multiply(fees.max()).multiply(MARGIN);
    }

    BigInteger dataFee(BigInteger gasLimit, Call call) {
        return wallet.dataFee(new Transaction(wallet.network().chainId(), head.number(), fees, gasLimit, call));
    }
}
