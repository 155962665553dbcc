package dev.sluice.client.model;

import java.util.Map;

/// Filter of tokens.
public final class CryptoReferenceQuery extends Query<CryptoReferenceQuery> {
    private CryptoReferenceQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static CryptoReferenceQuery all() {
        return new CryptoReferenceQuery(Map.of());
    }

    public CryptoReferenceQuery blockchainType(String blockchainType) {
        return with("blockchainType", blockchainType);
    }

    public CryptoReferenceQuery useSmartContract(boolean useSmartContract) {
        return with("useSmartContract", Boolean.toString(useSmartContract));
    }

    @Override
    CryptoReferenceQuery of(Map<String, String> others) {
        return new CryptoReferenceQuery(others);
    }
}
