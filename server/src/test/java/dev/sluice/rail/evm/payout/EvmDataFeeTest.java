package dev.sluice.rail.evm.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.GasPriceOracle;
import dev.sluice.rail.evm.rpc.TestProxy;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// A network of the OP stack: it charges a first-layer fee for a transaction's data in addition to gas, and refuses
/// transactions of senders that cannot pay it.
class EvmDataFeeTest {
    /// Contract `L1Block`, the basis of the node's own network for its charges (Ecotone).
    private static final String L1_BLOCK = "0x4200000000000000000000000000000000000015";

    private static final String SCALARS = "0x00000000000000000000000000000000000f79c50000146b0000000000000000";
    private static final BigInteger L1_BASE_FEE = BigInteger.valueOf(2_500_000_000_000L);
    private static final BigInteger L1_BLOB_FEE = BigInteger.valueOf(50_000_000_000L);
    private static final BigInteger FEE_OF_BYTE = BigInteger.valueOf(50_000_000_000_000L);
    private static final BigInteger ENOUGH_TO_TRY = BigInteger.TEN.pow(16);
    private static final BigInteger OPERATOR_FEE = BigInteger.TEN.pow(11).multiply(BigInteger.valueOf(21_000));
    private static final int TRANSFER_BYTES_MIN = 100;

    private EvmWorld world;

    @BeforeEach
    void open() {
        world = EvmWorld.with(2, "--network", "optimism");
        world.node.place("gas_price_oracle", GasPriceOracle.ADDRESS);
        store(1, "0x" + Hex.word(L1_BASE_FEE));
        store(3, SCALARS);
        store(7, "0x" + Hex.word(L1_BLOB_FEE));
        world.watch();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void store(int slot, String word) {
        world.node.call("anvil_setStorageAt", L1_BLOCK, Hex.quantity(slot), word);
    }

    @Test
    void the_fee_is_part_of_the_estimate_of_a_payout() {
        var payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 7);
        var accepted =
                (Outcome.Accepted) world.module.rail().submit(List.of(payout)).getFirst();
        var estimated = Objects.requireNonNull(
                Objects.requireNonNull(accepted.onChain()).gasEstimated());
        assertThat(estimated.units()).isGreaterThan(FEE_OF_BYTE.multiply(BigInteger.valueOf(TRANSFER_BYTES_MIN)));
        world.settle(10);
        assertThat(world.module.rail().queryOutcomes(List.of(payout.payout())).getFirst())
                .isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_wallet_that_cannot_pay_the_fee_keeps_payouts_waiting() {
        world.node.give(world.signer.address(), ENOUGH_TO_TRY);
        var payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 7);
        world.module.rail().submit(List.of(payout));
        assertThat(world.text("SELECT waits_for FROM rail_evm_payout")).isEqualTo(Preflight.FUNDS);
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot")).isZero();
    }

    @Test
    void sweeps_keep_enough_for_it_and_their_gas_as_well() {
        var coin = world.deposit();
        var token = world.deposit();
        world.node.mint(world.usdc, token, BigInteger.valueOf(1_000_000));
        // Unlike nodes of these networks, the test's node executes no call for a sender with less than the
        // fee.
        world.node.give(token, ENOUGH_TO_TRY);
        world.node.transact(
                Map.of("from", EvmWorld.someone(world.node), "to", coin, "value", Hex.quantity(EvmWorld.TENTH)));
        world.node.mine(world.confirmations);
        world.watch();
        for (int round = 0; round < 30; round++) {
            EvmWorld.sweepOnce(world.module);
            world.stepPayouts();
            world.node.mine(world.confirmations);
            world.stepPayouts();
            world.pass(Duration.ofSeconds(5));
        }
        assertThat(world.node.tokens(world.usdc, world.treasury)).isEqualTo(1_000_000);
        assertThat(world.node.coins(world.treasury)).isGreaterThan(EvmWorld.TENTH.divide(BigInteger.TWO));
        assertThat(world.node.coins(coin)).isLessThan(EvmWorld.TENTH.divide(BigInteger.TWO));
    }

