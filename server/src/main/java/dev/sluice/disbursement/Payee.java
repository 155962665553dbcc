package dev.sluice.disbursement;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.PostalAddress;
import dev.sluice.rail.RoutingNumbers;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Payee at the creation of the payout: a snapshot, so that later changes of the recipient change no payout. Stored
/// sealed, as the JSON of the API and the postal address.
///
/// @param address postal address of the payee for the bank, which the API does not show; null if unknown
public record Payee(
        UUID recipientId,
        @Nullable String email,
        String name,
        Bank bank,
        @Nullable Check verification,
        @Nullable PostalAddress address) {
    /// Last member of the stored JSON.
    static final String ADDRESS = "postalAddress";

    public Payee(UUID recipientId, @Nullable String email, String name, Bank bank, @Nullable Check verification) {
        this(recipientId, email, name, bank, verification, null);
    }

    /// The bank account of a payee.
    public record Bank(
            String bankName,
            String accountName,
            String accountNumber,
            String bankCode,
            RoutingNumbers routing,
            @Nullable String accountType,
            @Nullable String bankIdentifierCode,
            String currency,
            @Nullable String country,
            @Nullable String address,
            @Nullable String city,
            @Nullable String province,
            @Nullable String postCode) {}

    /// The bank's answer about the account's name.
    public record Check(
            String outcome, String suppliedName, @Nullable String bankName, String provider, Instant checkedAt) {}

    /// Returns the payee's name for people: the name, and also the account's name if it is different.
    public String known() {
        return name.equals(bank.accountName()) ? name : name + " (" + bank.accountName() + ")";
    }

    BankAccount account() {
        return new BankAccount(
                bank.currency(),
                bank.country(),
                bank.bankCode(),
                bank.routing(),
                bank.accountNumber(),
                bank.accountName(),
                bank.accountType());
    }

    private JsonObject json() {
        var out = new JsonObject()
                .put("recipientId", recipientId)
                .putPresent("email", email)
                .put("name", name)
                .put(
                        "bank",
                        new JsonObject()
                                .put("bankName", bank.bankName())
                                .put("accountName", bank.accountName())
                                .put("accountNumber", bank.accountNumber())
                                .put("bankCode", bank.bankCode())
                                .putPresent("routingNumber", bank.routing().json())
                                .putPresent("accountType", bank.accountType())
                                .putPresent("bankIdentifierCode", bank.bankIdentifierCode())
                                .put("currency", bank.currency())
                                .putPresent("country", bank.country())
                                .putPresent("address", bank.address())
                                .putPresent("city", bank.city())
                                .putPresent("province", bank.province())
                                .putPresent("postCode", bank.postCode()));
        if (verification != null) {
            out.put(
                    "verification",
                    new JsonObject()
                            .put("outcome", verification.outcome())
                            .put("suppliedName", verification.suppliedName())
                            .putPresent("bankName", verification.bankName())
                            .put("provider", verification.provider())
                            .put("checkedAt", verification.checkedAt()));
        }
        if (address != null) {
            out.put(
                    ADDRESS,
                    new JsonObject()
                            .putPresent("street", address.street())
                            .putPresent("town", address.town())
                            .putPresent("postCode", address.postCode())
                            .putPresent("country", address.country()));
        }
        return out;
    }

    byte[] bytes() {
        return Json.bytes(json());
    }

    static Payee of(byte[] bytes) {
        var node = Json.parse(bytes);
        var bank = node.get("bank");
        return new Payee(
                UUID.fromString(text(node, "recipientId")),
                optional(node, "email"),
                text(node, "name"),
                new Bank(
                        text(bank, "bankName"),
                        text(bank, "accountName"),
                        text(bank, "accountNumber"),
                        text(bank, "bankCode"),
                        RoutingNumbers.of(bank.get("routingNumber")),
                        optional(bank, "accountType"),
                        optional(bank, "bankIdentifierCode"),
                        text(bank, "currency"),
                        optional(bank, "country"),
                        optional(bank, "address"),
                        optional(bank, "city"),
                        optional(bank, "province"),
                        optional(bank, "postCode")),
                check(node.get("verification")),
                address(node.get(ADDRESS)));
    }

    private static @Nullable Check check(@Nullable JsonNode node) {
        return node == null
                ? null
                : new Check(
                        text(node, "outcome"),
                        text(node, "suppliedName"),
                        optional(node, "bankName"),
                        text(node, "provider"),
                        Instant.parse(text(node, "checkedAt")));
    }

    private static @Nullable PostalAddress address(@Nullable JsonNode node) {
        return node == null
                ? null
                : new PostalAddress(
                        optional(node, "street"),
                        optional(node, "town"),
                        optional(node, "postCode"),
                        optional(node, "country"));
    }

    private static String text(JsonNode node, String name) {
        return node.get(name).stringValue();
    }

    private static @Nullable String optional(JsonNode node, String name) {
        var value = node.get(name);
        return value == null ? null : value.stringValue();
    }
}
