package dev.sluice.dashboard.recipient;

import dev.sluice.client.model.BankDetails;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientDetails;
import dev.sluice.http.Query;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Input of a recipient's form, by field names of the API.
public record RecipientForm(Map<String, String> values) {
    private static final String BANK = "bank.";
    private static final String CURRENCY = "bank.currency";
    private static final String COUNTRY = "bank.country";
    private static final List<String> FIELDS = List.of(
            "name",
            "recipientType",
            "email",
            "address",
            "city",
            "postCode",
            "reference",
            CURRENCY,
            COUNTRY,
            "bank.accountName",
            "bank.bankName",
            "bank.accountNumber",
            "bank.paymentCode",
            "bank.branchCode",
            "bank.achNumber",
            "bank.fedwireNumber",
            "bank.ibanNumber",
            "bank.ifsc",
            "bank.accountType");

    public RecipientForm {
        values = Map.copyOf(values);
    }

    static RecipientForm of(Query sent) {
        var values = new HashMap<String, String>();
        FIELDS.forEach(field -> sent.text(field).ifPresent(text -> values.put(field, text)));
        return new RecipientForm(values);
    }

    static RecipientForm of(Recipient recipient) {
        var values = new HashMap<String, String>();
        put(values, "name", recipient.name());
        put(values, "recipientType", recipient.recipientType());
        put(values, "email", recipient.email());
        put(values, "address", recipient.address());
        put(values, "city", recipient.city());
        put(values, "postCode", recipient.postCode());
        put(values, "reference", recipient.reference());
        for (var bank : recipient.bank()) {
            put(values, CURRENCY, bank.currency());
            put(values, COUNTRY, bank.country());
            put(values, "bank.accountName", bank.accountName());
            put(values, "bank.bankName", bank.bankName());
            put(values, "bank.accountNumber", bank.accountNumber());
            put(values, "bank.paymentCode", bank.paymentCode());
            put(values, "bank.branchCode", bank.branchCode());
            put(values, "bank.achNumber", bank.achNumber());
            put(values, "bank.fedwireNumber", bank.fedwireNumber());
            put(values, "bank.ibanNumber", bank.ibanNumber());
            put(values, "bank.ifsc", bank.ifsc());
            put(values, "bank.accountType", bank.accountType());
        }
        return new RecipientForm(values);
    }

    private static void put(Map<String, String> values, String field, @Nullable String value) {
        if (value != null) {
            values.put(field, value);
        }
    }

    /// Returns the value of a field, or an empty string.
    public String get(String field) {
        return values.getOrDefault(field, "");
    }

    String currency() {
        return get(CURRENCY);
    }

    String country() {
        return get(COUNTRY);
    }

    /// Returns this recipient with another currency and country.
    RecipientForm in(String currency, String country) {
        var others = new HashMap<>(values);
        others.put(CURRENCY, currency);
        others.put(COUNTRY, country);
        return new RecipientForm(others);
    }

    /// Returns this recipient without some fields.
    RecipientForm without(List<String> fields) {
        var others = new HashMap<>(values);
        fields.forEach(others::remove);
        return new RecipientForm(others);
    }

    /// Returns this recipient with missing account fields filled from another one.
    RecipientForm orAccountOf(RecipientForm other) {
        var all = new HashMap<>(values);
        other.values.forEach((field, value) -> {
            if (field.startsWith(BANK)) {
                all.putIfAbsent(field, value);
            }
        });
        return new RecipientForm(all);
    }

    /// Returns the account. An empty value deletes that of a saved recipient.
    BankDetails bank() {
        return BankDetails.builder(get("bank.accountName"))
                .in(currency(), get(COUNTRY))
                .bankName(get("bank.bankName"))
                .accountNumber(get("bank.accountNumber"))
                .paymentCode(get("bank.paymentCode"))
                .branchCode(get("bank.branchCode"))
                .achNumber(get("bank.achNumber"))
                .fedwireNumber(get("bank.fedwireNumber"))
                .ibanNumber(get("bank.ibanNumber"))
                .ifsc(get("bank.ifsc"))
                .accountType(get("bank.accountType"))
                .build();
    }

    RecipientDetails details() {
        var builder = RecipientDetails.builder(
                        get("name"), get("email"), get("address"), get("city"), get("postCode"), bank())
                .reference(get("reference"));
        var type = get("recipientType");
        return type.isEmpty() ? builder.build() : builder.recipientType(type).build();
    }
}
