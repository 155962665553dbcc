package dev.sluice.dashboard.payout;

import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.http.Decimals;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Input for a single payout. The fields of an item have their names in the API request.
public record PayoutForm(Map<String, String> values) {
    static final String BANK_CODE = "recipient.bank.bankCode";
    static final String ACCOUNT_NAME = "recipient.bank.accountName";
    static final String ACCOUNT_NUMBER = "recipient.bank.accountNumber";
    static final String BRANCH_CODE = "recipient.bank.branchCode";
    static final String EMAIL = "recipient.email";

    private static final List<String> NAMES = List.of(
            "kind",
            "unit",
            "to",
            "recipientId",
            BANK_CODE,
            BRANCH_CODE,
            ACCOUNT_NAME,
            ACCOUNT_NUMBER,
            EMAIL,
            "amount",
            "reference",
            "note",
            "receiverWalletAddress",
            "memo");

    static PayoutForm of(Map<String, String> draft) {
        var values = new LinkedHashMap<>(draft);
        values.keySet().retainAll(NAMES);
        return new PayoutForm(values);
    }

    static PayoutForm of(Query query) {
        var values = new LinkedHashMap<String, String>();
        NAMES.forEach(name -> query.text(name).map(String::strip).ifPresent(value -> values.put(name, value)));
        return new PayoutForm(values);
    }

    /// Returns the form with a kind of payout, unless it has one.
    PayoutForm orOf(Asset.Kind kind) {
        if (List.of(Filters.FIAT, Filters.CRYPTO).contains(at("kind"))) {
            return this;
        }
        var with = new LinkedHashMap<>(values);
        with.put("kind", kind.wire());
        return new PayoutForm(with);
    }

    public String at(String name) {
        return values.getOrDefault(name, "");
    }

    public boolean isCrypto() {
        return at("kind").equals(Filters.CRYPTO);
    }

    /// Reports whether the payout goes to a new recipient instead of a saved one.
    public boolean isToSomebodyNew() {
        return !at("to").equals("stored");
    }

    public Optional<BigDecimal> amount() {
        return Decimals.unsigned(at("amount"));
    }

    /// Returns the fields at which the form shows problems.
    ///
    /// @param stored true if there are saved recipients to choose from
    /// @param memos true if there is a field for a memo
    Set<String> marked(boolean stored, boolean memos) {
        var marked = new HashSet<>(Set.of("unit", "amount", "reference", "note"));
        if (isCrypto()) {
            marked.addAll(memos ? List.of("receiverWalletAddress", "memo") : List.of("receiverWalletAddress"));
        } else if (isToSomebodyNew() || !stored) {
            marked.addAll(List.of(BANK_CODE, BRANCH_CODE, ACCOUNT_NAME, ACCOUNT_NUMBER, EMAIL));
        } else {
            marked.add("recipientId");
        }
        return marked;
    }

    Asset.Kind kind() {
        return isCrypto() ? Asset.Kind.CRYPTO : Asset.Kind.FIAT;
    }

    /// Returns the API request for the dry run and the payout.
    JsonObject request(List<FiatDisbursementMethod> banks) {
        var item = new JsonObject()
                .putPresent("amount", amount().orElse(null))
                .putPresent("reference", orNull("reference"))
                .putPresent("note", orNull("note"));
        if (isCrypto()) {
            item.putPresent("receiverWalletAddress", orNull("receiverWalletAddress"))
                    .putPresent("memo", orNull("memo"));
            return new JsonObject().put("token", at("unit")).put("receivers", List.of(item));
        }
        if (isToSomebodyNew()) {
            item.put("recipient", payee(banks));
        } else {
            item.putPresent("recipientId", orNull("recipientId"));
        }
        return new JsonObject().put("currency", at("unit")).put("disburseData", List.of(item));
    }

    /// Returns the new recipient as in the API request.
    JsonObject payee(List<FiatDisbursementMethod> banks) {
        return new JsonObject()
                .putPresent("email", orNull(EMAIL))
                .putPresent("name", orNull(ACCOUNT_NAME))
                .put(
                        "bank",
                        new JsonObject()
                                .putPresent(
                                        "bankName",
                                        BankNames.of(banks, at(BANK_CODE)).orElse(null))
                                .putPresent("accountName", orNull(ACCOUNT_NAME))
                                .putPresent("accountNumber", orNull(ACCOUNT_NUMBER))
                                .putPresent("bankCode", orNull(BANK_CODE))
                                .putPresent("branchCode", orNull(BRANCH_CODE)));
    }

    private @Nullable String orNull(String name) {
        return values.get(name);
    }
}
