package dev.sluice.rail;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Payer of an incoming payment, as far as a rail reports: the rail's code of the transaction, the account that the
/// money came from, and the terminal or merchant id that took it. `bankCode` is the code of the bank's payout method,
/// for a return of the money.
public record Payer(
        @Nullable String transactionCode,
        @Nullable String name,
        @Nullable String bankName,
        @Nullable String bankCode,
        @Nullable String accountNumber,
        @Nullable String mid) {
    public static final Payer UNKNOWN = new Payer(null, null, null, null, null, null);

    /// Returns the known fields as shown to a merchant.
    public JsonObject json() {
        return new JsonObject()
                .putPresent("transactionCode", transactionCode)
                .putPresent("name", name)
                .putPresent("bankName", bankName)
                .putPresent("accountNumber", accountNumber)
                .putPresent("mid", mid);
    }

    /// Returns all fields, for storage.
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
