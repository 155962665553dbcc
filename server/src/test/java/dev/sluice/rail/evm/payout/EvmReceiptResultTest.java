package dev.sluice.rail.evm.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmWorld;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A payout is settled only by the token's own event.
class EvmReceiptResultTest {
    @Test
    void an_event_of_another_contract_settles_no_payout() {
        try (var world = EvmWorld.with(2)) {
            world.node.place("posing", world.usdt);
            var payout = world.pay(EvmWorld.USDT, EvmWorld.someone(), 7);
            world.module.rail().submit(List.of(payout));
            world.settle(10);
            var hash = world.text("SELECT hash FROM rail_evm_slot");
            assertThat(world.node.chain().receipt(hash).orElseThrow().logs()).isNotEmpty();
            assertThat(world.module
                            .rail()
                            .queryOutcomes(List.of(payout.payout()))
                            .getFirst())
                    .isInstanceOfSatisfying(
                            Outcome.Rejected.class,
                            rejected -> assertThat(rejected.code()).isEqualTo(FailureCode.TRANSACTION_FAILED));
        }
    }
}
