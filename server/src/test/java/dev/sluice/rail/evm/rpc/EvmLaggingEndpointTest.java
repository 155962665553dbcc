package dev.sluice.rail.evm.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.http.Json;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestProxy.Act;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two endpoints, the first of them responsive but stalled: the second one is asked before it.
class EvmLaggingEndpointTest {
    private static final int BEHIND_MAX = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration DUE = Duration.ofSeconds(16);
    private static final String NUMBER = "eth_blockNumber";
    private static final String BLOCK = "eth_getBlockByNumber";
    private static TestNode node;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T02:30:00Z"));
    private TestProxy first;
    private TestProxy second;
    private JsonRpc rpc;

    @BeforeAll
    static void open() {
        node = TestNode.start();
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @BeforeEach
    void two_endpoints() {
        first = new TestProxy(node.url());
        second = new TestProxy(node.url());
        var line = new RailHealth(now::get).line(EvmRail.NAME, "");
        var urls = List.of(first.url(), second.url());
        rpc = JsonRpc.to(urls, TestNode.CHAIN_ID, BEHIND_MAX, Duration.ofSeconds(10), now::get, line);
    }

    @AfterEach
    void leave_none() {
        first.close();
        second.close();
    }

    @Test
    void an_endpoint_that_stands_still_is_asked_last_until_it_has_caught_up() {
        long still = head();
        first.say(standing(still));
        node.mine(BEHIND_MAX + 1);
        assertThat(newest()).isEqualTo(still);
        pass();
        Eventually.within(PATIENCE, "the second one is asked", () -> newest() == still + BEHIND_MAX + 1);
        second.behave(_ -> Act.ANSWER_500, "");
        assertThat(newest()).as("one that is behind is better than none").isEqualTo(still);
        second.behave(_ -> Act.PASS);
        first.say(_ -> Optional.empty());
        pass();
        Eventually.within(PATIENCE, "the first one is asked again", () -> {
            second.asked.clear();
            newest();
            return second.asked.isEmpty();
        });
    }

    @Test
    void an_endpoint_that_is_a_little_behind_is_asked_as_before() {
        long still = head();
        first.say(standing(still));
        node.mine(BEHIND_MAX);
        pass();
        lookedAt(second);
        assertThat(newest()).isEqualTo(still);
    }

    @Test
    void an_endpoint_that_names_a_block_which_it_does_not_have_is_not_believed() {
        second.say(body -> isOf(body, NUMBER) ? Optional.of(result("\"0xffffffff\"")) : Optional.empty());
        pass();
        lookedAt(first);
        second.asked.clear();
        newest();
        assertThat(second.asked).isEmpty();
    }

    /// Waits for the comparison of blocks: the endpoint with the highest block is asked for it, and soon the
    /// stalled one is known.
    private void lookedAt(TestProxy highest) {
        newest();
        Eventually.within(PATIENCE, "they are compared", () -> highest.asked.contains(BLOCK));
        Eventually.pause(Duration.ofMillis(200));
    }

    private void pass() {
        now.updateAndGet(before -> before.plus(DUE));
    }

    private long newest() {
        return RpcJson.count(RpcJson.quantity(rpc.call(NUMBER)));
    }

    private static long head() {
        return node.chain().head().number();
    }

    private static Function<byte[], Optional<String>> standing(long still) {
        var answer = result("\"" + Hex.quantity(still) + "\"");
        return body -> isOf(body, NUMBER) ? Optional.of(answer) : Optional.empty();
    }

    private static String result(String json) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + json + "}";
    }

    private static boolean isOf(byte[] body, String method) {
        return Json.parse(body).get("method").stringValue().equals(method);
    }
}
