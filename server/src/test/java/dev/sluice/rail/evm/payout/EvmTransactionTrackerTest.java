package dev.sluice.rail.evm.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.money.Asset;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.key.KeySigner;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.evm.rpc.TestProxy;
import dev.sluice.rail.evm.rpc.TestProxy.Act;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Signed transactions on a network that misbehaves: each payee is nevertheless paid once, or not at all.
class EvmTransactionTrackerTest {
    private static final Duration RESEND = Duration.ofSeconds(16);
    private static final Duration STUCK = Duration.ofSeconds(61);
    private static EvmWorld world;

    private final String payee = EvmWorld.someone();
    private final Instruction payout = world.pay(EvmWorld.USDC, payee, 1_000);

    @BeforeAll
    static void open() {
        world = EvmWorld.with(3);
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @AfterEach
    void leave_nothing_behind() {
        world.node.automine(true);
        world.node.block(world.usdc, world.signer.address(), false);
        world.settle();
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE NOT final"))
                .isZero();
    }

    @Test
    void a_stuck_transaction_is_replaced_at_the_same_number_for_a_higher_fee() {
        world.node.automine(false);
        var first = accepted(submit());
        var firstFee = fee(first);
        world.node.call(
                "anvil_setNextBlockBaseFeePerGas", Hex.quantity(EvmWorld.GWEI.multiply(BigInteger.valueOf(60))));
        world.node.mine(1);
        world.stepPayouts();
        assertThat(accepted(ask())).isEqualTo(first);
        world.pass(STUCK);
        world.stepPayouts();
        var second = accepted(ask());
        assertThat(second).isNotEqualTo(first);
        assertThat(fee(second)).isGreaterThanOrEqualTo(firstFee.multiply(new BigDecimal("1.125")));
        world.settle();
        assertThat(settled()).isEqualTo(second);
        assertThat(world.module.rail().attempts(payout.payout()))
                .extracting(Attempt::reference, Attempt::answer)
                .containsExactly(tuple(first, Attempt.Answer.REPLACED), tuple(second, Attempt.Answer.SETTLED));
        assertThat(world.node.tokens(world.usdc, payee)).isEqualTo(1_000);
    }

    @Test
    void whichever_of_two_transactions_is_mined_counts() {
        world.node.automine(false);
        var first = accepted(submit());
        world.pass(STUCK);
        world.stepPayouts();
        var second = accepted(ask());
        assertThat(second).isNotEqualTo(first);
        world.node.call("anvil_dropTransaction", second);
        world.node.call("eth_sendRawTransaction", raw(first));
        world.settle();
        assertThat(settled()).isEqualTo(first);
        assertThat(world.node.tokens(world.usdc, payee)).isEqualTo(1_000);
    }

    @Test
    void above_the_cap_no_more_is_offered() {
        world.node.automine(false);
        var first = accepted(submit());
        var cap = world.feeCap;
        try {
            world.feeCap = world.count("SELECT max(max_fee) FROM rail_evm_slot WHERE NOT final") > 0
                    ? BigInteger.valueOf(world.count("SELECT max(max_fee) FROM rail_evm_slot WHERE NOT final"))
                    : BigInteger.ONE;
            world.module = world.newModule();
            world.pass(STUCK);
            world.stepPayouts();
            assertThat(accepted(ask())).isEqualTo(first);
        } finally {
            world.feeCap = cap;
            world.module = world.newModule();
        }
        world.settle();
        assertThat(settled()).isEqualTo(first);
    }

    @Test
    void a_forgotten_transaction_is_told_again() {
        world.node.automine(false);
        var hash = accepted(submit());
        world.node.call("anvil_dropTransaction", hash);
        assertThat(world.node.call("eth_getTransactionByHash", hash).isNull()).isTrue();
        world.stepPayouts();
        assertThat(world.node.call("eth_getTransactionByHash", hash).isNull()).isTrue();
        world.pass(RESEND);
        world.stepPayouts();
        assertThat(world.node.call("eth_getTransactionByHash", hash).isNull()).isFalse();
        world.settle();
        assertThat(settled()).isEqualTo(hash);
        assertThat(world.node.tokens(world.usdc, payee)).isEqualTo(1_000);
    }

    @Test
    void what_the_hot_wallet_of_before_had_under_way_is_followed_to_its_end() {
        world.node.automine(false);
        var hash = accepted(submit());
        world.node.call("anvil_dropTransaction", hash);
        var before = world.signer;
        try {
            world.signer = KeySigner.of(BigInteger.TWO);
            world.module = world.newModule();
            world.pass(STUCK);
            world.stepPayouts();
            assertThat(world.node.call("eth_getTransactionByHash", hash).isNull())
                    .isFalse();
            assertThat(accepted(ask())).isEqualTo(hash);
            world.settle();
        } finally {
            world.signer = before;
            world.module = world.newModule();
        }
        assertThat(settled()).isEqualTo(hash);
        assertThat(world.node.tokens(world.usdc, payee)).isEqualTo(1_000);
    }

    @Test
    void what_a_rewritten_chain_has_no_more_is_under_way_again() {
        world.node.automine(false);
        var hash = accepted(submit());
        world.node.mine(1);
        world.stepPayouts();
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE NOT final AND block_number IS NOT NULL"))
                .isEqualTo(1);
        assertThat(accepted(ask())).isEqualTo(hash);
        world.node.call("anvil_reorg", 1, List.of());
        assertThat(world.node.chain().receipt(hash)).isEmpty();
        assertThat(world.node.tokens(world.usdc, payee)).isZero();
        world.stepPayouts();
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE NOT final AND block_number IS NULL"))
                .isEqualTo(1);
        assertThat(accepted(ask())).isEqualTo(hash);
        world.settle();
        assertThat(settled()).isEqualTo(hash);
        assertThat(world.node.tokens(world.usdc, payee)).isEqualTo(1_000);
    }

    @Test
    void a_payout_settles_only_once_its_block_is_deep_enough() {
        world.node.automine(false);
        var hash = accepted(submit());
        for (int depth = 1; depth < world.confirmations; depth++) {
            world.node.mine(1);
            world.stepPayouts();
            assertThat(accepted(ask())).isEqualTo(hash);
        }
        world.node.mine(1);
        world.stepPayouts();
        assertThat(settled()).isEqualTo(hash);
    }

    @Test
    void a_transaction_that_is_undone_rejects_its_payout() {
        world.node.automine(false);
        var before = world.node.coins(world.signer.address());
        submit();
        world.node.blockFirst(world.usdc, payee);
        world.settle();
        assertFailed(ask());
        assertThat(world.node.tokens(world.usdc, payee)).isZero();
        assertThat(charged(ask())).isEqualTo(before.subtract(world.node.coins(world.signer.address())));
    }

    private static void assertFailed(Outcome outcome) {
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(FailureCode.TRANSACTION_FAILED);
            assertThat(rejected.message()).isEqualTo(FailureCode.TRANSACTION_FAILED.message());
            assertThat(rejected.railReference()).matches("0x[0-9a-f]{64}");
        });
    }

    /// Returns the gas charged for a transaction that moved nothing.
    private static BigInteger charged(Outcome outcome) {
        var onChain = Objects.requireNonNull(((Outcome.Rejected) outcome).onChain());
        return Objects.requireNonNull(onChain.gasCharged()).units();
    }

    @Test
    void a_token_that_merely_says_no_rejects_the_payout() {
        var refused = world.pay(EvmWorld.RFT, payee, 5);
        world.node.block(world.refusing, payee, true);
        world.module.rail().submit(List.of(refused));
        world.settle();
        assertFailed(
                world.module.rail().queryOutcomes(List.of(refused.payout())).getFirst());
        assertThat(world.node.tokens(world.refusing, payee)).isZero();
    }

    @Test
    void a_payee_that_cannot_receive_is_found_before_anything_is_signed() {
        world.node.block(world.usdc, payee, true);
        long next = nextNonce();
        assertThat(submit())
                .isEqualTo(new Outcome.Rejected(
                        FailureCode.ADDRESS_CANNOT_RECEIVE, FailureCode.ADDRESS_CANNOT_RECEIVE.message()));
        assertThat(nextNonce()).isEqualTo(next);
    }

    /// Contracts that count down from 8,192 and from 512, at 26 gas each time.
    @Test
    void a_payee_that_would_burn_our_gas_is_refused_and_one_that_needs_some_is_paid() {
        var burning = contract("0x6120005b6001900380600357" + "00");
        var needing = contract("0x6102005b6001900380600357" + "00");
        long next = nextNonce();
        assertThat(submit(world.pay(EvmWorld.COIN, burning, 7)))
                .isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
                    assertThat(rejected.code()).isEqualTo(FailureCode.ADDRESS_CANNOT_RECEIVE);
                    assertThat(rejected.message()).endsWith("its contract uses too much gas");
                });
        assertThat(nextNonce()).isEqualTo(next);
        accepted(submit(world.pay(EvmWorld.COIN, needing, 7)));
        world.settle();
        assertThat(world.node.coins(needing)).isEqualTo(7);
    }

    @Test
    void a_payee_that_eats_all_gas_is_refused_whatever_its_reason_is_called() {
        var endless = contract("0x5b600056");
        assertThat(submit(world.pay(EvmWorld.COIN, endless, 7)))
                .isEqualTo(new Outcome.Rejected(
                        FailureCode.ADDRESS_CANNOT_RECEIVE, FailureCode.ADDRESS_CANNOT_RECEIVE.message()));
        for (var words : List.of(
                "gas required exceeds allowance (50000000)",
                "out of gas",
                "EVM error: OutOfGas",
                "execution reverted: insufficient funds")) {
            assertThat(submitWhereNodeSays(words, payee, EvmWorld.COIN)).isInstanceOf(Outcome.Rejected.class);
            assertThat(submitWhereNodeSays(words, payee, EvmWorld.USDC)).isInstanceOf(Outcome.Rejected.class);
        }
    }

    /// Node errors with similar texts, but about the wallet itself.
    @Test
    void too_few_coins_are_no_fault_of_the_payee() {
        for (var words : List.of("gas required exceeds allowance (0)", "insufficient funds for transfer")) {
            assertThat(submitWhereNodeSays(words, "", EvmWorld.COIN)).isInstanceOf(Outcome.Accepted.class);
            assertThat(world.count("SELECT count(*) FROM rail_evm_payout WHERE waits_for = 'funds'"))
                    .isEqualTo(1);
            world.pass(RESEND);
            world.stepPayouts();
            assertThat(world.count("SELECT count(*) FROM rail_evm_payout WHERE waits_for = 'funds'"))
                    .isZero();
        }
    }

    /// Submits a payout while the node returns an error for every call that contains an address.
    private Outcome submitWhereNodeSays(String words, String address, Asset token) {
        var endpoints = world.endpoints;
        try (var proxy = new TestProxy(world.node.url())) {
            var named = address.substring(address.isEmpty() ? 0 : 2).toLowerCase(Locale.ROOT);
            proxy.behaveByBody(
                    body -> {
                        var request = new String(body, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
                        return request.contains("eth_estimategas") && request.contains(named) ? Act.ANSWER : Act.PASS;
                    },
                    TestProxy.error(-32000, words));
            world.endpoints = List.of(proxy.url());
            world.module = world.newModule();
            return submit(world.pay(token, payee, 9));
        } finally {
            world.endpoints = endpoints;
            world.module = world.newModule();
        }
    }

    private static Outcome submit(Instruction instruction) {
        return world.module.rail().submit(List.of(instruction)).getFirst();
    }

    private static String contract(String code) {
        var address = EvmWorld.someone();
        world.node.call("anvil_setCode", address, code);
        return address;
    }

    @Test
    void a_token_that_blocks_our_own_wallet_is_waited_for() {
        world.node.block(world.usdc, world.signer.address(), true);
        assertThat(submit()).isInstanceOf(Outcome.Accepted.class);
        world.stepPayouts();
        assertThat(world.meters
                        .get("sluice.evm.payouts.waiting")
                        .tag("reason", "token")
                        .gauge()
                        .value())
                .isEqualTo(1);
        world.node.block(world.usdc, world.signer.address(), false);
        world.pass(RESEND);
        world.stepPayouts();
        world.settle();
        settled();
    }

    @Test
    void a_number_that_nobody_can_use_is_filled() {
        submit();
        world.settle();
        world.execute("UPDATE rail_evm_wallet SET next_nonce = next_nonce + 2");
        var next = world.pay(EvmWorld.USDT, payee, 7);
        world.module.rail().submit(List.of(next));
        world.settle();
        assertThat(world.module.rail().queryOutcomes(List.of(next.payout())).getFirst())
                .isInstanceOf(Outcome.Settled.class);
        assertThat(world.node.tokens(world.usdt, payee)).isEqualTo(7);
        assertThat(world.count("SELECT count(*) FROM rail_evm_transaction WHERE filler"))
                .isGreaterThanOrEqualTo(2);
    }

    @Test
    void a_number_that_was_used_without_us_is_left_out() {
        world.node.transact(Map.of("from", world.signer.address(), "to", payee, "value", "0x1"));
        submit();
        world.settle();
        settled();
    }

    private Outcome submit() {
        return world.module.rail().submit(List.of(payout)).getFirst();
    }

    private Outcome ask() {
        return world.module.rail().queryOutcomes(List.of(payout.payout())).getFirst();
    }

    private String settled() {
        assertThat(ask()).isInstanceOf(Outcome.Settled.class);
        return ((Outcome.Settled) ask()).railReference();
    }

    private static String accepted(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Accepted.class,
                        accepted -> assertThat(accepted.railReference()).startsWith("0x"));
        return ((Outcome.Accepted) outcome).railReference();
    }

    private static BigDecimal fee(String hash) {
        return new BigDecimal(TestNode.number(world.node.call("eth_getTransactionByHash", hash), "maxFeePerGas"));
    }

    private static long nextNonce() {
        return world.count("SELECT coalesce(max(next_nonce), 0) FROM rail_evm_wallet");
    }

    private static String raw(String hash) {
        return world.database
                .database()
                .read(handle -> Hex.text(handle.createQuery("SELECT raw FROM rail_evm_transaction WHERE hash = :hash")
                        .bind("hash", hash)
                        .mapTo(byte[].class)
                        .one()));
    }
}
