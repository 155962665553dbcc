package dev.sluice.rail.evm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailContract;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The rail fulfils the contract of rails on a real node.
class EvmRailTest extends RailContract {
    private static EvmWorld world;
    private static String closed;
    private static String open;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2);
        closed = world.node.deploy("closed");
        open = world.node.deploy("open");
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @Override
    protected Rail rail() {
        return world.module.rail();
    }

    @Override
    protected Rail restarted() {
        return world.newModule().rail();
    }

    @Override
    protected Instruction instruction() {
        return world.pay(EvmWorld.USDC, EvmWorld.someone(), 1_250_000);
    }

    @Override
    protected Instruction doomed() {
        return world.pay(EvmWorld.COIN, closed, 1);
    }

    @Override
    protected List<Instruction> difficult() {
        return List.of(
                world.pay(EvmWorld.USDT, EvmWorld.someone(), 5),
                world.pay(EvmWorld.COIN, open, 7),
                world.pay(EvmWorld.COIN, world.signer.address(), 7),
                world.pay(EvmWorld.USDC, world.signer.address(), 7));
    }

    @Override
    protected Instant now() {
        return world.clocks.instant();
    }

    @Override
    protected void pass(Duration duration) {
        world.settle();
        world.pass(duration);
        world.settle();
    }

    @Test
    void it_serves_what_is_configured_and_nothing_else() {
        assertThat(rail().serves("usdc-anvil", "anvil")).isTrue();
        assertThat(rail().serves("usdc-polygon", "polygon")).isFalse();
        assertThat(rail().serves("usdc-polygon", "anvil")).isFalse();
        assertThat(rail().sender("anvil")).contains(world.signer.address());
        assertThat(rail().sender("polygon")).isEmpty();
    }

    @Test
    void a_token_that_was_switched_off_is_served_no_more_and_what_was_given_to_the_rail_is_paid() {
        world.switchedOff.add(EvmWorld.USDT);
        try {
            assertThat(rail().serves("usdt-anvil", "anvil")).isFalse();
            assertThat(rail().returns("usdt-anvil", "anvil"))
                    .as("it goes back to who paid it")
                    .isTrue();
            assertThat(rail().returns("usdt-anvil", "polygon")).isFalse();
            assertThat(rail().returns("nothing-anvil", "anvil")).isFalse();
            var payee = EvmWorld.someone();
            var instruction = world.pay(EvmWorld.USDT, payee, 43);
            submit(instruction);
            assertThat(end(instruction)).isInstanceOf(Outcome.Settled.class);
            assertThat(world.node.tokens(world.usdt, payee)).isEqualTo(43);
        } finally {
            world.switchedOff.clear();
        }
    }

    @Test
    void a_settled_payout_shows_what_the_chain_shows() {
        var payee = EvmWorld.someone();
        var instruction = world.pay(EvmWorld.USDC, payee, 42);
        var before = world.node.coins(world.signer.address());
        var accepted = (Outcome.Accepted) submit(instruction);
        assertThat(accepted.railReference()).matches("0x[0-9a-f]{64}");
        var settled = (Outcome.Settled) end(instruction);
        assertThat(settled.railReference()).isEqualTo(accepted.railReference());
        var onChain = Objects.requireNonNull(settled.onChain());
        assertThat(onChain.sender()).isEqualTo(world.signer.address());
        assertThat(Objects.requireNonNull(onChain.gasCharged()).units())
                .isEqualTo(before.subtract(world.node.coins(world.signer.address())))
                .isPositive();
        assertThat(Objects.requireNonNull(onChain.gasEstimated()).units()).isPositive();
        assertThat(onChain.gasEstimated().asset()).isEqualTo(EvmWorld.COIN);
        var receipt = world.node.chain().receipt(settled.railReference()).orElseThrow();
        assertThat(BigInteger.valueOf(Objects.requireNonNull(onChain.gasUsed())))
                .isEqualTo(receipt.gasUsed());
        assertThat(world.node.tokens(world.usdc, payee)).isEqualTo(42);
    }
}
