package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Payer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/// Base of the tests of payments that a rail reports, reverses and reports again, and that operators move.
abstract class MovingTest extends DashboardTest {
    static final String PLATFORM = "00000000-0000-0000-0000-000000000000";
    static final String WHY = "The payer mixed up two numbers";
    static final String BANK = "sandbox";
    static final String CHAIN = "sandbox-chain";
    static final Asset IDR = Asset.fiat("IDR", 2);
    static final Asset USDC = Asset.crypto("usdc-polygon", 6);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final String run = UUID.randomUUID().toString();

    static Money idr(String amount) {
        return Money.exactly(new BigDecimal(amount), IDR);
    }

    static Money usdc(String amount) {
        return Money.exactly(new BigDecimal(amount), USDC);
    }

    String asked(String amount, String... more) {
        return merchant.createDeposit("014_TRANSFER", amount, more);
    }

    static String askedInTokens(Merchant merchant, String amount) {
        return merchant.askedTokens("usdc-polygon", amount);
    }

    static JsonNode deposit(Merchant merchant, String id) {
        return merchant.client().get("/v1/deposit/" + id).expect(200).data();
    }

    JsonNode deposit(String id) {
        return deposit(merchant, id);
    }

    static String status(JsonNode deposit) {
        return text(deposit, "status");
    }

    static List<String> standings(JsonNode deposit) {
        return deposit.path("payments")
                .valueStream()
                .map(each -> text(each, "status"))
                .toList();
    }

    static List<String> labels(JsonNode deposit) {
        return deposit.path("labels").valueStream().map(JsonNode::asString).toList();
    }

    static String activities(JsonNode deposit) {
        return deposit.path("activityHistory")
                .valueStream()
                .map(each -> text(each, "activity") + ": " + text(each, "description"))
                .toList()
                .toString();
    }

    static BigDecimal number(JsonNode deposit, String field) {
        return deposit.path(field).decimalValue();
    }

    String key(String name) {
        return run + ":" + name;
    }

    /// Returns a deposit's payment as its rail reports it.
    IncomingPayment receipt(String depositId, String rail, String name, Money amount) {
        var destination = one("SELECT destination FROM deposit WHERE id = '" + depositId + "'", String.class);
        return receipt(rail, name, Destination.of(destination), amount, 0);
    }

    /// Returns a payment for an unknown destination, reported long enough ago.
    IncomingPayment nobodys(String rail, String name, Money amount) {
        return receipt(rail, name, new Destination(amount.asset().code(), "nobody", run), amount, 120);
    }

    /// Returns such a payment from an account at a bank.
    IncomingPayment nobodysFrom(String account, String name, Money amount) {
        return receipt(BANK, name, new Destination(amount.asset().code(), "nobody", run), amount, 120, account);
    }

    private IncomingPayment receipt(String rail, String name, Destination destination, Money amount, int secondsAgo) {
        return receipt(rail, name, destination, amount, secondsAgo, "5271038846");
    }

    private IncomingPayment receipt(
            String rail, String name, Destination destination, Money amount, int secondsAgo, String account) {
        var at = service.clocks().instant().minusSeconds(secondsAgo);
        var transaction = rail.equals(CHAIN) ? key(name) : null;
        var payer = new Payer(transaction, "Siti Rahayu", "Bank Central Asia", "014", account, null);
        return new IncomingPayment(rail, key(name), destination, amount, payer, "for " + name, at, at);
    }

    void tell(IncomingPayment payment) {
        service.connections().run(tx -> new IncomingPayments(service.vault()).add(tx, List.of(payment)));
    }

    void undo(String rail, String name) {
        var at = service.clocks().instant().minusSeconds(120);
        service.connections()
                .run(tx -> new IncomingPayments(service.vault()).reverse(tx, rail, List.of(key(name)), at));
    }

    /// Waits until all reports are applied.
    void awaitRead() {
        await(() -> one(
                        "SELECT count(*) FROM rail_incoming_payment WHERE read_at IS NULL AND key LIKE '" + run + "%'",
                        Long.class)
                == 0);
    }

    static void await(BooleanSupplier done) {
        Eventually.within(PATIENCE, "it is done", done);
    }

    /// Reports a payment that does not match its deposit, and returns the path of its page.
    String putAside(String depositId, String name, Money amount) {
        tell(receipt(depositId, BANK, name, amount));
        awaitRead();
        return path(merchant.organizationId().toString(), name);
    }

    /// Returns the path of a payment's page.
    String path(String organizationId, String name) {
        var id = one("SELECT id::text FROM deposit_payment WHERE key = '" + key(name) + "'", String.class);
        return "/dashboard/operator/exceptions/" + organizationId + "/" + id;
    }

    static <T> T one(String sql, Class<T> type) {
        return service.connections()
                .read(handle -> handle.createQuery(sql).mapTo(type).one());
    }

    static void execute(String sql) {
        service.connections().run(tx -> tx.handle().execute(sql));
    }

    /// Returns the suspense balance of an organization, in units.
    static long suspense(String organizationId, String asset) {
        return one(
                "SELECT coalesce(sum(balance), 0)::bigint FROM ledger_account WHERE role = 'suspense' AND asset = '"
                        + asset + "' AND organization_id = '" + organizationId + "'",
                Long.class);
    }

    long suspense() {
        return suspense(merchant.organizationId().toString(), "IDR");
    }

    /// Moves a payment to a deposit and returns the status of the response.
    int move(Person operator, String path, String depositId) {
        return move(operator, path, merchant, depositId);
    }

    static int move(Person operator, String path, Merchant merchant, String deposit) {
        return operator.post(path + "/move", target(merchant, deposit)).statusCode();
    }

    static Map<String, String> target(Merchant merchant, String deposit) {
        return Map.of("organization", merchant.organizationId().toString(), "deposit", deposit, "reason", WHY);
    }

    /// Returns an operator from a separate organization, at a node.
    static Person operator(TestService node, Merchant theirs) {
        var unique = service.clocks().newId().toString();
        var user = users().create(theirs.organizationId(), "op-" + unique + "@example.com", "Rani", Role.OPERATOR)
                .user();
        return new Person(node.baseUrl(), user, sessions().open(user, "127.0.0.1", "test", true));
    }
}
