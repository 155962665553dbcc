package dev.sluice.rail.sandbox.chain;

import dev.sluice.money.Money;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.sandbox.chain.SandboxNetwork.Family;
import java.math.BigInteger;
import java.util.Map;

/// Cost of a payout's transaction. The gas price varies by a tenth from block to block, so that the fee occasionally
/// exceeds the estimate. A token transfer uses a little less gas than estimated, a transfer of the native coin
/// exactly as much. On Stellar one operation is one unit of gas.
///
/// @param coin true if the native coin is transferred
record Gas(Transaction transaction, boolean coin, TxScenario scenario) {
    private static final long TOKEN_TRANSFER = 65_000;
    private static final long COIN_TRANSFER = 21_000;
    private static final long OPERATION = 1;

    /// Four-hundredths of the usual price, in wei, so that hundredths and quarters of it are exact.
    private static final Map<Long, Long> EVM_PRICE = Map.of(
            1L, gweiThousandths(1_200),
            137L, gweiThousandths(32_000),
            56L, gweiThousandths(100),
            8453L, gweiThousandths(8),
            42161L, gweiThousandths(12));

    private static final long EVM_PRICE_ELSEWHERE = gweiThousandths(1_000);
    /// Four-hundredths of the usual price, in stroops.
    private static final long STELLAR_PRICE = 1;

    private static final int FULL_PRICE = 4;
    private static final int PERCENT = 100;
    private static final int PRICE_PERCENT_MIN = 90;
    private static final int USED_PERCENT_MIN = 80;
    private static final int PERCENT_SPREAD = 21;

    /// Returns the visible data of a transaction that is not in a block.
    OnChain pooled() {
        return new OnChain(transaction.sender(), estimated(), null, null);
    }

    /// Returns the visible data of a transaction in a block.
    OnChain mined(Block block) {
        return new OnChain(transaction.sender(), estimated(), charged(block), used());
    }

    private Money estimated() {
        return cost(expected(), Block.newestAt(transaction.network(), transaction.sentAt()), FULL_PRICE);
    }

    private Money charged(Block block) {
        return cost(used(), block, scenario.quartersOfPrice());
    }

    private long expected() {
        return switch (transaction.network().family()) {
            case EVM -> coin ? COIN_TRANSFER : TOKEN_TRANSFER;
            case STELLAR -> OPERATION;
        };
    }

    private long used() {
        boolean varies = transaction.network().family() == Family.EVM && !coin;
        return varies
                ? TOKEN_TRANSFER
                        / PERCENT
                        * (USED_PERCENT_MIN + transaction.digest(0).below(PERCENT_SPREAD))
                : expected();
    }

    private Money cost(long gas, Block block, int quarters) {
        var network = transaction.network();
        long usual = switch (network.family()) {
            case EVM -> EVM_PRICE.getOrDefault(network.chainId(), EVM_PRICE_ELSEWHERE);
            case STELLAR -> STELLAR_PRICE;
        };
        long price = usual * (PRICE_PERCENT_MIN + block.digest().below(PERCENT_SPREAD)) * quarters;
        return new Money(BigInteger.valueOf(gas).multiply(BigInteger.valueOf(price)), network.coin());
    }

    /// Returns four-hundredths, in wei, of a price in thousandths of a gwei.
    private static long gweiThousandths(long price) {
        return price * 2_500;
    }
}
