package dev.sluice.rail.evm.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.key.KeySigner;
import dev.sluice.rail.evm.rpc.Erc20;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.evm.rpc.TestProxy;
import dev.sluice.rail.evm.rpc.TestProxy.Act;
import dev.sluice.rail.evm.rpc.Transaction;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two endpoints, the second of them without the newest blocks or some of their content: no payment is missed, and
/// none is reversed for that.
class EvmBehindTest {
    private static final String LOGS = "eth_getLogs";
    private static final String NOTHING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}";
    private static final String NO_LOGS = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}";
    private static final Duration RESTED = Duration.ofSeconds(6);
    /// Maximum lag of the second look behind the first, in blocks.
    private static final int TWO_LOOKS = 600;

    private static EvmWorld world;

    private TestProxy first;
    private TestProxy second;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(3);
        world.watch();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @BeforeEach
    void two_endpoints() {
        first = new TestProxy(world.node.url());
        second = new TestProxy(world.node.url());
        world.endpoints = List.of(first.url(), second.url());
        world.module = world.newModule();
    }

    @AfterEach
    void leave_one() {
        first.close();
        second.close();
        world.endpoints = List.of(world.node.url());
        world.module = world.newModule();
        world.pass(RESTED);
        world.watch();
    }

    @Test
    void an_endpoint_that_is_behind_does_not_answer_for_blocks_that_it_does_not_have() {
        var address = world.deposit();
        second.say(behind(head()));
        world.node.mint(world.usdc, address, BigInteger.valueOf(50));
        world.node.mine(world.confirmations);
        first.behaveByBody(body -> isOf(body, LOGS) ? Act.ANSWER : Act.PASS, TestProxy.error(-32603, "internal error"));
        for (int time = 0; time < 5; time++) {
            EvmWorld.watchOnce(world.module);
        }
        assertThat(second.asked).contains("eth_getBlockByNumber");
        assertThat(world.received(address)).isEmpty();
        first.behave(_ -> Act.PASS);
        world.watch();
        assertThat(world.received(address)).hasSize(1);
    }

    @Test
    void an_endpoint_that_is_not_behind_answers_for_one_that_cannot() {
        var address = world.deposit();
        world.node.mint(world.usdc, address, BigInteger.valueOf(51));
        world.node.mine(world.confirmations);
        first.behaveByBody(body -> isOf(body, LOGS) ? Act.ANSWER : Act.PASS, TestProxy.error(-32603, "internal error"));
        world.watch();
        assertThat(world.received(address)).hasSize(1);
        assertThat(second.asked).contains(LOGS);
    }

    @Test
    void a_block_that_an_endpoint_does_not_have_is_no_rewritten_one() {
        var address = world.deposit();
        second.say(behind(head()));
        world.node.mint(world.usdc, address, BigInteger.valueOf(52));
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address)).hasSize(1);
        long cursor = cursor();
        first.behaveByBody(
                body -> isOf(body, "eth_getBlockByNumber") && !isOfLatest(body) ? Act.ANSWER_429 : Act.PASS, "");
        second.asked.clear();
        for (int time = 0; time < 3; time++) {
            assertThat(EvmWorld.watchOnce(world.module)).isFalse();
        }
        assertThat(second.asked).contains("eth_getBlockByNumber");
        assertThat(cursor()).isEqualTo(cursor);
        assertThat(sought()).isZero();
        assertThat(world.received(address)).hasSize(1);
    }

    @Test
    void what_a_receipt_shows_is_never_taken_back_and_what_was_left_out_beside_it_is_found() {
        var address = world.deposit();
        var raw = signedPayment(address, 53);
        var other = world.deposit();
        var beside = signedPayment(other, 54);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address)).hasSize(1);
        world.node.call("anvil_reorg", world.confirmations + 1, List.of(List.of(raw, 1), List.of(beside, 1)));
        world.node.mine(1);
        var lying = new AtomicBoolean(true);
        first.say(body -> lying.get() && isOf(body, LOGS) ? Optional.of(NO_LOGS) : Optional.empty());
        EvmWorld.watchOnce(world.module);
        assertThat(sought()).isEqualTo(1);
        for (int time = 0; time < 20 && sought() > 0; time++) {
            EvmWorld.watchOnce(world.module);
        }
        assertThat(sought()).isZero();
        assertThat(revisions(address)).containsExactly(1);
        assertThat(world.received(other)).isEmpty();
        lying.set(false);
        world.watch();
        assertThat(revisions(address)).containsExactly(1);
        assertThat(world.received(address)).hasSize(1);
        assertThat(world.received(other)).hasSize(1);
    }

    /// The endpoint may answer from a cache, for example a proxy in between.
    @Test
    void what_a_receipt_shows_in_a_block_of_another_chain_is_looked_for_until_it_is_not_shown_any_more() {
        var address = world.deposit();
        var raw = signedPayment(address, 55);
        var hash = world.node.call("eth_sendRawTransaction", raw).stringValue();
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address)).hasSize(1);
        var receipt =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + world.node.call("eth_getTransactionReceipt", hash) + "}";
        var stale = new AtomicBoolean(true);
        second.say(body ->
                stale.get() && isOf(body, "eth_getTransactionReceipt") ? Optional.of(receipt) : Optional.empty());
        world.node.call("anvil_reorg", world.confirmations + 1, List.of());
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        world.node.mine(world.confirmations);
        world.watch();
        for (int time = 0; time < 5; time++) {
            assertThat(EvmWorld.watchOnce(world.module)).isFalse();
        }
        assertThat(second.asked).contains("eth_getTransactionReceipt");
        assertThat(sought()).isEqualTo(1);
        assertThat(revisions(address)).containsExactly(1);
        stale.set(false);
        EvmWorld.watchOnce(world.module);
        assertThat(sought()).isZero();
        assertThat(revisions(address)).containsExactly(2);
        assertThat(world.received(address)).isEmpty();
    }

    /// One address with several alternating nodes.
    @Test
    void what_a_list_of_events_left_out_is_seen_at_a_second_look() {
        second.behave(_ -> Act.HANG_UP);
        var address = world.deposit();
        var seen = world.deposit();
        var lying = new AtomicBoolean(true);
        first.say(body -> lying.get() && isOf(body, LOGS) ? Optional.of(NO_LOGS) : Optional.empty());
        world.node.mint(world.usdc, address, BigInteger.valueOf(56));
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address)).isEmpty();
        lying.set(false);
        world.node.mint(world.usdc, seen, BigInteger.valueOf(57));
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(seen)).hasSize(1);
        assertThat(world.received(address)).isEmpty();
        world.node.mine(TWO_LOOKS);
        world.watch();
        assertThat(world.received(address)).hasSize(1);
        assertThat(revisions(address)).containsExactly(1);
        assertThat(revisions(seen)).containsExactly(1);
        world.node.mine(TWO_LOOKS);
        world.watch();
        assertThat(revisions(address)).containsExactly(1);
        assertThat(again()).isBetween(cursor() - TWO_LOOKS, cursor());
    }

    @Test
    void where_the_watch_goes_back_the_second_look_does_too() {
        world.node.mine(TWO_LOOKS);
        world.watch();
        assertThat(again()).isLessThan(cursor());
        long fork = again() - 1;
        world.database
                .database()
                .run(tx -> EvmCursorStore.move(tx, EvmWorld.NETWORK, cursor(), fork, world.clocks.realInstant()));
        assertThat(again()).isEqualTo(fork);
        world.watch();
        assertThat(again()).isLessThan(cursor());
    }

    /// Returns the answers of a node with an old newest block.
    private static Function<byte[], Optional<String>> behind(long head) {
        return body -> {
            if (isOf(body, LOGS)) {
                return Optional.of(NO_LOGS);
            }
            if (isOf(body, "eth_getTransactionReceipt")) {
                return Optional.of(NOTHING);
            }
            if (!isOf(body, "eth_getBlockByNumber")) {
                return Optional.empty();
            }
            if (isOfLatest(body)) {
                var newest = world.node.call("eth_getBlockByNumber", Hex.quantity(head), false);
                return Optional.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + newest + "}");
            }
            var asked = Hex.number(Json.parse(body).get("params").get(0).stringValue());
            return asked.compareTo(BigInteger.valueOf(head)) > 0 ? Optional.of(NOTHING) : Optional.empty();
        };
    }

    private static boolean isOf(byte[] body, String method) {
        return Json.parse(body).get("method").stringValue().equals(method);
    }

    private static boolean isOfLatest(byte[] body) {
        return Json.parse(body).get("params").get(0).stringValue().equals("latest");
    }

    private static long head() {
        return world.node.chain().head().number();
    }

    private static long cursor() {
        return world.count("SELECT next_block FROM rail_evm_cursor");
    }

    private static long again() {
        return world.count("SELECT second_pass_block FROM rail_evm_cursor");
    }

    private static long sought() {
        return world.count("SELECT count(*) FROM rail_evm_credit WHERE rescan_until IS NOT NULL");
    }

    private static List<Integer> revisions(String address) {
        return world.reports().stream()
                .filter(each -> each.payment().destination().number().equals(address))
                .map(each -> each.revision())
                .toList();
    }

    /// Returns a signed payment by a key holder with enough of everything since long before.
    private static String signedPayment(String to, long units) {
        var signer = KeySigner.of(new BigInteger(250, new Random()).add(BigInteger.ONE));
        world.node.give(signer.address(), EvmWorld.ONE_COIN);
        world.node.mint(world.usdc, signer.address(), BigInteger.valueOf(units));
        world.node.mine(10);
        var fees = new Fees(EvmWorld.GWEI, EvmWorld.GWEI.multiply(BigInteger.valueOf(300)));
        return new Transaction(
                        TestNode.CHAIN_ID,
                        0,
                        fees,
                        BigInteger.valueOf(200_000),
                        Erc20.transfer(world.usdc, to, BigInteger.valueOf(units)))
                .signed(signer)
                .raw();
    }
}
