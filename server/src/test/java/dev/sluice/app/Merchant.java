package dev.sluice.app;

import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.Scope;
import dev.sluice.auth.TamperReport;
import dev.sluice.event.AllEvents;
import dev.sluice.event.Event;
import dev.sluice.event.Recorded;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An organization of its own at a service under test, with money and an API key: it pays, queries, and waits.
public final class Merchant implements AutoCloseable {
    /// Opening balance, in major units of each currency.
    public static final BigDecimal OPENING = new BigDecimal("1000000");

    private static final List<Asset> CURRENCIES = List.of(
            Asset.fiat("IDR", 2),
            Asset.fiat("USD", 2),
            Asset.fiat("EUR", 2),
            Asset.fiat("JPY", 0),
            Asset.crypto("usdc-polygon", 6));
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestService service;
    private final UUID organizationId;
    private final String token;
    private final TestClient client;

    private Merchant(TestService service, UUID organizationId, String token) {
        this.service = service;
        this.organizationId = organizationId;
        this.token = token;
        this.client = elsewhere(service);
    }

    /// Returns a merchant of a sandbox, with some switches on.
    public static Merchant at(TestService service, Switch... on) {
        var switches = Switches.sandbox();
        for (var each : on) {
            switches = switches.with(each, true);
        }
        return of(service, switches, EnumSet.allOf(Scope.class), true);
    }

    public static Merchant of(TestService service, Switches switches, Set<Scope> scopes, boolean sandbox) {
        var opening =
                CURRENCIES.stream().map(asset -> Money.exactly(OPENING, asset)).toList();
        return of(service, "Acme", opening, new Terms("test", switches, scopes, sandbox));
    }

    /// Returns a merchant of a sandbox with a name and money of its own, and a key with every scope.
    public static Merchant named(TestService service, String name, String key, List<Money> money) {
        return of(service, name, money, new Terms(key, Switches.sandbox(), EnumSet.allOf(Scope.class), true));
    }

    /// Returns a merchant of a live deployment with money of its own, and a key with every scope.
    static Merchant live(TestService service, String name, List<Money> money) {
        return of(service, name, money, new Terms("live", Switches.sandbox(), EnumSet.allOf(Scope.class), false));
    }

    private record Terms(String key, Switches switches, Set<Scope> scopes, boolean sandbox) {}

    private static Merchant of(TestService service, String name, List<Money> money, Terms terms) {
        var database = service.connections();
        var clocks = service.clocks();
        var organization = Organizations.wire(database, clocks).create(name, terms.switches());
        var key = ApiKeys.wire(
                        database,
                        service.vault(),
                        clocks,
                        TenantDirectory.wire(database),
                        new SecureRandom(),
                        terms.sandbox(),
                        TamperReport.NONE)
                .create(organization.id(), terms.key(), terms.scopes(), Allowlist.ANY);
        var funding = new Funding(new Ledger(clocks), clocks);
        if (!money.isEmpty()) {
            database.run(tx -> funding.deposit(tx, organization.id(), money));
        }
        return new Merchant(service, organization.id(), key.token());
    }

    /// Returns the same merchant with connections of its own.
    public Merchant again() {
        return new Merchant(service, organizationId, token);
    }

    public UUID organizationId() {
        return organizationId;
    }

    public TestClient client() {
        return client;
    }

    /// Returns a client of the same merchant at another node.
    public TestClient elsewhere(TestService node) {
        return TestClient.bearing(node.baseUrl(), token);
    }

    /// Creates payouts by version 2.
    public Reply pay(String body) {
        return client.post("/v2/disbursement/fiat", body);
    }

    /// Creates a payout in IDR to an account at bank 014 by version 2, and returns its id.
    public String paid(String account, String amount) {
        return paidItem(item(account, amount));
    }

    /// Creates a payout in IDR of an item by version 2, and returns its id.
    public String paidItem(String item) {
        return paidBy(idr(item));
    }

    /// Sends a request of version 2, and returns the id of the first payout.
    public String paidBy(String request) {
        return id(pay(request).expect(201).data().path("disburseData").get(0));
    }

    /// Returns a request of version 2 in IDR.
    public static String idr(String... items) {
        return "{\"currency\":\"IDR\",\"disburseData\":[" + String.join(",", items) + "]}";
    }

