package dev.sluice.client.model;

import java.util.Map;

/// Filter of deposits of both types, in the deprecated list.
public final class DepositQuery extends DatedQuery<DepositQuery> {
    private DepositQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static DepositQuery all() {
        return new DepositQuery(Map.of());
    }

    public DepositQuery status(String status) {
        return with("status", status);
    }

    public DepositQuery reference(String reference) {
        return with("reference", reference);
    }

    public DepositQuery depositType(String depositType) {
        return with("depositType", depositType);
    }

    /// A currency, or a token by its identifier.
    public DepositQuery inputCurrency(String inputCurrency) {
        return with("inputCurrency", inputCurrency);
    }

    /// Paid, in part or in whole, by a transaction on a chain.
    public DepositQuery transactionHash(String transactionHash) {
        return with("transactionHash", transactionHash);
    }

    public DepositQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    @Override
    DepositQuery of(Map<String, String> others) {
        return new DepositQuery(others);
    }
}
