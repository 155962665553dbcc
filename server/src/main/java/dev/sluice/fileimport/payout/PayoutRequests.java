package dev.sluice.fileimport.payout;

import dev.sluice.fileimport.AmountCell;
import dev.sluice.fileimport.CodeCell;
import dev.sluice.fileimport.Fault;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.sheet.Grid.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Converts rows to API requests, in the same way for the dry run and for execution.
record PayoutRequests(References references) {
    /// Name of the array of items, by kind.
    private static final Map<Asset.Kind, String> ITEMS =
            Map.of(Asset.Kind.FIAT, "disburseData", Asset.Kind.CRYPTO, "receivers");

    /// Returns the column of the currency or token.
    static PayoutColumn unit(Asset.Kind kind) {
        return kind == Asset.Kind.FIAT ? PayoutColumn.CURRENCY : PayoutColumn.TOKEN;
    }

    static String items(Asset.Kind kind) {
        return ITEMS.getOrDefault(kind, "");
    }

    /// Normalizes the codes of a row, the bank code by its currency, so that the preview shows the values that are
    /// executed.
    Row<PayoutColumn> whole(Row<PayoutColumn> typed) {
        var row = CodeCell.asWritten(CodeCell.asWritten(typed, PayoutColumn.CURRENCY), PayoutColumn.TOKEN);
        var codes = references.payoutMethods(row.at(PayoutColumn.CURRENCY)).stream()
                .map(PayoutMethod::bankCode)
                .toList();
        return CodeCell.whole(row, PayoutColumn.BANK_CODE, codes);
    }

    /// Returns the fault in the format of a row's amount, if any.
    Optional<Fault<PayoutColumn>> amountFault(Asset.Kind kind, Row<PayoutColumn> row) {
        var unit = row.at(unit(kind));
        return AmountCell.fault(row.cells(), PayoutColumn.AMOUNT, unit, references.decimals(unit));
    }

    JsonObject of(Asset.Kind kind, String unit, List<Map<PayoutColumn, String>> rows) {
        return new JsonObject()
                .put(unit(kind).title(), unit)
                .put(
                        items(kind),
                        rows.stream().map(cells -> item(kind, unit, cells)).toList());
    }

    private JsonObject item(Asset.Kind kind, String unit, Map<PayoutColumn, String> cells) {
        var item = new JsonObject()
                .putPresent(
                        "amount", AmountCell.read(cells, PayoutColumn.AMOUNT).orElse(null))
                .putPresent("reference", cells.get(PayoutColumn.REFERENCE))
                .putPresent("note", cells.get(PayoutColumn.NOTE));
        if (kind == Asset.Kind.CRYPTO) {
            return item.putPresent("receiverWalletAddress", cells.get(PayoutColumn.WALLET_ADDRESS))
                    .putPresent("memo", cells.get(PayoutColumn.MEMO));
        }
        boolean inline = cells.containsKey(PayoutColumn.ACCOUNT_NUMBER)
                || cells.containsKey(PayoutColumn.BANK_CODE)
                || cells.containsKey(PayoutColumn.BRANCH_CODE)
                || cells.containsKey(PayoutColumn.ACCOUNT_TYPE)
                || cells.containsKey(PayoutColumn.ACCOUNT_NAME);
        item.putPresent("recipientId", cells.get(PayoutColumn.RECIPIENT_ID));
        return inline || !cells.containsKey(PayoutColumn.RECIPIENT_ID)
                ? item.put("recipient", payee(unit, cells))
                : item;
    }

    private JsonObject payee(String unit, Map<PayoutColumn, String> cells) {
        var code = cells.get(PayoutColumn.BANK_CODE);
        var bank = new JsonObject()
                .putPresent("accountName", cells.get(PayoutColumn.ACCOUNT_NAME))
                .putPresent("accountNumber", cells.get(PayoutColumn.ACCOUNT_NUMBER))
                .putPresent("bankCode", code)
                .putPresent("branchCode", cells.get(PayoutColumn.BRANCH_CODE))
                .putPresent("accountType", cells.get(PayoutColumn.ACCOUNT_TYPE))
                .putPresent(
                        "bankName",
                        code == null
                                ? null
                                : references
                                        .payoutMethod(unit, code)
                                        .map(PayoutMethod::bankName)
                                        .orElse(code));
        return new JsonObject()
                .putPresent("name", cells.get(PayoutColumn.ACCOUNT_NAME))
                .putPresent("email", cells.get(PayoutColumn.EMAIL))
                .put("bank", bank);
    }
}
