package dev.sluice.rail;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Who paid, as far as a rail tells: the rail's code of the transaction, the account that the money came from, and the
/// terminal or merchant id that took it. `bankCode` is the code of the bank's payout method, by which the money can go
/// back.
public record Payer(
        @Nullable String transactionCode,
        @Nullable String name,
        @Nullable String bankName,
        @Nullable String bankCode,
        @Nullable String accountNumber,
        @Nullable String mid) {
    public static final Payer UNKNOWN = new Payer(null, null, null, null, null, null);

    /// What is known, as a merchant sees it.
    public JsonObject json() {
        return new JsonObject()
                .putPresent("transactionCode", transactionCode)
                .putPresent("name", name)
                .putPresent("bankName", bankName)
                .putPresent("accountNumber", accountNumber)
                .putPresent("mid", mid);
    }

    /// All of it, to be kept.
    public JsonObject document() {
        return json().putPresent("bankCode", bankCode);
    }

    public byte[] bytes() {
        return Json.bytes(document());
    }

    public static Payer of(JsonNode document) {
        return new Payer(
                text(document, "transactionCode"),
                text(document, "name"),
                text(document, "bankName"),
                text(document, "bankCode"),
                text(document, "accountNumber"),
                text(document, "mid"));
    }

    private static @Nullable String text(JsonNode document, String name) {
        var value = document.get(name);
        return value == null ? null : value.stringValue();
    }
}
