package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Payer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// Base of the tests of a rail that reports payments and reverses them, and of the merchant's view.
abstract class ReversalTest extends MerchantTest {
    static final String RAIL = "sandbox-chain";
    static final Asset USDC = Asset.crypto("usdc-polygon", 6);
    static final Asset USDT = Asset.crypto("usdt-polygon", 6);
    static final String SENDER = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    static final Duration PATIENCE = Duration.ofSeconds(60);

    final String run = UUID.randomUUID().toString();

    String asked(String token, String amount, String... more) {
        var fields = List.of(more).isEmpty() ? "" : "," + String.join(",", more);
        return text(
                merchant.client()
                        .post(
                                "/v1/deposit/crypto",
                                "{\"inputCurrency\":\"" + token + "\",\"inputAmount\":" + amount + fields + "}")
                        .expect(201)
                        .data(),
                "depositId");
    }

    JsonNode deposit(String id) {
        return merchant.client().get("/v1/deposit/" + id).expect(200).data();
    }

    JsonNode await(String id, Predicate<JsonNode> wanted) {
        return Eventually.await(PATIENCE, "deposit " + id, () -> deposit(id), wanted);
    }

    JsonNode await(String id, String status) {
        return await(id, deposit -> text(deposit, "status").equals(status));
    }

    static void await(BooleanSupplier done, Supplier<String> otherwise) {
        Eventually.within(PATIENCE, "it is undone", done, otherwise);
    }

    static Predicate<JsonNode> received(String amount) {
        return deposit -> is(deposit, "receivedAmount", amount);
    }

    static boolean is(JsonNode deposit, String field, String amount) {
        return deposit.path(field).isNumber()
                && deposit.path(field).decimalValue().compareTo(new BigDecimal(amount)) == 0;
    }

    static List<String> labels(JsonNode deposit) {
        return deposit.path("labels").valueStream().map(JsonNode::asString).toList();
    }

    static List<String> standings(JsonNode deposit) {
        return deposit.path("payments")
                .valueStream()
                .map(each -> text(each, "status"))
                .toList();
    }

    static List<String> activities(JsonNode deposit) {
        return deposit.path("activityHistory")
                .valueStream()
                .map(each -> text(each, "activity") + ": " + text(each, "status"))
                .toList();
    }

    BigDecimal gained() {
        return merchant.available("usdc-polygon").subtract(Merchant.OPENING);
    }

    BigDecimal of(String token, String part) {
        return merchant.client()
                .get("/v1/balance")
                .expect(200)
                .data()
                .valueStream()
                .filter(each -> text(each, "currency").equals(token))
                .findFirst()
                .map(each -> each.path(part).isNumber() ? each.path(part).decimalValue() : BigDecimal.ZERO)
                .orElse(BigDecimal.ZERO);
    }

    List<String> statement(String token) {
        return merchant.client()
                .get("/v1/balance/transactions?currency=" + token)
                .expect(200)
                .data()
                .path("docs")
                .valueStream()
                .map(each -> text(each, "kind") + " " + text(each, "direction") + " "
                        + each.path("amount").decimalValue().toPlainString())
                .toList();
    }

    String key(String name) {
        return run + ":" + name;
    }

    IncomingPayment receipt(String depositId, String rail, String name, Money amount) {
        var destination = service.connections()
                .read(handle -> handle.createQuery("SELECT destination FROM deposit WHERE id = :id")
                        .bind("id", UUID.fromString(depositId))
                        .mapTo(String.class)
                        .one());
        return receipt(rail, name, Destination.of(destination), amount);
    }

    IncomingPayment receipt(String rail, String name, Destination destination, Money amount) {
        var now = service.clocks().instant();
        return new IncomingPayment(
                rail, key(name), destination, amount, new Payer(name, null, null, null, SENDER, null), null, now, now);
    }

    static Money usdc(String amount) {
        return Money.exactly(new BigDecimal(amount), USDC);
    }

    static IncomingPayments receipts() {
        return new IncomingPayments(service.vault());
    }

    static void add(IncomingPayment... told) {
        service.connections().run(tx -> receipts().add(tx, List.of(told)));
    }

    void reverse(String... names) {
        reverse(RAIL, service.clocks().instant(), names);
    }

    void reverse(String rail, Instant at, String... names) {
        var keys = Arrays.stream(names).map(this::key).toList();
        service.connections().run(tx -> receipts().reverse(tx, rail, keys, at));
    }

    void awaitRead() {
        await(
                () -> count("SELECT count(*) FROM rail_incoming_payment WHERE read_at IS NULL AND key LIKE '" + run
                                + "%'")
                        == 0,
                () -> "not all was read");
    }

    static long count(String sql) {
        return service.connections()
                .read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    static void execute(String sql) {
        service.connections().run(tx -> tx.handle().execute(sql));
    }

    /// Simulates a crash of the reader before it marked the applied reports.
    void readAgain() {
        execute("UPDATE rail_incoming_payment SET read_at = NULL WHERE key LIKE '" + run + "%'");
        awaitRead();
    }
}
