package dev.sluice.rail.sandbox.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.sandbox.chain.SandboxNetwork.Family;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Transaction fees, as estimated and as charged.
class GasTest {
    private static final Instant SENT_AT = Instant.parse("2026-11-21T02:30:00.000Z");

    @Test
    void nothing_is_charged_while_it_is_not_in_a_block() {
        var gas = new Gas(transaction(SandboxTestChain.POLYGON, 0), false, TxScenario.ordinary());
        var pooled = gas.pooled();
        assertThat(pooled.sender()).isEqualTo(SandboxTestChain.POLYGON.sender());
        assertThat(pooled.gasEstimated()).isNotNull();
        assertThat(pooled.gasCharged()).isNull();
        assertThat(pooled.gasUsed()).isNull();
    }

    @Test
    void the_estimate_stays_and_the_charge_follows_from_the_block() {
        var gas = new Gas(transaction(SandboxTestChain.POLYGON, 0), false, TxScenario.ordinary());
        var block = Block.newestAt(SandboxTestChain.POLYGON, SENT_AT).plus(1);
        assertThat(gas.mined(block)).isEqualTo(gas.mined(block));
        assertThat(gas.mined(block).gasEstimated()).isEqualTo(gas.pooled().gasEstimated());
        assertThat(LongStream.range(0, 50)
                        .mapToObj(i -> gas.mined(block.plus((int) i)).gasCharged())
                        .distinct())
                .hasSizeBetween(10, 21);
    }

    @Test
    void now_and_then_more_is_charged_than_was_estimated() {
        var costs = costs(SandboxTestChain.POLYGON, false, TxScenario.ordinary());
        long shortfalls = costs.stream().filter(GasTest::isShort).count();
        assertThat(shortfalls).isBetween(50L, 400L);
        assertThat(costs).allSatisfy(cost -> {
            assertThat(cost.gasUsed()).isBetween(52_000L, 65_000L);
            assertThat(ratio(cost)).isBetween(new BigDecimal("0.65"), new BigDecimal("1.23"));
        });
    }

    @Test
    void a_transfer_of_the_networks_own_coin_uses_exactly_what_it_must() {
        assertThat(costs(SandboxTestChain.POLYGON, true, TxScenario.ordinary()))
                .extracting(OnChain::gasUsed)
                .containsOnly(21_000L);
    }

    @Test
    void on_stellar_an_operation_is_charged_in_stroops() {
        assertThat(costs(SandboxTestChain.STELLAR, false, TxScenario.ordinary()))
                .allSatisfy(cost -> {
                    assertThat(cost.gasUsed()).isEqualTo(1);
                    var charged = Objects.requireNonNull(cost.gasCharged());
                    assertThat(charged.asset()).isEqualTo(Asset.crypto("xlm-stellar", 7));
                    assertThat(charged.units().longValueExact()).isBetween(360L, 440L);
                });
    }

    @Test
    void where_gas_goes_up_there_is_always_a_shortfall() {
        for (var network : SandboxTestChain.NETWORKS) {
            assertThat(costs(network, false, new TxScenario.Expensive())).allMatch(GasTest::isShort);
            assertThat(costs(network, true, new TxScenario.Expensive())).allMatch(GasTest::isShort);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0.0003", "137, 0.01", "56, 0.00003", "8453, 0.000003", "42161, 0.000003", "31337, 0.0003"})
    void a_transfer_costs_about_what_it_costs_on_the_real_network(long chainId, BigDecimal most) {
        var network = new SandboxNetwork("some", Family.EVM, chainId, Asset.crypto("coin-some", 18), 12, false);
        assertThat(costs(network, false, TxScenario.ordinary()))
                .allSatisfy(cost -> assertThat(
                                Objects.requireNonNull(cost.gasCharged()).decimal())
                        .isPositive()
                        .isLessThan(most));
    }

    private static List<OnChain> costs(SandboxNetwork network, boolean coin, TxScenario scenario) {
        return LongStream.range(0, 1_000)
                .mapToObj(nonce -> {
                    var sent = transaction(network, nonce);
                    return new Gas(sent, coin, scenario)
                            .mined(TxTimeline.of(sent, scenario).finalState().block());
                })
                .toList();
    }

    /// Returns one transaction per second.
    private static Transaction transaction(SandboxNetwork network, long nonce) {
        return new Transaction(network, network.sender(), Long.toString(nonce), 4, SENT_AT.plusSeconds(nonce));
    }

    private static boolean isShort(OnChain cost) {
        return Objects.requireNonNull(cost.gasCharged()).compareTo(Objects.requireNonNull(cost.gasEstimated())) > 0;
    }

    private static BigDecimal ratio(OnChain cost) {
        return Objects.requireNonNull(cost.gasCharged())
                .decimal()
                .divide(Objects.requireNonNull(cost.gasEstimated()).decimal(), 3, java.math.RoundingMode.HALF_EVEN);
    }
}
