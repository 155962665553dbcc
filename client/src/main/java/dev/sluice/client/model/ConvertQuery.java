package dev.sluice.client.model;

import java.util.Map;

/// Filter of conversions.
public final class ConvertQuery extends DatedQuery<ConvertQuery> {
    private ConvertQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static ConvertQuery all() {
        return new ConvertQuery(Map.of());
    }

    public ConvertQuery inputCurrency(String inputCurrency) {
        return with("inputCurrency", inputCurrency);
    }

    public ConvertQuery outputCurrency(String outputCurrency) {
        return with("outputCurrency", outputCurrency);
    }

    public ConvertQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    @Override
    ConvertQuery of(Map<String, String> others) {
        return new ConvertQuery(others);
    }
}
