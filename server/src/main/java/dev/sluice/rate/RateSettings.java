package dev.sluice.rate;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Configuration of the rate sources.
///
/// @param sources sources to ask; the table in the last place is asked only for pairs that no other source has
/// @param noise movement of the table's prices, in a sandbox
/// @param spreadPercent sources further from the median than this are excluded
/// @param staleAfter maximum age of an exchange's price
/// @param tableAge maximum age of an operator's price in the table. Without a limit, as in a sandbox, any age is
///     accepted, and samples of the data files are used as well
/// @param addresses addresses that replace the default ones of sources
public record RateSettings(
        List<Source> sources,
        Optional<PriceNoise> noise,
        BigDecimal spreadPercent,
        Duration staleAfter,
        Optional<Duration> tableAge,
        Map<Source, URI> addresses) {

    public RateSettings {
        sources = List.copyOf(sources);
        addresses = Map.copyOf(addresses);
        if (sources.isEmpty() || sources.stream().distinct().count() != sources.size()) {
            throw new IllegalArgumentException("no source, or one twice: " + sources);
        }
        if (spreadPercent.signum() <= 0
                || !staleAfter.isPositive()
                || tableAge.filter(age -> !age.isPositive()).isPresent()) {
            throw new IllegalArgumentException("neither spread nor age can be zero");
        }
    }

    /// Returns the settings of the table alone, with fixed prices and the samples of the data files.
    public static RateSettings table() {
        return new RateSettings(
                List.of(Source.TABLE),
                Optional.empty(),
                BigDecimal.valueOf(5),
                Duration.ofMinutes(2),
                Optional.empty(),
                Map.of());
    }

    /// The price sources.
    public enum Source {
        TABLE,
        COINBASE,
        KRAKEN,
        COINGECKO,
        ECB;

        /// Returns the name in the configuration, in logs and in metrics.
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
