package dev.sluice.fuzz;

import static dev.sluice.app.Merchant.text;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Existing objects at a service under test, so that requests use valid ids: some of each kind, and new ones for
/// operations that use an object up.
final class World {
    private static final String TOKEN_PAYOUT = """
            {"token":"usdc-polygon","receivers":[{"amount":1,\
            "receiverWalletAddress":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}]}""";
    private static final String CONVERSION = """
            {"input":{"currency":"usdc-polygon","amount":10},"output":{"currency":"IDR"}}""";
    private static final String PAYEE = """
            {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99","city":"Bandung",\
            "postCode":"40111","bank":{"accountName":"Siti Rahayu","currency":"IDR","country":"ID",\
            "bankName":"Bank Central Asia","accountNumber":"1234567890","paymentCode":"014"}}""";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int EACH = 3;

    private final TestClient client;
    private final Map<String, List<String>> known = new ConcurrentHashMap<>();

    World(TestClient client) {
        this.client = client;
        var makers = makers();
        for (int i = 0; i < EACH; i++) {
            makers.forEach((kind, maker) -> keep(kind, maker.get()));
        }
        awaitStatus("/v1/disbursement/fiat/", known.get("completed"));
        for (var event : client.get("/v1/event?limit=100").expect(200).data().path("docs")) {
            keep("event", text(event, "id"));
        }
        awaitDeliveries("/v1/webhook/endpoint/" + known.get("endpoint").getFirst() + "/delivery");
    }

    private Map<String, Supplier<String>> makers() {
        return Map.ofEntries(
                Map.entry(
                        "endpoint", () -> made("/v1/webhook/endpoint", "{\"url\":\"https://127.0.0.1:1/hook\"}", "id")),
                Map.entry("recipient", () -> made("/v1/recipient", PAYEE, "id")),
                Map.entry("payout", () -> payout("9999000032")),
                Map.entry("completed", () -> payout("1234567890")),
                Map.entry("crypto payout", () -> made("/v1/disbursement/crypto", TOKEN_PAYOUT, "disbursementId")),
                Map.entry("deposit", () -> deposit("014_VA")),
                Map.entry("wallet", () -> wallet(deposit("OVO"))),
                Map.entry("crypto deposit", () -> made("/v1/deposit/crypto", """
                        {"inputCurrency":"usdc-polygon","inputAmount":100}""", "depositId")),
                Map.entry("convert", () -> made("/v1/convert", CONVERSION, "convertId")),
                Map.entry("checkout", () -> made("/v1/checkout", """
                        {"inputCurrency":"IDR","inputAmount":250000}""", "id")));
    }

    /// Returns the id of an object for an operation's path parameter.
    String id(Operation operation, String parameter, Random random) {
        var template = operation.template();
        return switch (parameter) {
            case "id" -> operation.method().equals("DELETE") ? fresh("recipient", random) : some("recipient", random);
            case "disbursementIdOrReference" -> some("crypto payout", random);
            case "disbursementId" ->
                template.endsWith("/report")
                        ? some("completed", random)
                        : operation.method().equals("PATCH") ? fresh("payout", random) : some("payout", random);
            case "depositId" -> template.endsWith("/refund") ? refundable() : fresh("deposit", random);
            case "depositIdOrReference" ->
                operation.method().equals("PATCH")
                        ? fresh("deposit", random)
                        : some(template.contains("/crypto/") ? "crypto deposit" : "deposit", random);
            case "convertId" -> some("convert", random);
            case "checkoutId" ->
                operation.method().equals("POST") ? fresh("checkout", random) : some("checkout", random);
            case "endpointId" ->
                operation.method().equals("DELETE") ? fresh("endpoint", random) : some("endpoint", random);
            case "deliveryId" -> some("delivery", random);
            case "eventId" -> some("event", random);
            case "currency" -> "IDR";
            case "method" -> "OVO";
            case "number" -> some("wallet", random);
            case "token" -> "AZk_cQ0-fxC2opPE5df4Aew9Yk2rVnQ";
            default -> throw new IllegalStateException("nothing is known of the parameter " + parameter);
        };
    }

    /// Returns a value for an id field of a body, or null if the field is no id.
    @Nullable
    String field(String name, Random random) {
        return switch (name) {
            case "recipientId" -> some("recipient", random);
            case "disbursementId" -> some("payout", random);
            case "eventId" -> some("event", random);
            default -> null;
        };
    }

    /// Returns an example of the contract with ids of existing objects, new references, and a recent time.
    JsonNode made(JsonNode example, Random random) {
        var copy = example.deepCopy();
        rewrite(copy, random);
        return copy;
    }

    private void rewrite(JsonNode node, Random random) {
        if (node instanceof ObjectNode object) {
            if (object.has("reference")) {
                object.put("reference", "ref-" + Long.toHexString(random.nextLong()));
            }
            if (object.has("recipientId")) {
                object.put("recipientId", some("recipient", random));
            }
            if (object.has("advance")) {
                object.put("advance", "PT1S");
            }
            if (object.has("since")) {
                object.put("since", OpenApiGenerator.lately(random) + "T00:00:00Z");
            }
            if (object.has("url")) {
                object.put("url", "https://127.0.0.1:1/hook");
            }
        }
        node.forEach(each -> rewrite(each, random));
    }

    private String some(String kind, Random random) {
        return Oddities.one(known.get(kind), random);
    }

    /// Returns a new object, or an existing one if a limit of the organization is reached.
    private String fresh(String kind, Random random) {
        try {
            return makers().get(kind).get();
        } catch (IllegalStateException refused) {
            return some(kind, random);
        }
    }

    private void keep(String kind, String id) {
        known.computeIfAbsent(kind, _ -> new CopyOnWriteArrayList<>()).add(id);
    }

    private String made(String path, String body, String name) {
        var reply = client.post(path, body);
        if (reply.status() >= 300) {
            throw new IllegalStateException(path + ": " + reply);
        }
        var data = reply.data();
        return text(data.has(name) ? data : data.path("disburseData").get(0), name);
    }

    private String payout(String account) {
        return made("/v2/disbursement/fiat", Merchant.idr(Merchant.item(account, "10000")), "disbursementId");
    }

    private String deposit(String method) {
        return made("/v1/deposit/fiat", Merchant.deposit(method, "100000"), "depositId");
    }

    private String paid() {
        var id = deposit("014_VA");
        client.post("/v1/sandbox/deposit/" + id + "/pay", null).expect(200);
        return id;
    }

    private String refundable() {
        var id = paid();
        awaitStatus("/v1/deposit/fiat/", List.of(id));
        return id;
    }

    private String wallet(String depositId) {
        var url = text(client.get("/v1/deposit/fiat/" + depositId).data().path("paymentFiat"), "checkoutUrl");
        return url.substring(url.lastIndexOf('/') + 1);
    }

    private void awaitDeliveries(String path) {
        Eventually.await(
                        PATIENCE,
                        "something is delivered at " + path,
                        () -> client.get(path).expect(200).data().path("docs"),
                        docs -> !docs.isEmpty())
                .forEach(each -> keep("delivery", text(each, "id")));
    }

    private void awaitStatus(String path, List<String> ids) {
        for (var id : ids) {
            Eventually.await(
                    PATIENCE,
                    path + id + " completes",
                    () -> client.get(path + id).expect(200).data(),
                    each -> text(each, "status").equals("completed"));
        }
    }
}
