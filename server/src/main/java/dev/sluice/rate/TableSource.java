package dev.sluice.rate;

import dev.sluice.reference.References;
import dev.sluice.reference.TablePrice;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The price table, with the sandbox's price movement. For currencies it also derives inverses, and cross rates from
/// prices in US dollars. With an age limit, as in `live`, the samples of the data files are not used, and the age of
/// an operator's price counts from its last edit. Without a limit each price counts as current.
final class TableSource implements RateSource {
    private static final String DOLLAR = "USD";
    private static final Duration ANY = Duration.ofDays(1);

    private final References references;
    private final Optional<PriceNoise> noise;
    private final Optional<Duration> ageMax;

    TableSource(References references, Optional<PriceNoise> noise, Optional<Duration> ageMax) {
        this.references = references;
        this.noise = noise;
        this.ageMax = ageMax;
    }

    @Override
    public String name() {
        return RateSettings.Source.TABLE.wire();
    }

    @Override
    public Duration staleAfter() {
        return ageMax.orElse(ANY);
    }

    @Override
    public Quoted price(String base, String quote, Moment now) {
        return row(base, quote, now)
                .or(() -> row(quote, base, now).map(TableSource::inverse))
                .or(() -> row(DOLLAR, quote, now)
                        .flatMap(price -> row(DOLLAR, base, now).map(other -> quotient(price, other))))
                .<Quoted>map(Quoted.At::new)
                .orElseGet(Quoted.Never::new);
    }

    private Optional<Price> row(String base, String quote, Moment now) {
        return references
                .price(base, quote)
                .flatMap(row -> from(row, now)
                        .map(from -> new Price(
                                noise.map(noise -> noise.at(row.price(), base, quote, now.business()))
                                        .orElse(row.price()),
                                from)));
    }

    private Optional<Instant> from(TablePrice row, Moment now) {
        return ageMax.isPresent() ? Optional.ofNullable(row.setAt()) : Optional.of(now.real());
    }

    private static Price inverse(Price price) {
        return new Price(BigDecimal.ONE.divide(price.value(), Price.PRECISE), price.from());
    }

    private static Price quotient(Price one, Price other) {
        var older = one.from().isBefore(other.from()) ? one.from() : other.from();
        return new Price(one.value().divide(other.value(), Price.PRECISE), older);
    }
}
