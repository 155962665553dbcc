package dev.sluice.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A token. `id` is its name in requests; a native token has no `address`.
public record CryptoReference(
        String id,
        String symbol,
        String name,
        String label,
        @Nullable String address,
        @Nullable Long chainId,
        @JsonProperty("is_native") boolean isNative,
        String logo,
        List<String> currencies,
        int decimal,
        String priceId) {
    public CryptoReference {
        currencies = Copies.of(currencies);
    }
}
