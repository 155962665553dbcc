package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.db.TestDatabase;
import dev.sluice.process.EvmOutside.Token;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A service and a real node: payouts and deposits of tokens and coins, three kills of the service on the way, and a
/// ledger that matches the chain to the last unit.
@Tag("slow")
class EvmKillTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int PAYOUTS = 500;
    private static final int PAYOUTS_A_REQUEST = 5;
    private static final int DEPOSITS = 200;
    /// Index of the deposit that is not paid in full.
    private static final int SHORT = 7;

    private static final String SIGNED = "SELECT count(*) FROM rail_evm_slot WHERE payout_id IS NOT NULL";
    private static final String PLACES = "SELECT count(*) FROM rail_evm_slot";
    private static final String SETTLED = "SELECT count(*) FROM rail_evm_payout WHERE state = 'settled'";
    private static final String PAID_OUT = "SELECT count(*) FROM disbursement_progress WHERE status = 'completed'";
    private static final String FAILED = "SELECT count(*) FROM disbursement_progress WHERE status = 'failed'";
    private static final String WATCHED = "SELECT count(*) FROM rail_evm_cursor";
    private static final String CAME_IN = "SELECT count(*) FROM rail_incoming_payment";
    private static final String UNREAD = "SELECT count(*) FROM rail_incoming_payment WHERE read_at IS NULL";
    private static final String CREDITED = "SELECT count(*) FROM deposit_progress WHERE status = 'completed'";
    private static final String UNSWEPT = "SELECT count(*) FROM rail_evm_sweep WHERE state <> 'done'";
    private static final String OPEN = "SELECT count(*) FROM rail_evm_slot WHERE NOT final";
    private static final String UNBOOKED = "SELECT count(*) FROM rail_charge WHERE booked_at IS NULL";
    private static final String CHARGED = "SELECT count(*) FROM rail_charge";
    private static final String NUMBERS = "SELECT sum(next_nonce) FROM rail_evm_wallet";
    private static final String CLEARED = """
            SELECT coalesce(-sum(balance), 0) FROM ledger_account WHERE role = 'clearing:evm' AND asset = :asset
            """;

    @TempDir
    static Path root;

    private static final AtomicReference<ServiceProcess> SERVICE = new AtomicReference<>();
    private static EvmOutside outside;
    private static TestDatabase database;

    /// An expected payout or deposit, with its address and its payments.
    private record Promise(Token token, String address, BigDecimal amount, List<BigDecimal> payments) {
        BigDecimal paid() {
            return payments.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    @BeforeAll
    static void open() {
        outside = new EvmOutside();
        database = TestDatabase.create();
        start();
    }

    @AfterAll
    static void close() {
        try (var _ = outside;
                var _ = database;
                var last = SERVICE.get()) {
            last.kill();
        }
    }

    @Test
    void five_hundred_payouts_and_two_hundred_deposits_through_three_kills_leave_books_equal_to_the_chain() {
        var before = outside.held(List.of());
        Eventually.within(PATIENCE, "the network is watched", () -> count(WATCHED) == 1);
        var available = available();
        var deposits = deposits();
        var payouts = payouts();
        var answers = playThrough(payouts, deposits);
        assertPaidOnce(payouts, answers);
        assertCreditedOnce(deposits);
        awaitSweep();
        var waits =
                Map.of(token(SHORT).id(), EvmOutside.units(deposits.get(SHORT).paid()));
        assertThat(change(before, outside.held(addresses(deposits)))).isEqualTo(sum(cleared(), waits));
        settleTheShortOne(deposits);
        failOne();
        assertProved();
        assertBalances(available, payouts, deposits);
        assertThat(change(before, outside.held(addresses(deposits)))).isEqualTo(cleared());
    }

    /// Requests payouts and pays deposits, and kills the service: while it accepts requests; with pending
    /// transactions and payments that are not final; and while it books both.
    private static List<TestClient.Reply> playThrough(List<Promise> payouts, List<Promise> deposits) {
        var bodies = requests(payouts);
        int third = bodies.size() / 3;
        try (var load = new Insistence("/v1/disbursement/crypto", SERVICE::get, bodies)) {
            load.allow(third);
            Eventually.within(PATIENCE, "some asked", () -> load.answers().size() >= third / 2);
            killAndStart();
            load.allow(third);
            pay(deposits.subList(0, DEPOSITS / 2));
            Eventually.within(PATIENCE, "some signed", () -> count(SIGNED) >= PAYOUTS / 4);
            killAndStart();
            load.allow(bodies.size());
            pay(deposits.subList(DEPOSITS / 2, DEPOSITS));
            Eventually.within(PATIENCE, "some final", () -> count(SETTLED) > 0 && count(CAME_IN) > 0);
            killAndStart();
            Eventually.within(PATIENCE, "all asked", () -> load.answers().size() == bodies.size());
            long payments =
                    deposits.stream().mapToLong(each -> each.payments().size()).sum();
            Eventually.within(PATIENCE, "all paid out", () -> count(PAID_OUT) == PAYOUTS);
            Eventually.within(PATIENCE, "all came in", () -> count(CAME_IN) == payments && count(UNREAD) == 0);
            return load.answers();
        }
    }

    private static List<Promise> payouts() {
        return IntStream.range(0, PAYOUTS)
                .mapToObj(at -> {
                    var token = EvmOutside.TOKENS.get(at / PAYOUTS_A_REQUEST % EvmOutside.TOKENS.size());
                    var amount = least(token).add(new BigDecimal(at + 1).movePointLeft(EvmOutside.DECIMALS));
                    return new Promise(token, outside.someone(), amount, List.of(amount));
                })
                .toList();
    }

    private static List<String> requests(List<Promise> payouts) {
        return IntStream.range(0, PAYOUTS / PAYOUTS_A_REQUEST)
                .mapToObj(at -> payouts.subList(at * PAYOUTS_A_REQUEST, (at + 1) * PAYOUTS_A_REQUEST))
                .map(EvmKillTest::request)
                .toList();
    }

    /// Returns a request for payouts in one token.
    private static String request(List<Promise> payouts) {
        return "{\"token\":\"" + payouts.getFirst().token().id() + "\",\"receivers\":["
                + String.join(",", payouts.stream().map(EvmKillTest::receiver).toList()) + "]}";
    }

    private static String receiver(Promise payout) {
        return "{\"receiverWalletAddress\":\"" + payout.address() + "\",\"amount\":"
                + payout.amount().toPlainString() + "}";
    }

    /// Creates deposits with different payments: whole, in two parts, twice, and one of them short.
    private static List<Promise> deposits() {
        var bodies = new ArrayList<String>();
        for (int at = 0; at < DEPOSITS; at++) {
            bodies.add("{\"inputCurrency\":\"" + token(at).id() + "\",\"inputAmount\":"
                    + asked(at).toPlainString() + ",\"reference\":\"in-" + at + "\"}");
        }
        try (var load = new Insistence("/v1/deposit/crypto", SERVICE::get, bodies)) {
            load.allow(DEPOSITS);
            Eventually.within(PATIENCE, "all deposits", () -> load.answers().size() == DEPOSITS);
            var addresses = new HashMap<String, String>();
            for (var answer : load.answers()) {
                var deposit = answer.expect(201).data();
                addresses.put(
                        Merchant.text(deposit, "reference"),
                        Merchant.text(deposit.path("paymentCrypto"), "payoutWallet"));
            }
            assertThat(addresses.values()).doesNotHaveDuplicates().hasSize(DEPOSITS);
            return IntStream.range(0, DEPOSITS)
                    .mapToObj(at -> new Promise(token(at), addresses.get("in-" + at), asked(at), parts(at)))
                    .toList();
        }
    }

    private static Token token(int deposit) {
        return EvmOutside.TOKENS.get(deposit % EvmOutside.TOKENS.size());
    }

    private static BigDecimal asked(int deposit) {
        return least(token(deposit)).add(new BigDecimal(deposit).movePointLeft(12));
    }

    private static List<BigDecimal> parts(int deposit) {
        var asked = asked(deposit);
        var some = asked.subtract(least(token(deposit)).movePointLeft(1));
        if (deposit == SHORT) {
            return List.of(some);
        }
        return switch (deposit % 10) {
            case 0 -> List.of(some, asked.subtract(some));
            case 1 -> List.of(asked, asked);
            default -> List.of(asked);
        };
    }

    /// Returns the minimum of a token for every kind of payment.
    private static BigDecimal least(Token token) {
        return token.contract() == null ? new BigDecimal("0.01") : BigDecimal.TWO;
    }

    /// Pays all deposits in one block.
    private static void pay(List<Promise> deposits) {
        outside.node()
                .inOneBlock(() -> deposits.forEach(
                        each -> each.payments().forEach(amount -> outside.pay(each.token(), each.address(), amount))));
    }

    private static void assertPaidOnce(List<Promise> payouts, List<TestClient.Reply> answers) {
        var ids = answers.stream()
                .flatMap(
                        answer -> answer.expect(201).data().path("disburseData").valueStream())
                .map(Merchant::id)
                .toList();
        assertThat(ids).hasSize(PAYOUTS).doesNotHaveDuplicates();
        var byAddress = new HashMap<String, JsonNode>();
        try (var client = SERVICE.get().bearing()) {
            for (var id : ids) {
                var payout =
                        client.get("/v1/disbursement/crypto/" + id).expect(200).data();
                byAddress.put(Merchant.text(payout, "receiverAddress"), payout);
            }
        }
        for (var payout : payouts) {
            var told = byAddress.get(payout.address());
            assertThat(Merchant.text(told, "status")).isEqualTo("completed");
            assertThat(outside.balance(payout.token(), payout.address())).isEqualTo(EvmOutside.units(payout.amount()));
        }
        assertThat(byAddress.values().stream().map(each -> Merchant.text(each.path("transactionData"), "txHash")))
                .doesNotHaveDuplicates()
                .hasSize(PAYOUTS);
        assertThat(count(SIGNED)).isEqualTo(PAYOUTS);
        assertThat(count(NUMBERS)).isEqualTo(count(PLACES));
    }

    private static void assertCreditedOnce(List<Promise> deposits) {
        assertThat(count(CREDITED)).isEqualTo(DEPOSITS - 1);
        try (var client = SERVICE.get().bearing()) {
            for (int at = 0; at < DEPOSITS; at++) {
                var promise = deposits.get(at);
                var deposit =
                        client.get("/v1/deposit/crypto/in-" + at).expect(200).data();
                assertThat(Merchant.text(deposit, "status")).isEqualTo(at == SHORT ? "pending" : "completed");
                assertThat(deposit.path("receivedAmount").decimalValue()).isEqualByComparingTo(promise.paid());
                assertThat(deposit.path("payments")
                                .valueStream()
                                .map(each ->
                                        EvmOutside.units(each.path("amount").decimalValue())))
                        .containsExactlyInAnyOrderElementsOf(promise.payments().stream()
                                .map(EvmOutside::units)
                                .toList());
            }
        }
    }

    /// Waits until the partial payment is credited at the deposit's expiry.
    private static void settleTheShortOne(List<Promise> deposits) {
        assertThat(deposits.get(SHORT).paid()).isLessThan(deposits.get(SHORT).amount());
        try (var client = SERVICE.get().bearing()) {
            client.post("/v1/sandbox/clock", "{\"advance\":\"PT2H\"}").expect(200);
        }
        Eventually.within(PATIENCE, "settled at the end", () -> count(CREDITED) == DEPOSITS);
    }

    /// Waits until no action with gas costs is pending.
    private static void awaitSweep() {
        Eventually.within(PATIENCE, "all swept and booked", () -> {
            outside.node().mine(1);
            return count(UNSWEPT) == 0 && count(OPEN) == 0 && count(UNBOOKED) == 0;
        });
        assertThat(count(CHARGED)).isPositive();
    }

    /// A reverted transaction of a payout costs gas as well.
    private static void failOne() {
        var token = EvmOutside.TOKENS.getFirst();
        var payout = new Promise(token, outside.someone(), least(token), List.of());
        try (var client = SERVICE.get().bearing()) {
            outside.node().inOneBlock(() -> {
                client.post("/v1/disbursement/crypto", request(List.of(payout))).expect(201);
                Eventually.within(PATIENCE, "one more signed", () -> count(SIGNED) == PAYOUTS + 1);
                outside.node().blockFirst(Objects.requireNonNull(token.contract()), payout.address());
            });
            Eventually.within(PATIENCE, "failed", () -> {
                outside.node().mine(1);
                return count(FAILED) == 1;
            });
            var failed = client.get("/v1/disbursement/crypto?receiverAddress=" + payout.address())
                    .expect(200)
                    .data()
                    .path("docs")
                    .get(0);
            assertThat(Merchant.text(failed, "status")).isEqualTo("failed");
            assertThat(failed.path("transactionData").path("gasFeeActual").decimalValue())
                    .isPositive();
        }
        assertThat(outside.balance(token, payout.address())).isZero();
    }

    private static void assertProved() {
        var proof = ServiceProcess.run(root.resolve("proof"), Nodes.settings(database, "shared"), "verify-ledger");
        assertThat(proof.out()).contains("the ledger is correct");
        assertThat(proof.exit()).isZero();
    }

    /// Asserts the merchant's balances: the earlier balance, less payouts and their fees, plus deposits less their
    /// fees.
    private static void assertBalances(Map<String, BigDecimal> before, List<Promise> payouts, List<Promise> deposits) {
        var now = available();
        for (var token : EvmOutside.TOKENS) {
            var payoutFee = new BigDecimal(token.contract() == null ? "0.0005" : "0.3");
            var out = payouts.stream()
                    .filter(each -> each.token().equals(token))
                    .map(each -> each.amount().add(payoutFee))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            var in = deposits.stream()
                    .filter(each -> each.token().equals(token))
                    .map(each -> each.paid().multiply(new BigDecimal("0.995")))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(now.get(token.id()))
                    .isEqualByComparingTo(before.get(token.id()).subtract(out).add(in));
        }
    }

    private static Map<String, BigDecimal> available() {
        var balances = new HashMap<String, BigDecimal>();
        try (var client = SERVICE.get().bearing()) {
            client.get("/v1/balance")
                    .expect(200)
                    .data()
                    .valueStream()
                    .forEach(each -> balances.put(
                            Merchant.text(each, "currency"),
                            each.path("available").decimalValue()));
        }
        return balances;
    }

    /// Returns the increase of the rail's wallets according to the ledger.
    private static Map<String, BigInteger> cleared() {
        var cleared = new HashMap<String, BigInteger>();
        for (var token : EvmOutside.TOKENS) {
            cleared.put(
                    token.id(),
                    database.database()
                            .read(handle -> handle.createQuery(CLEARED)
                                    .bind("asset", token.id())
                                    .mapTo(BigDecimal.class)
                                    .one())
                            .toBigIntegerExact());
        }
        return cleared;
    }

    private static Map<String, BigInteger> change(Map<String, BigInteger> before, Map<String, BigInteger> after) {
        var change = new HashMap<>(before);
        change.replaceAll((_, units) -> units.negate());
        return sum(after, change);
    }

    private static Map<String, BigInteger> sum(Map<String, BigInteger> one, Map<String, BigInteger> other) {
        var sum = new HashMap<>(one);
        other.forEach((token, units) -> sum.merge(token, units, BigInteger::add));
        return sum;
    }

    private static List<String> addresses(List<Promise> deposits) {
        return deposits.stream().map(Promise::address).toList();
    }

    private static long count(String sql) {
        return database.database()
                .read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    private static void killAndStart() {
        SERVICE.get().kill();
        start();
    }

    private static void start() {
        var settings = new HashMap<>(Nodes.settings(database, "shared"));
        settings.putAll(outside.settings());
        SERVICE.set(ServiceProcess.start(root.resolve("data"), settings));
    }
}
