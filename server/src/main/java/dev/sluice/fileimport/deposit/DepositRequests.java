package dev.sluice.fileimport.deposit;

import static dev.sluice.fileimport.deposit.DepositColumn.AMOUNT;
import static dev.sluice.fileimport.deposit.DepositColumn.INPUT_CURRENCY;
import static dev.sluice.fileimport.deposit.DepositColumn.NOTE;
import static dev.sluice.fileimport.deposit.DepositColumn.OUTPUT_CURRENCY;
import static dev.sluice.fileimport.deposit.DepositColumn.PAYMENT_METHOD;
import static dev.sluice.fileimport.deposit.DepositColumn.REFERENCE;

import dev.sluice.deposit.create.DepositPreparation.Order;
import dev.sluice.fileimport.AmountCell;
import dev.sluice.fileimport.CodeCell;
import dev.sluice.fileimport.Fault;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Detail;
import dev.sluice.sheet.Grid.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Converts rows to API requests, in the same way for the dry run and for execution, and maps the API's errors to
/// faults of cells.
record DepositRequests(References references) {
    /// Currencies have three letters (ISO 4217); token identifiers are longer.
    private static final int CURRENCY_LENGTH = 3;

    /// Normalizes the codes of a row, the method by its currency, so that the preview shows the values that are
    /// executed.
    Row<DepositColumn> whole(Row<DepositColumn> typed) {
        var row = CodeCell.asWritten(CodeCell.asWritten(typed, INPUT_CURRENCY), OUTPUT_CURRENCY);
        var codes = references.depositMethods(row.at(INPUT_CURRENCY)).stream()
                .map(DepositMethod::bankCode)
                .toList();
        return CodeCell.whole(row, PAYMENT_METHOD, codes);
    }

    /// @param key idempotency key of the row's deposit
    static Order order(Map<DepositColumn, String> cells, String key) {
        var paid = cells.getOrDefault(INPUT_CURRENCY, "");
        var request = new JsonObject()
                .putPresent(INPUT_CURRENCY.field(), cells.get(INPUT_CURRENCY))
                .putPresent(AMOUNT.field(), AmountCell.read(cells, AMOUNT).orElse(null))
                .putPresent(REFERENCE.field(), cells.get(REFERENCE))
                .putPresent(NOTE.field(), cells.get(NOTE));
        if (kind(paid) == Asset.Kind.CRYPTO) {
            return new Order(
                    Asset.Kind.CRYPTO, request.putPresent(OUTPUT_CURRENCY.field(), cells.get(OUTPUT_CURRENCY)), key);
        }
        var credited = cells.getOrDefault(OUTPUT_CURRENCY, paid);
        return new Order(
                Asset.Kind.FIAT,
                request.putPresent(PAYMENT_METHOD.field(), cells.get(PAYMENT_METHOD))
                        .put(OUTPUT_CURRENCY.field(), credited)
                        .put("balanceType", kind(credited).wire()),
                key);
    }

    /// Returns the faults of a row, only the first of each cell, because later ones may follow from it.
    List<Fault<DepositColumn>> faults(Map<DepositColumn, String> cells, List<Detail> details) {
        var faults = new ArrayList<Fault<DepositColumn>>();
        if (!cells.containsKey(AMOUNT)) {
            faults.add(new Fault<>(AMOUNT, "REQUIRED", "is required"));
        }
        var paid = cells.getOrDefault(INPUT_CURRENCY, "");
        AmountCell.fault(cells, AMOUNT, paid, references.decimals(paid)).ifPresent(faults::add);
        if (kind(paid) == Asset.Kind.CRYPTO && cells.containsKey(PAYMENT_METHOD)) {
            faults.add(new Fault<>(PAYMENT_METHOD, "CONFLICT", "must be empty for a token payout"));
        }
        for (var detail : details) {
            Fault.add(faults, new Fault<>(DepositColumn.filling(detail.field()), detail.code(), detail.message()));
        }
        // Without an output currency, the input currency is credited, so its fault would appear twice.
        if (!cells.containsKey(OUTPUT_CURRENCY)
                && faults.stream().anyMatch(fault -> fault.column() == INPUT_CURRENCY)) {
            faults.removeIf(fault -> fault.column() == OUTPUT_CURRENCY);
        }
        return faults;
    }

    private static Asset.Kind kind(String code) {
        return code.length() > CURRENCY_LENGTH ? Asset.Kind.CRYPTO : Asset.Kind.FIAT;
    }
}
