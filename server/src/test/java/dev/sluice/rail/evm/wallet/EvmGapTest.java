package dev.sluice.rail.evm.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.rpc.TestProxy;
import dev.sluice.rail.evm.rpc.TestProxy.Act;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Temporary refusals of a node, because a lower nonce is missing or requests are too frequent: no payout fails for
/// them.
class EvmGapTest {
    private static final String SEND = "eth_sendRawTransaction";
    private static final String CROWDED = TestProxy.error(-32005, "rate limit exceeded");
    private static final Duration RESEND = Duration.ofSeconds(16);
    private static final int PAYOUTS = 5;
    private static EvmWorld world;

    private final List<Instruction> payouts = new ArrayList<>();
    private TestProxy proxy;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2);
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @BeforeEach
    void one_endpoint() {
        proxy = new TestProxy(world.node.url());
        world.endpoints = List.of(proxy.url());
        world.module = world.newModule();
        for (int each = 0; each < PAYOUTS; each++) {
            payouts.add(world.pay(EvmWorld.USDC, EvmWorld.someone(), 10));
        }
    }

    @AfterEach
    void leave_it() {
        proxy.close();
        world.endpoints = List.of(world.node.url());
        world.module = world.newModule();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonce too high: address 0x1, tx: 7 state: 3", "transaction is out of order"})
    void of_many_payouts_only_the_one_that_no_node_takes_fails(String words) {
        proxy.say(refusing(words));
        world.module.rail().submit(payouts);
        keepFor(3);
        world.settle();
        var outcomes = outcomes(payouts);
        assertThat(outcomes).filteredOn(Outcome.Rejected.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.Settled.class::isInstance).hasSize(PAYOUTS - 1);
    }

    @Test
    void a_node_that_is_asked_too_often_makes_no_payout_fail() {
        var one = List.of(payouts.getFirst());
        proxy.behave(method -> method.equals(SEND) ? Act.ANSWER : Act.PASS, CROWDED);
        world.module.rail().submit(one);
        keepFor(4);
        proxy.behave(_ -> Act.PASS);
        keepFor(1);
        world.settle();
        assertThat(outcomes(one)).singleElement().isInstanceOf(Outcome.Settled.class);
    }

    /// Refuses the next transaction permanently, but not its replacement, and refuses transactions with a later
    /// nonce with the given words.
    private static Function<byte[], Optional<String>> refusing(String words) {
        long number = next();
        var unwanted = new AtomicReference<String>();
        return body -> {
            var request = Json.parse(body);
            if (!request.get("method").stringValue().equals(SEND)) {
                return Optional.empty();
            }
            var raw = request.get("params").get(0).stringValue();
            var sql = "SELECT nonce FROM rail_evm_transaction WHERE raw = decode('%s', 'hex')";
            long nonce = world.count(sql.formatted(raw.substring("0x".length())));
            if (nonce == number && (unwanted.compareAndSet(null, raw) || raw.equals(unwanted.get()))) {
                return Optional.of(TestProxy.error(-32000, "exceeds block gas limit"));
            }
            return nonce > next() ? Optional.of(TestProxy.error(-32000, words)) : Optional.empty();
        };
    }

    /// Returns the nonce of the wallet's next transaction in a block.
    private static long next() {
        var chain = world.node.chain();
        return chain.nonceAt(world.signer.address(), chain.head().number());
    }

    private static void keepFor(int rounds) {
        for (int round = 0; round < rounds; round++) {
            world.pass(RESEND);
            world.stepPayouts();
        }
    }

    private static List<Outcome> outcomes(List<Instruction> payouts) {
        var refs = payouts.stream().map(Instruction::payout).toList();
        return world.module.rail().queryOutcomes(refs);
    }
}
