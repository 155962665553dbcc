package dev.sluice.cli;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Scenarios for each type of event in the sandbox: calls that a merchant, a payer or a bank would cause. The account
/// numbers are those of `docs/sandbox.md`.
final class Scenarios {
    private static final String ORDINARY = "1234567890";
    private static final String BANK_REJECTED = "9999000009";
    private static final String RETURNED_BY_PAYEE = "9999000011";
    private static final String UNKNOWN_THEN_SETTLED = "9999000021";
    private static final String CLEARING_WINDOW = "9999000032";
    private static final String CURRENCY = "IDR";
    private static final String TOKEN = "usdc-polygon";
    private static final BigDecimal AMOUNT = new BigDecimal("100000");
    private static final BigDecimal TOKENS = new BigDecimal("10");
    private static final BigDecimal PART = new BigDecimal("4");

    private static final SequencedMap<String, Scenario> ALL = all();

    private final Remote remote;
    private final Consumer<String> output;

    /// @param output receives a line for each step
    Scenarios(Remote remote, Consumer<String> output) {
        this.remote = remote;
        this.output = output;
    }

    /// Causes an event, and returns the id of its subject.
    @FunctionalInterface
    private interface Scenario {
        String run(Scenarios scenarios) throws IOException, InterruptedException;
    }

    private static SequencedMap<String, Scenario> all() {
        var all = new LinkedHashMap<String, Scenario>();
        all.put("deposit.created", Scenarios::deposit);
        all.put("deposit.completed", scenarios -> scenarios.paid(scenarios.deposit(), null));
        all.put("deposit.expired", scenarios -> scenarios.forced("/v1/deposit/", scenarios.deposit(), "expired"));
        all.put("deposit.cancelled", scenarios -> scenarios.cancelled("/v1/deposit/", scenarios.deposit()));
        all.put("deposit.updated", scenarios -> scenarios.paid(scenarios.tokenDeposit(), PART));
        all.put("disbursement.created", scenarios -> scenarios.payout(ORDINARY));
        all.put("disbursement.submitted", scenarios -> scenarios.payout(ORDINARY));
        all.put("disbursement.completed", scenarios -> scenarios.payout(ORDINARY));
        all.put("disbursement.failed", scenarios -> scenarios.payout(BANK_REJECTED));
        all.put(
                "disbursement.cancelled",
                scenarios -> scenarios.cancelled("/v1/disbursement/", scenarios.payout(CLEARING_WINDOW)));
        all.put("disbursement.reversed", scenarios -> scenarios.payout(RETURNED_BY_PAYEE));
        all.put("disbursement.updated", scenarios -> scenarios.payout(UNKNOWN_THEN_SETTLED));
        all.put("convert.completed", Scenarios::conversion);
        all.put("recipient.created", Scenarios::recipient);
        all.put("recipient.updated", scenarios -> scenarios.moved(scenarios.recipient()));
        all.put("recipient.deleted", scenarios -> scenarios.deleted(scenarios.recipient()));
        return Collections.unmodifiableSequencedMap(all);
    }

    /// The types of events that there are.
    static List<String> types() {
        return List.copyOf(ALL.keySet());
    }

    /// Causes an event of a type, now or soon, and returns the id of its payment or recipient.
    ///
    /// @throws IllegalArgumentException if there is no such type
    String run(String type) throws IOException, InterruptedException {
        var scenario = ALL.get(type);
        if (scenario == null) {
            throw new IllegalArgumentException("unknown event type " + type + "; valid: " + String.join(", ", types()));
        }
        return scenario.run(this);
    }

    private String deposit() throws IOException, InterruptedException {
        return create(
                "/v1/deposit/fiat",
                new JsonObject()
                        .put("inputCurrency", CURRENCY)
                        .put("inputAmount", AMOUNT)
                        .put("outputCurrency", CURRENCY)
                        .put("balanceType", "fiat")
                        .put("paymentMethod", "014_VA"),
                "depositId");
    }

    private String tokenDeposit() throws IOException, InterruptedException {
        return create(
                "/v1/deposit/crypto",
                new JsonObject().put("inputCurrency", TOKEN).put("inputAmount", TOKENS),
                "depositId");
    }

    private String paid(String id, @Nullable BigDecimal amount) throws IOException, InterruptedException {
        return done(
                "POST",
                "/v1/sandbox/deposit/" + id + "/pay",
                amount == null ? null : new JsonObject().put("amount", amount),
                id);
    }

    private String payout(String account) throws IOException, InterruptedException {
        var payee = new JsonObject()
                .put("name", "Siti Rahayu")
                .put("bank", bank(account).put("bankCode", "014"));
        var item = new JsonObject().put("amount", AMOUNT).put("recipient", payee);
        var request = new JsonObject().put("currency", CURRENCY).put("disburseData", List.of(item));
        var data = sent("POST", "/v2/disbursement/fiat", request);
        return data.path("disburseData").path(0).path("disbursementId").asString("");
    }

    private String recipient() throws IOException, InterruptedException {
        return create("/v1/recipient", recipientIn("Bandung"), "id");
    }

    private static JsonObject recipientIn(String city) {
        return new JsonObject()
                .put("name", "Siti Rahayu")
                .put("email", "siti@example.com")
                .put("address", "Jalan Braga 99")
                .put("city", city)
                .put("postCode", "40111")
                .put(
                        "bank",
                        bank(ORDINARY)
                                .put("currency", CURRENCY)
                                .put("country", "ID")
                                .put("paymentCode", "014"));
    }

    private static JsonObject bank(String account) {
        return new JsonObject()
                .put("bankName", "Bank Central Asia")
                .put("accountName", "Siti Rahayu")
                .put("accountNumber", account);
    }

    private String conversion() throws IOException, InterruptedException {
        return create(
                "/v1/convert",
                new JsonObject()
                        .put("input", new JsonObject().put("currency", TOKEN).put("amount", TOKENS))
                        .put("output", new JsonObject().put("currency", CURRENCY)),
                "convertId");
    }

    private String moved(String id) throws IOException, InterruptedException {
        return done("PATCH", "/v1/recipient/" + id, recipientIn("Jakarta"), id);
    }

    private String deleted(String id) throws IOException, InterruptedException {
        return done("DELETE", "/v1/recipient/" + id, null, id);
    }

    private String forced(String path, String id, String status) throws IOException, InterruptedException {
        return done("PATCH", path + id, new JsonObject().put("status", status), id);
    }

    private String cancelled(String path, String id) throws IOException, InterruptedException {
        return done("PATCH", path + id + "/cancel", null, id);
    }

    private String create(String path, JsonObject json, String idField) throws IOException, InterruptedException {
        return sent("POST", path, json).path(idField).asString("");
    }

    private String done(String method, String path, @Nullable JsonObject json, String id)
            throws IOException, InterruptedException {
        sent(method, path, json);
        return id;
    }

    private JsonNode sent(String method, String path, @Nullable JsonObject json)
            throws IOException, InterruptedException {
        var body = json == null ? "" : " " + new String(Json.bytes(json), StandardCharsets.UTF_8);
        output.accept(method + " " + path + body);
        return remote.send(method, path, json);
    }
}
