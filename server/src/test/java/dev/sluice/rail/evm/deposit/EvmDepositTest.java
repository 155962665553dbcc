package dev.sluice.rail.evm.deposit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.http.Json;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.key.KeySigner;
import dev.sluice.rail.evm.rpc.Erc20;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.evm.rpc.TestProxy;
import dev.sluice.rail.evm.rpc.Transaction;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Payments on a real node are reported once they are final, and only once, by any watcher.
class EvmDepositTest {
    private static EvmWorld world;
    private static String payer;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(3);
        payer = EvmWorld.someone(world.node);
        for (var token : List.of(world.usdc, world.usdt)) {
            world.node.mint(token, payer, EvmWorld.PLENTY);
        }
        world.watch();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @Test
    void a_deposit_has_an_address_of_its_own_that_stays() {
        var one = UUID.randomUUID();
        var payin = world.module.payin();
        assertThat(payin.wallet("usdc-anvil", "anvil", one))
                .isPresent()
                .isEqualTo(world.newModule().payin().wallet("usdt-anvil", "anvil", one))
                .isNotEqualTo(payin.wallet("usdc-anvil", "anvil", UUID.randomUUID()));
        assertThat(payin.wallet("usdc-polygon", "polygon", one)).isEmpty();
        assertThat(payin.wallet("usdc-polygon", "anvil", one)).isEmpty();
        var signer = DepositPath.of(one).below(world.key).signer();
        assertThat(payin.wallet("usdc-anvil", "anvil", one).orElseThrow().address())
                .isEqualTo(signer.address());
    }

    @Test
    void a_token_is_reported_once_its_block_is_final() {
        var address = world.deposit();
        var hash = pay(world.usdc, address, 2_500_000);
        long block = world.node.chain().receipt(hash).orElseThrow().block();
        while (world.network().finalAt(world.node.chain().head().number()) < block) {
            world.watch();
            assertThat(world.received(address)).isEmpty();
            world.node.mine(1);
        }
        world.watch();
        assertThat(world.received(address)).singleElement().satisfies(payment -> {
            assertThat(payment.rail()).isEqualTo("evm");
            assertThat(payment.key()).isEqualTo("anvil:" + hash + ":0");
            assertThat(payment.destination()).isEqualTo(new Destination("usdc-anvil", "anvil", address));
            assertThat(payment.amount().units()).isEqualTo(2_500_000);
            assertThat(payment.payer().transactionCode()).isEqualTo(hash);
            assertThat(payment.payer().accountNumber()).isEqualTo(payer);
            assertThat(payment.paidAt()).isEqualTo(blockTime(hash));
        });
    }

