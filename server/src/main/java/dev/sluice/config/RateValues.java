package dev.sluice.config;

import dev.sluice.http.Decimals;
import dev.sluice.rate.PriceNoise;
import dev.sluice.rate.RateSettings;
import dev.sluice.rate.RateSettings.Source;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Configuration of the rate sources: `SLUICE_RATE_SOURCES`, `…_WALK`, `…_SPREAD`, `…_STALE`, `…_TABLE_AGE`, and the
/// addresses of sources over HTTP, `…_COINBASE_URL` and so on.
final class RateValues {
    static final Set<String> KEYS = Set.of(
            "SLUICE_RATE_SOURCES",
            "SLUICE_RATE_WALK",
            "SLUICE_RATE_SPREAD",
            "SLUICE_RATE_STALE",
            "SLUICE_RATE_TABLE_AGE",
            "SLUICE_RATE_COINBASE_URL",
            "SLUICE_RATE_KRAKEN_URL",
            "SLUICE_RATE_COINGECKO_URL",
            "SLUICE_RATE_ECB_URL");

    private static final String NAMES =
            Arrays.stream(Source.values()).map(Source::wire).collect(Collectors.joining(", "));
    private static final String DECIMAL = "\\d{1,3}(\\.\\d{1,7})?";
    private static final BigDecimal PERCENT_MAX = BigDecimal.valueOf(100);
    private static final int PARTS_OF_A_PERCENT = 7;
    private static final Duration STALE_MIN = Duration.ofSeconds(30);
    private static final Duration STALE_MAX = Duration.ofDays(1);
    private static final Duration TABLE_AGE_MIN = Duration.ofMinutes(1);
    private static final Duration TABLE_AGE_MAX = Duration.ofDays(31);
    private static final String OFF = "off";

    private RateValues() {}

    /// @param sandbox true if the table's prices may be simulated, which is then the default
    static RateSettings read(Settings settings, boolean sandbox) {
        var noise = settings.value("SLUICE_RATE_WALK", sandbox ? "0.30" : OFF, RateValues::noise);
        if (noise.isPresent() && !sandbox) {
            settings.fault("SLUICE_RATE_WALK must be off in live: it makes prices random");
        }
        return new RateSettings(
                settings.value("SLUICE_RATE_SOURCES", "table", RateValues::sources),
                noise,
                settings.value("SLUICE_RATE_SPREAD", "5", RateValues::percent),
                settings.value(
                        "SLUICE_RATE_STALE",
                        "PT2M",
                        text -> ConfigValues.duration(text, STALE_MIN, STALE_MAX, "2m or PT2M")),
                tableAge(settings, sandbox),
                addresses(settings));
    }

    private static Map<Source, URI> addresses(Settings settings) {
        var addresses = new EnumMap<Source, URI>(Source.class);
        for (var source : Source.values()) {
            settings.optional("SLUICE_RATE_" + source + "_URL", ConfigValues::baseUrl)
                    .ifPresent(address -> addresses.put(source, address));
        }
        return addresses;
    }

    static List<Source> sources(String text) {
        var sources = Arrays.stream(text.split("[\\s,]+"))
                .filter(name -> !name.isEmpty())
                .map(name -> source(name, text))
                .toList();
        if (sources.isEmpty() || sources.stream().distinct().count() != sources.size()) {
            throw refused("must list at least one source, each only once", text);
        }
        return sources;
    }

    private static Source source(String name, String text) {
        return Arrays.stream(Source.values())
                .filter(source -> source.wire().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> refused("must be some of " + NAMES + ", separated by commas", text));
    }

    /// Parses `0.30`, in percent, or `0.30/7` with an explicit seed.
    static Optional<PriceNoise> noise(String text) {
        if (text.equalsIgnoreCase(OFF)) {
            return Optional.empty();
        }
        var parts = text.split("/", 2);
        if (parts[0].matches(DECIMAL) && (parts.length == 1 || parts[1].matches("\\d{1,18}"))) {
            long amplitude = Decimals.read(parts[0])
                    .orElseThrow()
                    .movePointRight(PARTS_OF_A_PERCENT)
                    .setScale(0, RoundingMode.UNNECESSARY)
                    .longValueExact();
            if (amplitude >= 1 && amplitude <= PriceNoise.AMPLITUDE_MAX) {
                return Optional.of(new PriceNoise(amplitude, parts.length == 1 ? 0 : Long.parseLong(parts[1])));
            }
        }
        throw refused("must be a percentage up to 10, such as 0.30, or off", text);
    }

    static BigDecimal percent(String text) {
        if (text.matches(DECIMAL)) {
            var percent = Decimals.read(text).orElseThrow();
            if (percent.signum() > 0 && percent.compareTo(PERCENT_MAX) <= 0) {
                return percent;
            }
        }
        throw refused("must be a percentage above 0 and up to 100, such as 5", text);
    }

    /// Reads the maximum age of table prices. It is mandatory in live, where samples of the data files and
    /// outdated operator prices must not be quoted.
    private static Optional<Duration> tableAge(Settings settings, boolean sandbox) {
        var age = settings.value("SLUICE_RATE_TABLE_AGE", sandbox ? OFF : "PT24H", RateValues::tableAge);
        if (age.isEmpty() && !sandbox) {
            settings.fault(
                    "SLUICE_RATE_TABLE_AGE must be a duration in live, such as 24h: live does not quote sample or"
                            + " old prices");
        }
        return age;
    }

    static Optional<Duration> tableAge(String text) {
        return text.equalsIgnoreCase(OFF)
                ? Optional.empty()
                : Optional.of(ConfigValues.duration(text, TABLE_AGE_MIN, TABLE_AGE_MAX, "24h or PT24H"));
    }

    private static IllegalArgumentException refused(String rule, String text) {
        return new IllegalArgumentException(rule + ", not '" + text + "'");
    }
}
