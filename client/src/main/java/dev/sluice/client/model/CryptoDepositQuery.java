package dev.sluice.client.model;

import java.util.Map;

/// Filter of deposits in tokens.
public final class CryptoDepositQuery extends DatedQuery<CryptoDepositQuery> {
    private CryptoDepositQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static CryptoDepositQuery all() {
        return new CryptoDepositQuery(Map.of());
    }

    public CryptoDepositQuery status(String status) {
        return with("status", status);
    }

    public CryptoDepositQuery reference(String reference) {
        return with("reference", reference);
    }

    public CryptoDepositQuery depositBulkId(String depositBulkId) {
        return with("depositBulkId", depositBulkId);
    }

    /// Sets the paid token, by its identifier.
    public CryptoDepositQuery inputCurrency(String inputCurrency) {
        return with("inputCurrency", inputCurrency);
    }

    /// Paid, in part or in whole, by a transaction on a chain.
    public CryptoDepositQuery transactionHash(String transactionHash) {
        return with("transactionHash", transactionHash);
    }

    public CryptoDepositQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    @Override
    CryptoDepositQuery of(Map<String, String> others) {
        return new CryptoDepositQuery(others);
    }
}