    @Test
    void a_token_that_answers_nothing_and_coins_are_reported_as_well() {
        var address = world.deposit();
        pay(world.usdt, address, 17);
        var hash = world.node.transact(Map.of("from", payer, "to", address, "value", "0x2a"));
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address))
                .extracting(
                        payment -> payment.amount().asset().code(),
                        payment -> payment.amount().units())
                .containsExactlyInAnyOrder(
                        tuple("usdt-anvil", BigInteger.valueOf(17)), tuple("eth-anvil", BigInteger.valueOf(42)));
        assertThat(world.received(address)).extracting(IncomingPayment::key).contains("anvil:" + hash + ":coin");
    }

    @Test
    void what_comes_in_tokens_that_were_switched_off_is_reported_and_nobody_is_sent_to_them_any_more() {
        var address = world.deposit();
        world.switchedOff.addAll(List.of(EvmWorld.USDC, EvmWorld.COIN));
        try {
            assertThat(world.module.payin().wallet("usdc-anvil", "anvil", UUID.randomUUID()))
                    .isEmpty();
            assertThat(world.module.payin().wallet("usdt-anvil", "anvil", UUID.randomUUID()))
                    .isPresent();
            pay(world.usdc, address, 18);
            world.node.transact(Map.of("from", payer, "to", address, "value", "0x13"));
            world.node.mine(world.confirmations);
            world.watch();
        } finally {
            world.switchedOff.clear();
        }
        assertThat(world.received(address))
                .extracting(
                        payment -> payment.amount().asset().code(),
                        payment -> payment.amount().units())
                .containsExactlyInAnyOrder(
                        tuple("usdc-anvil", BigInteger.valueOf(18)), tuple("eth-anvil", BigInteger.valueOf(19)));
    }

    @Test
    void two_payments_in_one_transaction_are_two() {
        var address = world.deposit();
        call(
                world.usdc,
                "transferTwice(address,uint256,uint256)",
                Hex.addressWord(address),
                Hex.word(BigInteger.ONE),
                Hex.word(BigInteger.TWO));
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address))
                .extracting(payment -> payment.amount().units().intValue())
                .containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void what_is_paid_to_others_is_nobodys_business() {
        int before = world.received().size();
        pay(world.usdc, EvmWorld.someone(), 5);
        world.node.transact(Map.of("from", payer, "to", EvmWorld.someone(), "value", "0x1"));
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received()).hasSize(before);
    }

    @Test
    void two_hundred_deposits_are_reported_once_each_over_restarts_and_by_several_nodes() throws Exception {
        var addresses = new ArrayList<String>();
        for (int i = 0; i < 200; i++) {
            var address = world.deposit();
            addresses.add(address);
            if (i % 2 == 0) {
                pay(world.usdc, address, 1_000 + i);
            } else {
                world.node.transact(Map.of("from", payer, "to", address, "value", Hex.quantity(1_000 + i)));
            }
            if (i % 50 == 0) {
                world.module = world.newModule();
                EvmWorld.watchOnce(world.module);
            }
        }
        world.node.mine(world.confirmations);
        try (var threads = Executors.newFixedThreadPool(4)) {
            threads.invokeAll(Collections.nCopies(8, (Callable<Boolean>) () -> EvmWorld.watchOnce(world.newModule())));
        }
        world.watch();
        for (int i = 0; i < addresses.size(); i++) {
            assertThat(world.received(addresses.get(i)))
                    .singleElement()
                    .extracting(payment -> payment.amount().units())
                    .isEqualTo(BigInteger.valueOf(1_000 + i));
        }
    }

    @Test
    void a_payment_in_a_block_that_disappears_is_not_reported_until_it_is_in_another() {
        var address = world.deposit();
        var raw = signedPayment(address, 99);
        world.node.automine(false);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(1);
        world.watch();
        world.node.call("anvil_reorg", 1, List.of());
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address)).isEmpty();
        world.node.automine(true);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address)).hasSize(1);
    }

    @Test
    void a_chain_rewritten_deeper_than_that_is_told_and_nothing_is_reported_twice() {
        var address = world.deposit();
        var raw = signedPayment(address, 77);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(world.received(address)).hasSize(1);
        world.node.call("anvil_reorg", world.confirmations + 1, List.of());
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        world.watch();
        assertThat(vanished(address)).isEqualTo(1);
        assertThat(told(address)).containsExactly(tuple(77, 2, true));
        world.watch();
        pay(world.usdc, world.deposit(), 1);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(world.confirmations);
        world.watch();
        assertThat(told(address)).containsExactly(tuple(77, 3, false));
        assertThat(vanished(address)).isZero();
    }

    @Test
    void what_is_found_again_after_that_was_never_gone() {
        var address = world.deposit();
        var raw = signedPayment(address, 78);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(world.confirmations);
        world.watch();
        long block = blockOf(address);
        reorganizeWith(raw);
        assertThat(world.node.tokens(world.usdc, address)).isEqualTo(78);
        world.node.mine(1);
        world.watch();
        assertThat(told(address)).containsExactly(tuple(78, 1, false));
        assertThat(blockOf(address)).isEqualTo(block + 1);
        assertThat(sought()).isZero();
    }

    @Test
    void what_is_in_a_block_that_is_not_final_is_waited_for_until_it_is_or_is_gone() {
        var address = world.deposit();
        var raw = signedPayment(address, 79);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(world.confirmations);
        world.watch();
        world.node.call("anvil_reorg", world.confirmations + 1, List.of());
        world.node.call("eth_sendRawTransaction", raw);
        world.watch();
        assertThat(told(address)).containsExactly(tuple(79, 1, false));
        assertThat(sought()).isEqualTo(1);
        world.node.call("anvil_reorg", 1, List.of());
        world.watch();
        assertThat(told(address)).containsExactly(tuple(79, 2, true));
        assertThat(sought()).isZero();
    }

    @Test
    void a_watch_that_ends_between_the_rewrite_and_the_search_is_taken_up_by_another() throws Exception {
        var address = world.deposit();
        var raw = signedPayment(address, 80);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(world.confirmations);
        world.watch();
        world.node.call("anvil_reorg", world.confirmations + 1, List.of());
        EvmWorld.watchOnce(world.module);
        assertThat(told(address)).containsExactly(tuple(80, 1, false));
        assertThat(sought()).isPositive();
        world.module = world.newModule();
        try (var threads = Executors.newFixedThreadPool(4)) {
            threads.invokeAll(Collections.nCopies(8, (Callable<Boolean>) () -> EvmWorld.watchOnce(world.newModule())));
        }
        world.watch();
        assertThat(told(address)).containsExactly(tuple(80, 2, true));
    }

    @Test
    void a_transaction_that_pays_something_else_in_its_new_block_is_another_payment() {
        var address = world.deposit();
        var raw = signedPayment(address, 81);
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(world.confirmations);
        world.watch();
        var receipt = world.received(address).getFirst();
        // Simulates an amount of 82 in the block that disappears.
        world.execute("UPDATE rail_evm_credit SET units = 82 WHERE key = '" + receipt.key() + "'");
        world.replace(receipt, BigInteger.valueOf(82));
        reorganizeWith(raw);
        world.node.mine(1);
        world.watch();
        assertThat(told(address)).containsExactlyInAnyOrder(tuple(82, 2, true), tuple(81, 1, false));
        world.node.call("anvil_reorg", world.confirmations + 2, List.of());
        world.watch();
        assertThat(told(address)).containsExactlyInAnyOrder(tuple(82, 2, true), tuple(81, 2, true));
    }

    /// Returns the reported amounts, the revision of each, and if it is reversed.
    private static List<Tuple> told(String address) {
        return world.reports().stream()
                .filter(each -> each.payment().destination().number().equals(address))
                .map(each -> tuple(each.payment().amount().units().intValue(), each.revision(), each.reversed()))
                .toList();
    }

    /// Reverts the chain deeper than its confirmations, and includes a transaction one block later than before.
    private static void reorganizeWith(String raw) {
        world.node.call("anvil_reorg", world.confirmations + 1, List.of(List.of(raw, 1)));
    }

    private static long blockOf(String address) {
        return world.count("SELECT block_number FROM rail_evm_credit WHERE address = '" + address + "'");
    }

    private static long sought() {
        return world.count("SELECT count(*) FROM rail_evm_credit WHERE rescan_until IS NOT NULL");
    }

    @Test
    void a_range_that_a_node_finds_too_large_is_halved_and_grows_again() {
        var address = world.deposit();
        world.node.mine(60);
        pay(world.usdc, address, 3);
        world.node.mine(60);
        try (var proxy = new TestProxy(world.node.url())) {
            var endpoints = world.endpoints;
            proxy.behaveByBody(
                    body -> isWide(body) ? TestProxy.Act.ANSWER : TestProxy.Act.PASS,
                    TestProxy.error(-32005, "query returned more than 10000 results"));
            try {
                use(List.of(proxy.url()));
                world.watch();
            } finally {
                use(endpoints);
            }
            assertThat(world.received(address)).hasSize(1);
            assertThat(proxy.asked.stream().filter("eth_getLogs"::equals).count())
                    .isGreaterThan(15);
        }
        world.pass(Duration.ofMinutes(61));
        world.node.mine(400);
        world.watch();
        assertThat(world.count("SELECT span FROM rail_evm_cursor")).isGreaterThan(8);
    }

    private static void use(List<URI> endpoints) {
        world.endpoints = endpoints;
        world.module = world.newModule();
    }

    private static boolean isWide(byte[] body) {
        var request = Json.parse(body);
        if (!request.get("method").stringValue().equals("eth_getLogs")) {
            return false;
        }
        var filter = request.get("params").get(0);
        return TestNode.blocks(filter) > 8;
    }

    private static long vanished(String address) {
        return world.count(
                "SELECT count(*) FROM rail_evm_credit WHERE vanished_at IS NOT NULL AND address = '" + address + "'");
    }

    private static Instant blockTime(String hash) {
        var block = world.node.chain().receipt(hash).orElseThrow().block();
        return world.node.chain().block(block).orElseThrow().time();
    }

    private static String pay(String token, String to, long units) {
        return call(token, "transfer(address,uint256)", Hex.addressWord(to), Hex.word(BigInteger.valueOf(units)));
    }

    private static String call(String contract, String signature, String... words) {
        return world.node.transact(
                Map.of("from", payer, "to", contract, "data", TestNode.selector(signature) + String.join("", words)));
    }

    /// Returns a signed payment by a key holder, so that it can be sent to the node again.
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
