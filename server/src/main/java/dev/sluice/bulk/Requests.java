package dev.sluice.bulk;

import dev.sluice.http.Decimals;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Rows as requests of the endpoints, the same when they are tried and when they are sent.
record Requests(References references) {
    /// Where the items of a request are, by its kind.
    private static final Map<Asset.Kind, String> ITEMS =
            Map.of(Asset.Kind.FIAT, "disburseData", Asset.Kind.CRYPTO, "receivers");

    /// Digits with marks between them, as languages write thousands and decimals.
    private static final Pattern MARKED = Pattern.compile("[0-9]{1,20}([.,'’ \\u00a0\\u202f][0-9]{1,20}){1,20}");

    /// The column that says what is paid.
    static Column unit(Asset.Kind kind) {
        return kind == Asset.Kind.FIAT ? Column.CURRENCY : Column.TOKEN;
    }

    static String items(Asset.Kind kind) {
        return ITEMS.getOrDefault(kind, "");
    }

    /// The amount of a row, unless it is written in another way than `1250.50`.
    static Optional<BigDecimal> amount(Map<Column, String> cells) {
        return Optional.ofNullable(cells.get(Column.AMOUNT)).flatMap(Decimals::unsigned);
    }

    /// What is wrong with an amount that cannot be read.
    static String malformed(String text) {
        if (MARKED.matcher(text).matches()) {
            return "must be written without marks between thousands, with a point before decimals, such as 1000000 "
                    + "or 1000000.50";
        }
        return "must be a number such as 1250.50";
    }

    JsonObject of(Asset.Kind kind, String unit, List<Map<Column, String>> rows) {
        return new JsonObject()
                .put(unit(kind).title(), unit)
                .put(
                        items(kind),
                        rows.stream().map(cells -> item(kind, unit, cells)).toList());
    }

    private JsonObject item(Asset.Kind kind, String unit, Map<Column, String> cells) {
        var item = new JsonObject()
                .putPresent("amount", amount(cells).orElse(null))
                .putPresent("reference", cells.get(Column.REFERENCE))
                .putPresent("note", cells.get(Column.NOTE));
        if (kind == Asset.Kind.CRYPTO) {
            return item.putPresent("receiverWalletAddress", cells.get(Column.WALLET_ADDRESS))
                    .putPresent("memo", cells.get(Column.MEMO));
        }
        boolean inline = cells.containsKey(Column.ACCOUNT_NUMBER)
                || cells.containsKey(Column.BANK_CODE)
                || cells.containsKey(Column.ACCOUNT_NAME);
        item.putPresent("recipientId", cells.get(Column.RECIPIENT_ID));
        return inline || !cells.containsKey(Column.RECIPIENT_ID) ? item.put("recipient", payee(unit, cells)) : item;
    }

    private JsonObject payee(String unit, Map<Column, String> cells) {
        var code = cells.get(Column.BANK_CODE);
        var bank = new JsonObject()
                .putPresent("accountName", cells.get(Column.ACCOUNT_NAME))
                .putPresent("accountNumber", cells.get(Column.ACCOUNT_NUMBER))
                .putPresent("bankCode", code)
                .putPresent(
                        "bankName",
                        code == null
                                ? null
                                : references
                                        .payoutMethod(unit, code)
                                        .map(PayoutMethod::bankName)
                                        .orElse(code));
        return new JsonObject()
                .putPresent("name", cells.get(Column.ACCOUNT_NAME))
                .putPresent("email", cells.get(Column.EMAIL))
                .put("bank", bank);
    }
}
