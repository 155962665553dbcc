package dev.sluice.rate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Consensus of several sources: the median of the prices near the median of all. For an even number of prices, it is
/// the mean of the middle two, rounded half up to 18 significant digits.
///
/// @param value the consensus price; empty if the sources are too far apart
/// @param members sources that the value is calculated from
/// @param outliers excluded sources
record Agreement(Optional<BigDecimal> value, List<SourcePrice> members, List<SourcePrice> outliers) {
    private static final MathContext PRECISION = new MathContext(18, RoundingMode.HALF_UP);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /// One source and its price.
    record SourcePrice(String source, Price price) {}

    static Agreement of(List<SourcePrice> prices, BigDecimal spreadPercent) {
        var middle = median(prices);
        var members = prices.stream()
                .filter(sourcePrice -> isNear(sourcePrice.price().value(), middle, spreadPercent))
                .toList();
        var outliers = prices.stream()
                .filter(sourcePrice -> !members.contains(sourcePrice))
                .toList();
        return new Agreement(members.isEmpty() ? Optional.empty() : Optional.of(median(members)), members, outliers);
    }

    private static BigDecimal median(List<SourcePrice> prices) {
        var values = prices.stream()
                .map(sourcePrice -> sourcePrice.price().value())
                .sorted(Comparator.naturalOrder())
                .toList();
        int half = values.size() / 2;
        return values.size() % 2 == 1
                ? values.get(half)
                : values.get(half - 1).add(values.get(half)).divide(TWO, PRECISION);
    }

    private static boolean isNear(BigDecimal value, BigDecimal middle, BigDecimal percent) {
        return value.subtract(middle).abs().multiply(HUNDRED).compareTo(middle.multiply(percent)) <= 0;
    }
}
