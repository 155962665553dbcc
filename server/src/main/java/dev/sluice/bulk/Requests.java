package dev.sluice.bulk;

import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.file.AmountCell;
import dev.sluice.sheet.file.CodeCell;
import dev.sluice.sheet.file.Fault;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Converts rows to API requests, in the same way for the dry run and for execution.
record Requests(References references) {
    /// Name of the array of items, by kind.
    private static final Map<Asset.Kind, String> ITEMS =
            Map.of(Asset.Kind.FIAT, "disburseData", Asset.Kind.CRYPTO, "receivers");

    /// Returns the column of the currency or token.
    static Column unit(Asset.Kind kind) {
        return kind == Asset.Kind.FIAT ? Column.CURRENCY : Column.TOKEN;
    }

    static String items(Asset.Kind kind) {
        return ITEMS.getOrDefault(kind, "");
    }

    /// Normalizes the codes of a row, the bank code by its currency, so that the preview shows the values that are
    /// executed.
    Row<Column> whole(Row<Column> typed) {
        var row = CodeCell.asWritten(CodeCell.asWritten(typed, Column.CURRENCY), Column.TOKEN);
        var codes = references.payoutMethods(row.at(Column.CURRENCY)).stream()
                .map(PayoutMethod::bankCode)
                .toList();
        return CodeCell.whole(row, Column.BANK_CODE, codes);
    }

    /// Returns the fault in the format of a row's amount, if any.
    Optional<Fault<Column>> amountFault(Asset.Kind kind, Row<Column> row) {
        var unit = row.at(unit(kind));
        return AmountCell.fault(row.cells(), Column.AMOUNT, unit, references.decimals(unit));
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
                .putPresent("amount", AmountCell.read(cells, Column.AMOUNT).orElse(null))
                .putPresent("reference", cells.get(Column.REFERENCE))
                .putPresent("note", cells.get(Column.NOTE));
        if (kind == Asset.Kind.CRYPTO) {
            return item.putPresent("receiverWalletAddress", cells.get(Column.WALLET_ADDRESS))
                    .putPresent("memo", cells.get(Column.MEMO));
        }
        boolean inline = cells.containsKey(Column.ACCOUNT_NUMBER)
                || cells.containsKey(Column.BANK_CODE)
                || cells.containsKey(Column.BRANCH_CODE)
                || cells.containsKey(Column.ACCOUNT_TYPE)
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
                .putPresent("branchCode", cells.get(Column.BRANCH_CODE))
                .putPresent("accountType", cells.get(Column.ACCOUNT_TYPE))
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
