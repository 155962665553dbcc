package dev.sluice.convert;

import dev.sluice.http.DateRange;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import org.jspecify.annotations.Nullable;

/// Filter of a list of conversions.
record ConversionFilter(
        @Nullable String input,
        @Nullable String output,
        @Nullable DateRange created) {
    static ConversionFilter of(Query query) {
        return new ConversionFilter(
                query.text("inputCurrency").map(Asset::codeOf).orElse(null),
                query.text("outputCurrency").map(Asset::codeOf).orElse(null),
                query.dates().orElse(null));
    }
}
