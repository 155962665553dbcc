package dev.sluice.rail.evm.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestProxy.Act;
import java.math.BigInteger;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Endpoints that answer wrongly, late, or not at all.
class EvmEndpointTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration RESEND = Duration.ofSeconds(16);
    private static final String SEND = "eth_sendRawTransaction";
    private static final String REFUSAL = TestProxy.error(-32000, "exceeds block gas limit");
    private static EvmWorld world;
    private TestProxy proxy;
    private Instruction payout;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2);
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @BeforeEach
    void begin() {
        proxy = new TestProxy(world.node.url());
        payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 10);
    }

    @AfterEach
    void leave_nothing_behind() {
        proxy.close();
        use(world.node.url());
        world.pass(RESEND);
        world.settle();
    }

    @Test
    void the_next_endpoint_is_asked_where_one_does_not_answer_or_talks_nonsense() throws Exception {
        try (var silent = new ServerSocket(0)) {
            for (var broken : List.of(
                    URI.create("http://127.0.0.1:1"),
                    URI.create("http://127.0.0.1:" + silent.getLocalPort()),
                    proxy.url())) {
                for (var nonsense : List.of("", "<html>", "{}", "[]", "{\"result\":null}", "{\"error\":null}")) {
                    proxy.behave(_ -> Act.ANSWER, nonsense);
                    assertThat(rpc(broken, world.node.url()).call("eth_chainId").stringValue())
                            .isEqualTo(Hex.quantity(TestNode.CHAIN_ID));
                    if (broken != proxy.url()) {
                        break;
                    }
                }
            }
        }
        for (var act : List.of(Act.ANSWER_500, Act.ANSWER_429, Act.HANG_UP, Act.LOSE_ANSWER)) {
            proxy.behave(_ -> act, "busy");
            assertThat(rpc(proxy.url(), world.node.url())
                            .call("eth_blockNumber")
                            .isString())
                    .isTrue();
        }
    }

    @Test
    void an_endpoint_of_another_chain_is_not_used() {
        proxy.behave(method -> method.equals("eth_chainId") ? Act.ANSWER : Act.PASS, "{\"result\":\"0x1\"}");
        assertThat(rpc(proxy.url(), world.node.url()).call("eth_blockNumber").isString())
                .isTrue();
        assertThat(proxy.asked).containsOnly("eth_chainId");
        assertThatExceptionOfType(RpcUnavailable.class)
                .isThrownBy(() -> rpc(proxy.url()).call("eth_blockNumber"))
                .withMessageContaining("is on chain 0x1, not 31337")
                .withMessageNotContaining("secret");
    }

    @Test
    void an_endpoint_that_failed_rests_and_is_asked_for_its_chain_again() {
        var rpc = rpc(proxy.url(), world.node.url());
        proxy.behave(_ -> Act.ANSWER_429, "");
        rpc.call("eth_blockNumber");
        proxy.behave(_ -> Act.PASS);
        proxy.asked.clear();
        rpc.call("eth_blockNumber");
        assertThat(proxy.asked).isEmpty();
        world.pass(Duration.ofSeconds(11));
        rpc.call("eth_blockNumber");
        assertThat(proxy.asked).containsExactly("eth_chainId", "eth_blockNumber");
    }

    @Test
    void where_all_rest_nobody_waits_for_another_timeout() {
        var rpc = rpc(proxy.url());
        proxy.behave(_ -> Act.ANSWER_429, "");
        assertThatExceptionOfType(RpcUnavailable.class).isThrownBy(() -> rpc.call("eth_blockNumber"));
        proxy.asked.clear();
        assertThatExceptionOfType(RpcUnavailable.class).isThrownBy(() -> rpc.call("eth_blockNumber"));
        assertThat(proxy.asked).isEmpty();
        proxy.behave(_ -> Act.PASS);
        world.pass(Duration.ofSeconds(6));
        assertThat(rpc.call("eth_blockNumber").isString()).isTrue();
    }

    @Test
    void a_refusal_is_an_answer_and_one_of_the_node_is_not() {
        proxy.behave(
                method -> method.equals("eth_chainId") ? Act.PASS : Act.ANSWER,
                TestProxy.error(3, "execution reverted: no"));
        assertThatExceptionOfType(RpcError.class)
                .isThrownBy(() -> rpc(proxy.url(), world.node.url()).call("eth_blockNumber"))
                .matches(RpcError::isRevert);
        proxy.behave(
                method -> method.equals("eth_chainId") ? Act.PASS : Act.ANSWER,
                TestProxy.error(-32601, "method not found"));
        assertThat(rpc(proxy.url(), world.node.url()).call("eth_blockNumber").isString())
                .isTrue();
    }

    /// The token's contract is halted or gone; signed transactions are followed nevertheless.
    @Test
    void a_token_whose_contract_tells_nothing_holds_up_no_other_payout() {
        proxy.behave(
                method -> method.equals("eth_call") ? Act.ANSWER : Act.PASS, TestProxy.error(3, "execution reverted"));
        use(proxy.url());
        var coins = world.pay(EvmWorld.COIN, EvmWorld.someone(), 10);
        world.module.rail().submit(List.of(payout, coins));
        world.settle();
        assertThat(ask(coins)).isInstanceOf(Outcome.Settled.class);
        assertThat(ask(payout)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void what_one_endpoint_does_not_have_or_will_not_do_now_the_next_one_is_asked_for() {
        for (var refusal : List.of(
                TestProxy.error(-32005, "rate limit exceeded"), TestProxy.error(4444, "pruned history unavailable"))) {
            proxy.behave(method -> method.equals("eth_chainId") ? Act.PASS : Act.ANSWER, refusal);
            rpc(proxy.url(), world.node.url()).call("eth_blockNumber");
        }
    }

    @Test
    void operators_see_when_a_network_answered_and_when_it_did_not() {
        submit();
        var before = world.health.of(EvmRail.NAME);
        assertThat(before.answeredAt()).isEqualTo(world.clocks.instant());
        proxy.behave(_ -> Act.HANG_UP);
        use(proxy.url());
        world.pass(RESEND);
        world.stepPayouts();
        EvmWorld.watchOnce(world.module);
        ask(payout);
        var reading = world.health.of(EvmRail.NAME);
        assertThat(reading.answeredAt()).isEqualTo(before.answeredAt());
        assertThat(reading.failures()).isGreaterThan(before.failures());
        assertThat(reading.failedAt()).isEqualTo(world.clocks.instant());
        assertThat(reading.failure()).startsWith(EvmWorld.NETWORK + ": 127.0.0.1");
    }

    @Test
    void what_a_contract_says_is_no_failure_of_the_network_and_what_its_node_cannot_do_is_one() {
        long before = world.health.of(EvmRail.NAME).failures();
        proxy.behave(
                method -> method.equals("eth_chainId") ? Act.PASS : Act.ANSWER,
                TestProxy.error(3, "execution reverted: no"));
        assertThatExceptionOfType(RpcError.class)
                .isThrownBy(() -> rpc(proxy.url()).call("eth_estimateGas"));
        assertThat(world.health.of(EvmRail.NAME).failures()).isEqualTo(before);
        proxy.behave(
                method -> method.equals("eth_chainId") ? Act.PASS : Act.ANSWER,
                TestProxy.error(-32601, "method not found"));
        assertThatExceptionOfType(RpcError.class)
                .isThrownBy(() -> rpc(proxy.url()).call("eth_estimateGas"));
        assertThat(world.health.of(EvmRail.NAME).failures()).isEqualTo(before + 1);
    }

    @Test
    void an_endpoint_does_not_rest_for_what_a_contract_says() {
        proxy.behave(
                method -> method.equals("eth_chainId") ? Act.PASS : Act.ANSWER,
                TestProxy.error(3, "execution reverted: over the daily quota"));
        var rpc = rpc(proxy.url());
        for (int time = 0; time < 2; time++) {
            assertThatExceptionOfType(RpcError.class).isThrownBy(() -> rpc.call("eth_estimateGas"));
        }
    }

    @Test
    void a_payout_whose_broadcast_got_no_answer_is_unknown_and_never_signed_twice() {
        proxy.behave(method -> method.equals(SEND) ? Act.LOSE_ANSWER : Act.PASS);
        use(proxy.url());
        world.node.automine(false);
        assertThat(submit()).isInstanceOf(Outcome.Unknown.class);
        assertThat(submit()).isInstanceOf(Outcome.Unknown.class);
        assertThat(ask(payout)).isInstanceOf(Outcome.Unknown.class);
        world.node.automine(true);
        world.pass(RESEND);
        world.settle();
        assertThat(ask(payout)).isInstanceOf(Outcome.Settled.class);
        assertThat(transactions()).isEqualTo(1);
        assertThat(balance()).isEqualTo(10);
    }

    @Test
    void a_broadcast_that_reached_nobody_is_made_again_with_the_same_bytes() {
        proxy.behave(method -> method.equals(SEND) ? Act.HANG_UP : Act.PASS);
        use(proxy.url());
        assertThat(submit()).isInstanceOf(Outcome.Unknown.class);
        world.settle(1);
        assertThat(ask(payout)).isInstanceOf(Outcome.Unknown.class);
        assertThat(balance()).isZero();
        proxy.behave(_ -> Act.PASS);
        world.pass(RESEND);
        world.settle();
        assertThat(ask(payout)).isInstanceOf(Outcome.Settled.class);
        assertThat(transactions()).isEqualTo(1);
        assertThat(balance()).isEqualTo(10);
    }

    @Test
    void while_a_network_is_away_payouts_wait_and_can_be_stopped() {
        proxy.behave(_ -> Act.HANG_UP);
        use(proxy.url());
        assertThat(submit()).isInstanceOf(Outcome.Accepted.class);
        var other = world.pay(EvmWorld.USDC, EvmWorld.someone(), 10);
        world.module.rail().submit(List.of(other));
        assertThat(world.module.rail().cancel(other.payout())).isEqualTo(Cancellation.CANCELLED);
        assertThat(world.stepPayouts()).isFalse();
        proxy.behave(_ -> Act.PASS);
        world.pass(RESEND);
        world.settle();
        assertThat(ask(payout)).isInstanceOf(Outcome.Settled.class);
        assertThat(world.module.rail().queryOutcomes(List.of(other.payout()))).containsExactly(new Outcome.Stopped());
        assertThat(world.node.tokens(world.usdc, other.wallet().address())).isZero();
    }

    @Test
    void a_transaction_that_no_node_takes_gives_its_number_away_and_rejects_its_payout() {
        var refuse = new boolean[] {true};
        proxy.behave(method -> refuse[0] && method.equals(SEND) ? Act.ANSWER : Act.PASS, REFUSAL);
        use(proxy.url());
        assertThat(submit()).isInstanceOf(Outcome.Unknown.class);
        var next = world.pay(EvmWorld.USDT, EvmWorld.someone(), 3);
        for (int round = 0; round < 4; round++) {
            world.pass(RESEND);
            world.stepPayouts();
        }
        refuse[0] = false;
        world.module.rail().submit(List.of(next));
        for (int round = 0; round < 3; round++) {
            world.pass(RESEND);
            world.settle();
        }
        assertThat(ask(payout))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(FailureCode.TRANSACTION_FAILED));
        assertThat(balance()).isZero();
        assertThat(ask(next)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void what_one_endpoint_has_already_is_not_given_up_because_another_one_refuses_it() {
        try (var other = new TestProxy(world.node.url())) {
            proxy.behave(method -> method.equals(SEND) ? Act.LOSE_ANSWER : Act.PASS);
            other.behave(method -> method.equals(SEND) ? Act.ANSWER : Act.PASS, REFUSAL);
            use(proxy.url(), other.url());
            world.node.automine(false);
            assertThat(submit()).isInstanceOf(Outcome.Unknown.class);
            proxy.behave(_ -> Act.PASS);
            refuseUntilUnwanted();
            assertThat(ask(payout)).isInstanceOf(Outcome.Accepted.class);
            world.node.automine(true);
            world.settle();
        }
        assertThat(ask(payout)).isInstanceOf(Outcome.Settled.class);
        assertThat(transactions()).isEqualTo(1);
        assertThat(balance()).isEqualTo(10);
    }

    /// Another node may have sent it the transaction.
    @Test
    void what_a_node_has_is_not_given_up_though_it_refuses_it_each_time() {
        proxy.behave(method -> method.equals(SEND) ? Act.ANSWER : Act.PASS, REFUSAL);
        use(proxy.url());
        world.node.automine(false);
        assertThat(submit()).isInstanceOf(Outcome.Unknown.class);
        world.node.call(SEND, raw());
        refuseUntilUnwanted();
        assertThat(ask(payout)).isInstanceOf(Outcome.Accepted.class);
        world.node.automine(true);
        world.settle();
        assertThat(ask(payout)).isInstanceOf(Outcome.Settled.class);
        assertThat(transactions()).isEqualTo(1);
        assertThat(balance()).isEqualTo(10);
    }

    /// Lets the node refuse it as often as necessary to abandon it, before the fee is increased.
    private static void refuseUntilUnwanted() {
        for (int round = 0; round < 3; round++) {
            world.pass(RESEND);
            world.stepPayouts();
        }
        world.stepPayouts();
    }

    @Test
    void a_wallet_without_funds_keeps_payouts_waiting_and_raises_the_alarm() {
        var large = world.pay(EvmWorld.RFT, EvmWorld.someone(), 10);
        var all = world.node.tokens(world.refusing, world.signer.address());
        world.node.transact(Map.of(
                "from",
                world.signer.address(),
                "to",
                world.refusing,
                "data",
                TestNode.selector("transfer(address,uint256)")
                        + Hex.addressWord(world.treasury)
                        + Hex.word(all.subtract(BigInteger.ONE))));
        world.module.rail().submit(List.of(large));
        world.stepPayouts();
        assertThat(ask(large)).isInstanceOf(Outcome.Accepted.class);
        assertThat(waitingForFunds()).isEqualTo(1);
        world.node.mint(world.refusing, world.signer.address(), all);
        world.pass(RESEND);
        world.stepPayouts();
        world.settle();
        assertThat(ask(large)).isInstanceOf(Outcome.Settled.class);
        world.stepPayouts();
        assertThat(waitingForFunds()).isZero();
    }

    private static long waitingForFunds() {
        return Math.round(world.meters
                .get("sluice.evm.payouts.waiting")
                .tag("reason", "funds")
                .gauge()
                .value());
    }

    private static void use(URI... endpoints) {
        world.endpoints = List.of(endpoints);
        world.module = world.newModule();
    }

    private static JsonRpc rpc(URI... endpoints) {
        var line = world.health.line(EvmRail.NAME, EvmWorld.NETWORK);
        return JsonRpc.to(List.of(endpoints), TestNode.CHAIN_ID, 60, SHORT, world.clocks, line);
    }

    private Outcome submit() {
        return world.module.rail().submit(List.of(payout)).getFirst();
    }

    private Outcome ask(Instruction paid) {
        return world.module.rail().queryOutcomes(List.of(paid.payout())).getFirst();
    }

    private BigInteger balance() {
        return world.node.tokens(world.usdc, payout.wallet().address());
    }

    private String raw() {
        var sql = "SELECT raw FROM rail_evm_transaction JOIN rail_evm_slot USING (network, sender, nonce)"
                + " WHERE payout_id = :payout";
        return world.database
                .database()
                .read(handle -> Hex.text(handle.createQuery(sql)
                        .bind("payout", payout.payout().payoutId())
                        .mapTo(byte[].class)
                        .one()));
    }

    private long transactions() {
        return world.count("SELECT count(*) FROM rail_evm_transaction JOIN rail_evm_slot"
                + " USING (network, sender, nonce) WHERE payout_id = '"
                + payout.payout().payoutId() + "'");
    }
}
