package dev.sluice.client.model;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/// Which conversions.
public final class ConvertQuery extends ListQuery<ConvertQuery> {
    private ConvertQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Everything, in the order of the service.
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

    /// Made between two instants, both included.
    public ConvertQuery between(Instant from, Instant to) {
        return created(from, to);
    }

    /// Made on days in UTC, both included.
    public ConvertQuery between(LocalDate from, LocalDate to) {
        return created(from, to);
    }

    @Override
    ConvertQuery of(Map<String, String> others) {
        return new ConvertQuery(others);
    }
}
