package dev.sluice.security;

import static dev.sluice.app.Merchant.text;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// An organization with one object of every kind in the API, and its own view of them.
final class Victim implements AutoCloseable {
    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

    private final Merchant merchant;
    private final Map<String, String> ids = new LinkedHashMap<>();

    Victim(TestService service) {
        merchant = Merchant.at(service);
        ids.put("recipient", merchant.storedInIndonesia());
        ids.put("payeeName", "Siti Rahayu");
        ids.put("payeeEmail", "siti@example.com");
        // The bank will not submit it for a long time, so that it can still be cancelled.
        var payout = made(
                        "/v2/disbursement/fiat",
                        201,
                        Merchant.idr(Merchant.item("9999000032", "10000", "\"reference\":\"payroll-of-a\"")))
                .path("disburseData")
                .get(0);
        ids.put("payout", Merchant.id(payout));
        ids.put("payoutReference", "payroll-of-a");
        ids.put("payoutGroup", text(payout, "groupId"));
        var token = made("/v1/disbursement/crypto", 201, """
                        {"token":"usdc-polygon","receivers":[{"receiverWalletAddress":"%s","amount":25,\
                        "reference":"wallet-of-a"}]}""".formatted(WALLET))
                .path("disburseData")
                .get(0);
        ids.put("cryptoPayout", Merchant.id(token));
        ids.put("cryptoPayoutReference", "wallet-of-a");
        ids.put("cryptoPayoutGroup", text(token, "groupId"));
        ids.put("cryptoPayoutHash", settledHash());
        ids.put("receiverAddress", WALLET);
        ids.put("tokenAddress", text(seen("/v1/disbursement/crypto/" + id("cryptoPayout")), "tokenAddress"));
        ids.put("bankReference", bankReference(service, merchant.paid("1234567890", "10000")));
        var deposit = made(
                        "/v1/deposit/fiat/bulk",
                        201,
                        "{\"depositData\":[" + Merchant.deposit("014_VA", "150000", "\"reference\":\"order-of-a\"")
                                + "]}")
                .path("depositData")
                .get(0);
        ids.put("deposit", text(deposit, "depositId"));
        ids.put("depositReference", "order-of-a");
        ids.put("depositBulk", text(deposit, "depositBulkId"));
        var crypto = made("/v1/deposit/crypto", 201, """
                {"inputCurrency":"usdc-polygon","inputAmount":100,"reference":"chain-of-a"}""");
        ids.put("cryptoDeposit", text(crypto, "depositId"));
        ids.put("cryptoDepositReference", "chain-of-a");
        makeTheRest();
        ids.forEach((kind, id) -> {
            if (id.isEmpty()) {
                throw new AssertionError("made no " + kind);
            }
        });
    }

    private void makeTheRest() {
        var paid = merchant.createDeposit("014_VA", "160000");
        merchant.payIn(paid, null).expect(200);
        ids.put(
                "payment",
                text(merchant.awaitDeposit(paid, "completed").path("payments").get(0), "paymentId"));
        var tokens = merchant.askedTokens("usdc-polygon", "100");
        merchant.payIn(tokens, "{\"amount\":100}").expect(200);
        ids.put("cryptoDepositHash", text(merchant.completedTokens(tokens), "transactionHash"));
        ids.put(
                "checkout",
                text(made("/v1/checkout", 200, "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000}"), "id"));
        ids.put(
                "quote",
                text(
                        seen("/v1/convert/estimate?inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR"),
                        "quoteId"));
        ids.put(
                "depositQuote",
                text(
                        seen("/v1/convert/estimate?inputCurrency=IDR&inputAmount=1000000"
                                + "&outputCurrency=usdc-polygon"),
                        "quoteId"));
        ids.put("convert", text(made("/v1/convert", 201, """
                {"input":{"currency":"usdc-polygon","amount":100},"output":{"currency":"IDR"}}"""), "convertId"));
        ids.put(
                "endpoint",
                text(
                        made("/v1/webhook/endpoint", 201, "{\"url\":\"http://127.0.0.1:1/hook\",\"types\":[\"*\"]}"),
                        "id"));
        ids.put("delivery", text(made("/v1/webhook/endpoint/" + id("endpoint") + "/test", 200, null), "id"));
        ids.put("event", text(seen("/v1/event").path("docs").get(0), "id"));
    }

