package dev.sluice.rate;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Where rates come from.
///
/// @param sources who is asked; the table in the last place is asked only where nobody else has the pair
/// @param walk how the table's prices move, in a sandbox
/// @param spreadPercent who is further from the median than this is left out
/// @param staleAfter how old an exchange's price may be
/// @param tableAge how old an operator's price in the table may be; samples of the data files serve, and any age, where
///     there is no limit, as in a sandbox
/// @param addresses of sources that are not asked at their own
public record RateSettings(
        List<Source> sources,
        Optional<Walk> walk,
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

    /// The table alone, which stands still and whose samples serve.
    public static RateSettings table() {
        return new RateSettings(
                List.of(Source.TABLE),
                Optional.empty(),
                BigDecimal.valueOf(5),
                Duration.ofMinutes(2),
                Optional.empty(),
                Map.of());
    }

    /// Who knows prices.
    public enum Source {
        TABLE,
        COINBASE,
        KRAKEN,
        COINGECKO,
        ECB;

        /// The name in the configuration, in logs and in metrics.
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
