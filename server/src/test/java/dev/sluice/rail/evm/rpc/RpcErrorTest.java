package dev.sluice.rail.evm.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Error messages of nodes for a low tip, and similar ones for other reasons.
class RpcErrorTest {
    private static final BigInteger OFFERED = BigInteger.valueOf(1_500_000_000L);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "transaction underpriced: gas tip cap 1500000000, minimum needed 25000000000 | 25000000000",
                "transaction gas price below minimum: gas tip cap 1500000000, minimum needed 25000000000 | 25000000000",
                "transaction underpriced: tip needed 3000000000, tip permitted 1500000000 | 3000000000",
                "transaction underpriced: 0x8d have gas tip cap (225) < pool gas tip cap (470000000000) | 470000000000",
                "transaction priority fee below minimum required priority fee 20000000000 | 20000000000",
                "FeeTooLow, EffectivePriorityFeePerGas too low 1 < 2000000000, BaseFee: 30 | 2000000000",
                "transaction underpriced | 3000000000",
                "Gas price below configured minimum gas price | 3000000000",
                "max priority fee per gas is too low | 3000000000"
            })
    void the_tip_that_is_asked_for_is_read_or_twice_the_one_offered(String words, BigInteger asked) {
        assertThat(new RpcError(-32000, words, false).tipAsked(OFFERED)).contains(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replacement transaction underpriced",
                "could not replace existing tx: underpriced",
                "intrinsic gas too low: gas 21000, minimum needed 21064",
                "max fee per gas less than block base fee: address 0x8d, maxFeePerGas: 1, baseFee: 7",
                "FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 50, BaseFee: 100, MaxPriorityFeePerGas:200",
                "transaction underpriced: fee cap 1, minimum needed 7",
                "nonce too low: next nonce 7, tx nonce 3",
                "insufficient funds for gas * price + value"
            })
    void what_is_refused_for_something_else_asks_for_no_tip(String words) {
        assertThat(new RpcError(-32000, words, false).tipAsked(OFFERED)).isEmpty();
    }
}
