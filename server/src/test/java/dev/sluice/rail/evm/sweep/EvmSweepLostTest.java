package dev.sluice.rail.evm.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.evm.EvmModule;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestProxy;
import dev.sluice.rail.evm.sweep.SweepStore.Sweep;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A sweep with a used nonce, according to an endpoint without a receipt of it.
class EvmSweepLostTest {
    private static final String NOTHING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}";
    private static EvmWorld world;
    private static String payer;

    private TestProxy forgetful;
    private String address;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(3);
        payer = EvmWorld.someone(world.node);
        world.watch();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    /// Signs the sweep, and includes it in a block.
    @BeforeEach
    void sweep() {
        forgetful = new TestProxy(world.node.url());
        forgetful.say(body -> Json.parse(body).get("method").stringValue().equals("eth_getTransactionReceipt")
                ? Optional.of(NOTHING)
                : Optional.empty());
        address = world.deposit();
        world.node.transact(Map.of("from", payer, "to", address, "value", Hex.quantity(EvmWorld.TENTH)));
        world.node.mine(world.confirmations);
        world.watch();
        EvmWorld.sweepOnce(world.module);
        assertThat(state()).isEqualTo("signed");
        world.pass(Duration.ofSeconds(5));
    }

    @AfterEach
    void close_endpoint() {
        forgetful.close();
        world.endpoints = List.of(world.node.url());
    }

    @Test
    void it_is_given_up_once_its_number_is_used_in_a_final_block_and_nobody_has_a_receipt() {
        var module = room(forgetful.url());
        for (int block = 1; block < world.confirmations; block++) {
            look(module);
            assertThat(state()).isEqualTo("signed");
            world.node.mine(1);
        }
        look(module);
        assertThat(state()).isEqualTo("found");
    }

    @Test
    void what_another_endpoint_has_a_receipt_of_is_ended_and_booked() {
        var charged = world.charged();
        var module = room(forgetful.url(), world.node.url());
        for (int block = 1; block <= world.confirmations; block++) {
            look(module);
            world.node.mine(1);
        }
        look(module);
        assertThat(state()).isEqualTo("done");
        var left = world.node.coins(address);
        assertThat(world.charged().subtract(charged))
                .isPositive()
                .isEqualTo(EvmWorld.TENTH.subtract(left).subtract(arrived()));
    }

    @Test
    void a_number_that_a_rewrite_frees_again_is_counted_anew_from_when_it_is_used() {
        var module = room(forgetful.url());
        look(module);
        world.node.call("anvil_reorg", 1, List.of());
        world.node.call("anvil_dropAllTransactions");
        world.node.automine(false);
        world.node.mine(1);
        look(module);
        world.node.automine(true);
        world.node.mine(world.confirmations);
        look(module);
        assertThat(state()).isEqualTo("signed");
        assertThat(world.node.coins(address)).isLessThan(EvmWorld.TENTH);
    }

    private static EvmModule room(URI... endpoints) {
        world.endpoints = List.of(endpoints);
        return world.newModule();
    }

    private static void look(EvmModule module) {
        EvmWorld.sweepOnce(module);
        world.pass(Duration.ofSeconds(5));
    }

    private String state() {
        return world.database.database().inTx(tx -> SweepStore.lockAddress(tx, EvmWorld.NETWORK, address)).stream()
                .map(Sweep::state)
                .findFirst()
                .orElseThrow();
    }

    /// Returns the amount that the sweep of the address moved.
    private BigInteger arrived() {
        return world.database
                .database()
                .read(handle -> handle.createQuery("SELECT units FROM rail_evm_sweep WHERE address = :address")
                        .bind("address", address)
                        .mapTo(BigDecimal.class)
                        .one())
                .toBigIntegerExact();
    }
}
