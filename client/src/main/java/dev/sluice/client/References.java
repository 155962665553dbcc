package dev.sluice.client;

import dev.sluice.client.model.CryptoReference;
import dev.sluice.client.model.CryptoReferenceQuery;
import dev.sluice.client.model.CurrencyReference;
import java.util.List;

/// Deprecated lists of currencies and tokens; the payment methods list the usable ones.
public final class References {
    private final Calls calls;

    References(Calls calls) {
        this.calls = calls;
    }

    public List<CurrencyReference> currencies() {
        return calls.list(CurrencyReference.class, "/v1/reference/currencies", Calls.NO_QUERY);
    }

    public List<CryptoReference> cryptos() {
        return cryptos(CryptoReferenceQuery.all());
    }

    public List<CryptoReference> cryptos(CryptoReferenceQuery query) {
        return calls.list(CryptoReference.class, "/v1/reference/cryptos", query.parameters());
    }
}
