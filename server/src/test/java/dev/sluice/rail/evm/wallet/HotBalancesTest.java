package dev.sluice.rail.evm.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.HotBalance;
import dev.sluice.rail.evm.EvmModule;
import dev.sluice.rail.evm.EvmWorld;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The gauges of a hot wallet on a real node.
class HotBalancesTest {
    private static EvmWorld world;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2);
    }

    @AfterAll
    static void close() {
        world.close();
    }

    private static double told(String token) {
        return world.meters
                .get(HotBalance.NAME)
                .tag("network", EvmWorld.NETWORK)
                .tag("token", token)
                .gauge()
                .value();
    }

    private static void look(EvmModule module) {
        assertThat(module.balances().steps().values()).noneMatch(BooleanSupplier::getAsBoolean);
    }

    @Test
    void the_coins_and_tokens_that_the_node_tells_are_told_and_none_while_it_is_away() {
        var module = world.newModule();
        assertThat(told(EvmWorld.COIN.code())).isNaN();
        world.node.give(world.signer.address(), EvmWorld.ONE_COIN.multiply(BigInteger.valueOf(7)));
        look(module);
        assertThat(told(EvmWorld.COIN.code())).isEqualTo(7);
        assertThat(told(EvmWorld.USDC.code())).isPositive();
        world.endpoints = List.of(URI.create("http://127.0.0.1:9"));
        var away = world.newModule();
        look(away);
        assertThat(told(EvmWorld.COIN.code())).isNaN();
    }
}