    /// Returns an item with a payee at bank 014. The amount is raw JSON, as are the additional fields in `more`.
    public static String item(String account, String amount, String... more) {
        return "{\"recipient\":" + payee(account) + ",\"amount\":" + amount
                + (more.length == 0 ? "" : "," + String.join(",", more)) + "}";
    }

    /// Returns a payee with inline details.
    public static String payee(String account) {
        return """
                {"name":"Siti Rahayu","email":"siti@example.com","bank":{"bankName":"Bank Central Asia",\
                "accountName":"Siti Rahayu","accountNumber":"%s","bankCode":"014"}}""".formatted(account);
    }

    /// Stores a payee with an account at a bank, and returns its id.
    public String stored(String currency, String country, String bankDetails) {
        var body = """
                {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99","city":"Bandung",\
                "postCode":"40111","bank":{"accountName":"Siti Rahayu","currency":"%s","country":"%s",%s}}""";
        return client.post("/v1/recipient", body.formatted(currency, country, bankDetails))
                .expect(201)
                .data()
                .path("id")
                .stringValue();
    }

    /// Stores a payee at bank 014.
    public String storedInIndonesia() {
        return stored(
                "IDR",
                "ID",
                "\"bankName\":\"Bank Central Asia\",\"accountNumber\":\"1234567890\",\"paymentCode\":\"014\"");
    }

    /// Stores a payee in the United States.
    public String storedInAmerica(String account) {
        return stored(
                "USD",
                "US",
                "\"bankName\":\"JPMorgan Chase Bank\",\"accountNumber\":\"" + account
                        + "\",\"achNumber\":\"021000021\",\"paymentCode\":\"CHASUS33\"");
    }

    public JsonNode payout(String id) {
        return read("/v1/disbursement/fiat/" + id);
    }

    /// Returns the payout once it satisfies a condition.
    ///
    /// @throws AssertionError with its state after half a minute
    public JsonNode await(String id, Predicate<JsonNode> wanted) {
        return awaited("/v1/disbursement/fiat/" + id, wanted);
    }

    private JsonNode awaited(String path, Predicate<JsonNode> wanted) {
        return Eventually.await(PATIENCE, path, () -> read(path), wanted);
    }

    public JsonNode await(String id, String status) {
        return await(id, payout -> text(payout, "status").equals(status));
    }

    public JsonNode awaitDetail(String id, String detail) {
        return await(id, payout -> text(payout, "statusDetail").equals(detail));
    }

    /// Forces a payout's status by the sandbox's endpoint.
    public Reply force(String id, String status) {
        return client.patch("/v1/disbursement/" + id, "{\"status\":\"" + status + "\"}");
    }

    public Reply cancel(String id) {
        return client.patch("/v1/disbursement/" + id + "/cancel", null);
    }

    /// Creates a deposit in IDR.
    public Reply postDeposit(String method, String inputAmount, String... more) {
        return client.post("/v1/deposit/fiat", deposit(method, inputAmount, more));
    }

    /// Creates a deposit in IDR, and returns its id.
    public String createDeposit(String method, String inputAmount, String... more) {
        return text(postDeposit(method, inputAmount, more).expect(201).data(), "depositId");
    }

    /// Returns a request for a deposit in IDR. The amount is raw JSON, as are the additional fields in `more`.
    public static String deposit(String method, String inputAmount, String... more) {
        return "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"IDR\",\"balanceType\":\"fiat\",\"paymentMethod\":\""
                + method + "\",\"inputAmount\":" + inputAmount
                + (more.length == 0 ? "" : "," + String.join(",", more)) + "}";
    }

    /// Lets a customer of the sandbox's bank pay a deposit.
    public Reply payIn(String depositId, @Nullable String body) {
        return client.post("/v1/sandbox/deposit/" + depositId + "/pay", body);
    }

    public JsonNode deposit(String id) {
        return read("/v1/deposit/fiat/" + id);
    }

    /// Returns the deposit once it satisfies a condition.
    ///
    /// @throws AssertionError with its state after half a minute
    public JsonNode awaitDeposit(String id, Predicate<JsonNode> wanted) {
        return awaited("/v1/deposit/fiat/" + id, wanted);
    }

    public JsonNode awaitDeposit(String id, String status) {
        return awaitDeposit(id, deposit -> text(deposit, "status").equals(status));
    }

    /// Returns a deposit by bank transfer with a payment of another amount, once that payment is under review.
    public JsonNode underReview(String asked, String came, String... more) {
        var id = createDeposit("014_TRANSFER", asked, more);
        payIn(id, "{\"amount\":" + came + "}").expect(200);
        return awaitDeposit(id, deposit -> deposit.path("payments").size() == 1);
    }

