package dev.sluice.convert;

import dev.sluice.http.DateRange;
import dev.sluice.http.Query;
import org.jspecify.annotations.Nullable;

/// What a list of conversions is narrowed to.
record ConversionFilter(
        @Nullable String input,
        @Nullable String output,
        @Nullable DateRange created) {
    static ConversionFilter of(Query query) {
        return new ConversionFilter(
                query.text("inputCurrency").orElse(null),
                query.text("outputCurrency").orElse(null),
                query.dates().orElse(null));
    }
}
