package dev.sluice.client.model;

import java.util.Map;

/// Filter of deposits in fiat money.
public final class FiatDepositQuery extends DatedQuery<FiatDepositQuery> {
    private FiatDepositQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static FiatDepositQuery all() {
        return new FiatDepositQuery(Map.of());
    }

    public FiatDepositQuery status(String status) {
        return with("status", status);
    }

    /// Selects deposits with a payment in a status: `under_review`, if it waits for a decision.
    public FiatDepositQuery paymentStatus(String paymentStatus) {
        return with("paymentStatus", paymentStatus);
    }

    public FiatDepositQuery reference(String reference) {
        return with("reference", reference);
    }

    public FiatDepositQuery depositBulkId(String depositBulkId) {
        return with("depositBulkId", depositBulkId);
    }

    /// Sets the paid currency, by its code.
    public FiatDepositQuery inputCurrency(String inputCurrency) {
        return with("inputCurrency", inputCurrency);
    }

    public FiatDepositQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    @Override
    FiatDepositQuery of(Map<String, String> others) {
        return new FiatDepositQuery(others);
    }
}