    /// Returns the id of the first payment of a deposit.
    public static String payment(JsonNode deposit) {
        return text(deposit.path("payments").get(0), "paymentId");
    }

    /// Creates a deposit of tokens, and returns its id. The amount is raw JSON.
    public String askedTokens(String token, String amount) {
        var body = "{\"inputCurrency\":\"" + token + "\",\"inputAmount\":" + amount + "}";
        return text(client.post("/v1/deposit/crypto", body).expect(201).data(), "depositId");
    }

    /// Returns a deposit of tokens, as [#awaitDeposit(String, Predicate)] does.
    public JsonNode awaitTokens(String id, Predicate<JsonNode> wanted) {
        return awaited("/v1/deposit/crypto/" + id, wanted);
    }

    public JsonNode completedTokens(String id) {
        return awaitTokens(id, deposit -> text(deposit, "status").equals("completed"));
    }

    public JsonNode tokenPayout(String id) {
        return read("/v1/disbursement/crypto/" + id);
    }

    /// Returns a payout of tokens, as [#await(String, Predicate)] does.
    public JsonNode awaitTokenPayout(String id, Predicate<JsonNode> wanted) {
        return awaited("/v1/disbursement/crypto/" + id, wanted);
    }

    public JsonNode awaitTokenPayout(String id, String status) {
        return awaitTokenPayout(id, payout -> text(payout, "status").equals(status));
    }

    /// Advances the sandbox's clock for all organizations.
    public void advance(String duration) {
        client.post("/v1/sandbox/clock", "{\"advance\":\"" + duration + "\"}").expect(200);
    }

    public BigDecimal available(String currency) {
        return balance(currency, "available");
    }

    public BigDecimal held(String currency) {
        return balance(currency, "held");
    }

    /// Returns the total number of its payouts.
    public long payouts() {
        return read("/v1/disbursement/fiat").path("totalItems").longValue();
    }

    /// Returns the total number of its deposits in currencies.
    public long deposits() {
        return read("/v1/deposit/fiat").path("totalDocs").longValue();
    }

    /// Returns the ids in a list of deposits, in its order.
    public List<String> depositIds(String list) {
        return depositIds(read(list));
    }

    /// Returns the ids of deposits in a page, in its order.
    public static List<String> depositIds(JsonNode page) {
        return page.path("docs")
                .valueStream()
                .map(each -> text(each, "depositId"))
                .toList();
    }

    /// Returns the ids in a list of payouts, in its order.
    public List<String> payoutIds(String list) {
        return read(list).path("docs").valueStream().map(Merchant::id).toList();
    }

    /// Returns its latest payouts to banks, as in the list.
    public Stream<JsonNode> latest() {
        return read("/v1/disbursement/fiat?limit=100").path("docs").valueStream();
    }

    /// Returns the first entry of a list, once there is one.
    public JsonNode awaitFirst(String list) {
        return Eventually.await(
                        PATIENCE.multipliedBy(4),
                        list,
                        () -> client.get(list).expect(200).data().path("docs"),
                        docs -> !docs.isEmpty())
                .get(0);
    }

    /// Returns the events of a payment, oldest first.
    public List<Event> events(String id) {
        return AllEvents.of(service.connections(), service.vault(), organizationId, UUID.fromString(id)).stream()
                .map(Recorded::event)
                .toList();
    }

    public List<String> eventTypes(String id) {
        return events(id).stream().map(Event::type).toList();
    }

    public static String id(JsonNode payout) {
        return text(payout, "disbursementId");
    }

    /// Returns `field CODE` of every detail of a refusal.
    public static List<String> findings(Reply refused) {
        return refused.json()
                .path("details")
                .valueStream()
                .map(detail -> text(detail, "field") + " " + text(detail, "code"))
                .toList();
    }

    /// Returns a text of an object; empty if it is missing.
    public static String text(JsonNode object, String name) {
        return object.path(name).asString("");
    }

    @Override
    public void close() {
        client.close();
    }

    private JsonNode read(String path) {
        return client.get(path).expect(200).data();
    }

    private BigDecimal balance(String currency, String part) {
        return read("/v1/balance")
                .valueStream()
                .filter(each -> text(each, "currency").equals(currency))
                .findFirst()
                .orElseThrow()
                .path(part)
                .decimalValue();
    }
}