    /// Returns the bank's reference of a payout; no answer of the API contains it.
    private String bankReference(TestService service, String payout) {
        merchant.await(payout, "completed");
        return service.connections()
                .read(handle -> handle.createQuery(
                                "SELECT rail_reference FROM disbursement_progress WHERE id = :id::uuid")
                        .bind("id", payout)
                        .mapTo(String.class)
                        .one());
    }

    private String settledHash() {
        return Eventually.await(
                Duration.ofMinutes(1), "the payout of tokens is on its chain", this::hash, hash -> !hash.isEmpty());
    }

    private String hash() {
        var payout = seen("/v1/disbursement/crypto/" + id("cryptoPayout"));
        return text(payout, "status").equals("completed") ? text(payout.path("transactionData"), "txHash") : "";
    }

    private JsonNode made(String path, int status, @org.jspecify.annotations.Nullable String body) {
        return merchant.client().post(path, body).expect(status).data();
    }

    private JsonNode seen(String target) {
        return merchant.client().get(target).expect(200).data();
    }

    Merchant merchant() {
        return merchant;
    }

    /// Returns the id of one kind of object.
    String id(String kind) {
        return Objects.requireNonNull(ids.get(kind), kind);
    }

    /// Replaces names of kinds in braces by their ids.
    String filled(String template) {
        var text = template;
        for (var each : ids.entrySet()) {
            text = text.replace("<" + each.getKey() + ">", each.getValue().replace(" ", "%20"));
        }
        return text;
    }

    /// Returns all visible data of the objects, by the path of each.
    Map<String, JsonNode> sight() {
        var sight = new TreeMap<String, JsonNode>();
        for (var path : List.of(
                "/v1/recipient/<recipient>",
                "/v1/disbursement/fiat/<payout>",
                "/v1/disbursement/crypto/<cryptoPayout>",
                "/v1/disbursement/crypto/<cryptoPayoutReference>",
                "/v1/disbursement/fiat?groupId=<payoutGroup>",
                "/v1/disbursement/fiat?reference=<payoutReference>",
                "/v1/disbursement/crypto?groupId=<cryptoPayoutGroup>",
                "/v1/disbursement/crypto?txHash=<cryptoPayoutHash>",
                "/v1/disbursement/crypto?receiverAddress=<receiverAddress>",
                "/v1/disbursement/crypto?tokenAddress=<tokenAddress>",
                "/v1/disbursement/fiat?bankReference=<bankReference>",
                "/v1/recipient?search=<payeeName>",
                "/v1/recipient?search=<payeeEmail>",
                "/v1/deposit/fiat/<deposit>",
                "/v1/deposit/fiat/<depositReference>",
                "/v1/deposit/fiat?depositBulkId=<depositBulk>",
                "/v1/deposit/crypto/<cryptoDeposit>",
                "/v1/deposit/crypto?transactionHash=<cryptoDepositHash>",
                "/v1/deposit/<deposit>",
                "/v1/convert/<convert>",
                "/v1/webhook/endpoint/<endpoint>",
                "/v1/webhook/delivery/<delivery>",
                "/v1/event/<event>",
                "/v1/balance")) {
            var found = seen(filled(path));
            if (path.contains("?") && found.path("docs").isEmpty()) {
                throw new AssertionError("its own organization finds nothing at " + path);
            }
            sight.put(path, found);
        }
        return sight;
    }

    @Override
    public void close() {
        merchant.close();
    }
}
