package dev.sluice.disbursement.query;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementJson;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/// Response to a create request: the payouts of its group, and their totals.
public final class DisbursementGroup {
    private DisbursementGroup() {}

    /// Version 1: sums by currency.
    public static JsonObject first(List<Disbursement> payouts, String organizationName) {
        return items(payouts, organizationName)
                .put("sumFees", sums(payouts, Disbursement::fee))
                .put("sumAmount", sums(payouts, Disbursement::amount));
    }

    /// Returns the response of version 2: one currency, plain sums.
    public static JsonObject second(List<Disbursement> payouts, String organizationName) {
        return items(payouts, organizationName)
                .put("sumFees", sum(payouts, Disbursement::fee))
                .put("sumAmount", sum(payouts, Disbursement::amount));
    }

    /// Returns the response for payouts of one token to wallets.
    public static JsonObject crypto(List<Disbursement> payouts, String organizationName) {
        return new JsonObject()
                .put("totalReceiver", payouts.size())
                .put("disburseData", data(payouts, organizationName))
                .put("sumFees", sum(payouts, Disbursement::fee))
                .put("sumAmount", sum(payouts, Disbursement::amount));
    }

    private static JsonObject items(List<Disbursement> payouts, String organizationName) {
        return new JsonObject()
                .put("totalRecipient", payouts.size())
                .put("disburseData", data(payouts, organizationName));
    }

    private static List<JsonObject> data(List<Disbursement> payouts, String organizationName) {
        return payouts.stream()
                .map(payout -> DisbursementJson.of(payout, organizationName))
                .toList();
    }

    private static List<JsonObject> sums(List<Disbursement> payouts, Function<Disbursement, Money> part) {
        var byCurrency = new LinkedHashMap<String, Money>();
        payouts.stream()
                .map(part)
                .forEach(money -> byCurrency.merge(money.asset().code(), money, Money::plus));
        return byCurrency.values().stream()
                .map(total ->
                        new JsonObject().put("currency", total.asset().code()).put("totalAmount", total.decimal()))
                .toList();
    }

    private static BigDecimal sum(List<Disbursement> payouts, Function<Disbursement, Money> part) {
        return payouts.stream()
                .map(part)
                .reduce(Money::plus)
                .map(Money::decimal)
                .orElseThrow();
    }
}