    /// A contract that reverts except for `getOperatorFee(uint256)`, with the answer 10^11 for a unit of gas.
    @Test
    void the_fee_of_the_operator_is_part_of_the_estimate_as_well() {
        world.node.call(
                "anvil_setCode",
                GasPriceOracle.ADDRESS,
                "0x60003560e01c63275aedd214601357600080fd5b60043564174876e8000260005260206000f3");
        world.module = world.newModule();
        var payout = world.pay(EvmWorld.COIN, EvmWorld.someone(), 7);
        var accepted =
                (Outcome.Accepted) world.module.rail().submit(List.of(payout)).getFirst();
        var estimated = Objects.requireNonNull(
                Objects.requireNonNull(accepted.onChain()).gasEstimated());
        assertThat(estimated.units()).isBetween(OPERATOR_FEE, OPERATOR_FEE.multiply(BigInteger.TWO));
    }

    /// Other networks may have another contract at that address.
    @Test
    void a_contract_that_does_not_know_the_question_charges_nothing() {
        world.node.call("anvil_setCode", GasPriceOracle.ADDRESS, "0x60006000fd");
        world.module = world.newModule();
        var payouts = List.of(
                world.pay(EvmWorld.COIN, EvmWorld.someone(), 7), world.pay(EvmWorld.USDC, EvmWorld.someone(), 7));
        world.module.rail().submit(payouts);
        world.settle(10);
        assertThat(world.module
                        .rail()
                        .queryOutcomes(payouts.stream().map(Instruction::payout).toList()))
                .allMatch(Outcome.Settled.class::isInstance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0xzz", "0x-1", "yes"})
    void an_answer_that_is_no_number_keeps_payouts_waiting(String words) {
        try (var proxy = new TestProxy(world.node.url())) {
            proxy.say(body -> asks(Json.parse(body))
                    ? Optional.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + words + "\"}")
                    : Optional.empty());
            world.endpoints = List.of(proxy.url());
            world.module = world.newModule();
            world.module.rail().submit(List.of(world.pay(EvmWorld.USDC, EvmWorld.someone(), 7)));
            assertThat(world.text("SELECT waits_for FROM rail_evm_payout")).isEqualTo(Preflight.NODE);
        }
    }

    private static boolean asks(JsonNode request) {
        return request.get("method").stringValue().equals("eth_call")
                && GasPriceOracle.ADDRESS.equalsIgnoreCase(
                        request.get("params").get(0).get("to").stringValue());
    }

    /// In the format of nodes of these networks; the test's node charges the fee, and does not report it.
    @Test
    void what_was_charged_has_the_fee_that_the_receipt_tells() {
        try (var proxy = new TestProxy(world.node.url())) {
            proxy.say(body -> receipt(Json.parse(body).get("method").stringValue(), body));
            world.endpoints = List.of(proxy.url());
            world.module = world.newModule();
            var payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 7);
            world.module.rail().submit(List.of(payout));
            world.settle(10);
            var settled = (Outcome.Settled)
                    world.module.rail().queryOutcomes(List.of(payout.payout())).getFirst();
            var charged = Objects.requireNonNull(
                    Objects.requireNonNull(settled.onChain()).gasCharged());
            assertThat(charged.units()).isGreaterThan(EvmWorld.ONE_COIN);
        }
    }

    private Optional<String> receipt(String method, byte[] body) {
        if (!method.equals("eth_getTransactionReceipt")) {
            return Optional.empty();
        }
        var found =
                world.node.call(method, Json.parse(body).get("params").get(0).stringValue());
        if (!found.isObject()) {
            return Optional.empty();
        }
        var with = new JsonObject();
        found.propertyStream().forEach(each -> with.put(each.getKey(), each.getValue()));
        with.put("l1Fee", Hex.quantity(EvmWorld.ONE_COIN));
        return Optional.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"
                + new String(Json.bytes(with), StandardCharsets.UTF_8) + "}");
    }
}
