package dev.sluice.rail.evm.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.evm.rpc.TestProxy;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Endpoints that refuse event queries over many blocks, each with its own message and status.
@Timeout(120)
@Tag("slow")
class EvmSpanTest {
    private EvmWorld world;
    private TestProxy proxy;
    private String payer;

    @BeforeEach
    void open() {
        world = EvmWorld.with(3);
        payer = EvmWorld.someone(world.node);
        world.node.mint(world.usdc, payer, EvmWorld.PLENTY);
        proxy = new TestProxy(world.node.url());
        world.endpoints = List.of(proxy.url());
        world.module = world.newModule();
        world.watch();
    }

    @AfterEach
    void close() {
        proxy.close();
        world.close();
    }

    private String paid(long units) {
        var address = world.deposit();
        world.node.transact(Map.of(
                "from",
                payer,
                "to",
                world.usdc,
                "data",
                TestNode.selector("transfer(address,uint256)")
                        + Hex.addressWord(address)
                        + Hex.word(BigInteger.valueOf(units))));
        return address;
    }

    /// Returns the number of blocks in an event query; 0 for other methods.
    private static int blocks(byte[] body) {
        var request = Json.parse(body);
        if (!request.get("method").stringValue().equals("eth_getLogs")) {
            return 0;
        }
        var filter = request.get("params").get(0);
        return TestNode.blocks(filter);
    }

    private void refuse(int more, TestProxy.Act act, String words) {
        ToIntFunction<byte[]> asked = EvmSpanTest::blocks;
        proxy.behaveByBody(body -> asked.applyAsInt(body) > more ? act : TestProxy.Act.PASS, words);
    }

    private long failures() {
        return world.health.of(EvmRail.NAME).failures();
    }

    private double meter(String name) {
        return world.meters.get(name).tag("network", EvmWorld.NETWORK).gauge().value();
    }

    private void watchOnce() {
        while (EvmWorld.watchOnce(world.module)) {
            // Repeat until everything is read.
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5|ANSWER_413|-32614|eth_getLogs is limited to a 5 range",
                "50|ANSWER_413|-32614|eth_getLogs is limited to a 50 range",
                "51|ANSWER_400|-32602|eth_getLogs is limited to 0 - 50 blocks range",
                "3|ANSWER|-32600|Upgrade your plan",
                "1|ANSWER_400|-32000|nope",
                "2|ANSWER|-32005|query returned more than 10000 results"
            })
    void a_range_is_halved_whatever_the_refusal_says(int more, TestProxy.Act act, int code, String words) {
        world.node.mine(20);
        var address = paid(3);
        world.node.mine(100);
        refuse(more, act, TestProxy.error(code, words));
        world.watch();
        assertThat(world.received(address)).hasSize(1);
        assertThat(failures()).isPositive();
        assertThat(world.health.of(EvmRail.NAME).failure()).contains(words);
        assertThat(world.meters
                        .get("sluice.evm.watch.refusals")
                        .tag("network", EvmWorld.NETWORK)
                        .counter()
                        .count())
                .isEqualTo(failures());
        var alsoThere = paid(4);
        world.node.mine(100);
        long before = failures();
        world.watch();
        assertThat(world.received(alsoThere)).hasSize(1);
        world.node.mine(100);
        world.watch();
        assertThat(failures() - before).as("the limit is remembered").isLessThanOrEqualTo(6);
        assertThat(world.count("SELECT span FROM rail_evm_cursor")).isBetween(1L, (long) more);
    }

    @Test
    void an_answer_of_413_without_json_is_a_refusal_of_the_range_too() {
        world.node.mine(20);
        var address = paid(3);
        world.node.mine(40);
        refuse(4, TestProxy.Act.ANSWER_413, "<html>Request Entity Too Large</html>");
        world.watch();
        assertThat(world.received(address)).hasSize(1);
    }

    @Test
    void a_limit_is_forgotten_after_an_hour() {
        world.node.mine(60);
        refuse(5, TestProxy.Act.ANSWER_413, TestProxy.error(-32614, "limited to a 5 range"));
        world.watch();
        proxy.behave(_ -> TestProxy.Act.PASS);
        world.node.mine(60);
        world.watch();
        assertThat(world.count("SELECT span FROM rail_evm_cursor")).isLessThanOrEqualTo(5);
        world.pass(Duration.ofMinutes(61));
        world.node.mine(60);
        world.watch();
        assertThat(world.count("SELECT span FROM rail_evm_cursor")).isGreaterThan(10);
    }

    @Test
    void a_watch_that_does_not_move_is_told_to_operators() {
        refuse(0, TestProxy.Act.ANSWER_413, TestProxy.error(-32614, "limited to a 0 range"));
        paid(3);
        world.node.mine(10);
        watchOnce();
        assertThat(world.alerts).isEmpty();
        assertThat(meter("sluice.evm.watch.lag.blocks")).isGreaterThanOrEqualTo(8);
        world.pass(Duration.ofMinutes(11));
        watchOnce();
        assertThat(world.alerts)
                .singleElement()
                .extracting(Alert::condition, alert -> alert.message().length() <= 140)
                .containsExactly("anvil/watch", true);
        assertThat(world.alerts.getFirst().message()).contains("anvil", "11 minutes", "limited to a 0 range");
        assertThat(meter("sluice.evm.watch.age")).isGreaterThanOrEqualTo(660);
        proxy.behave(_ -> TestProxy.Act.PASS);
        watchOnce();
        assertThat(meter("sluice.evm.watch.age")).isLessThan(60);
        assertThat(meter("sluice.evm.watch.lag.blocks")).isZero();
        assertThat(world.received()).hasSize(1);
    }

    @Test
    void a_chain_that_stands_still_and_endpoints_that_are_away_are_told_as_well() {
        world.pass(Duration.ofMinutes(11));
        watchOnce();
        assertThat(world.alerts)
                .singleElement()
                .satisfies(alert -> assertThat(alert.message()).contains("no new block"));
        world.alerts.clear();
        proxy.behave(_ -> TestProxy.Act.HANG_UP);
        world.pass(Duration.ofHours(6).plusMinutes(1));
        watchOnce();
        assertThat(world.alerts)
                .singleElement()
                .satisfies(alert -> assertThat(alert.message()).contains("no answer"));
    }
}
