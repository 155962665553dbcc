package dev.sluice.rate;

import dev.sluice.reference.References;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// The operators' price table, with the sandbox's walk. It is never stale: operators answer for what they set. Between
/// currencies it also knows inverses, and what follows from their prices in US dollars.
final class TableSource implements RateSource {
    private static final String DOLLAR = "USD";

    private final References references;
    private final Optional<Walk> walk;

    TableSource(References references, Optional<Walk> walk) {
        this.references = references;
        this.walk = walk;
    }

    @Override
    public String name() {
        return RateSettings.Source.TABLE.wire();
    }

    @Override
    public Duration staleAfter() {
        return Duration.ofDays(1);
    }

    @Override
    public Quoted price(String base, String quote, Moment now) {
        return row(base, quote, now)
                .or(() -> row(quote, base, now).map(TableSource::inverse))
                .or(() -> row(DOLLAR, quote, now)
                        .flatMap(price -> row(DOLLAR, base, now).map(other -> price.divide(other, Price.PRECISE))))
                .<Quoted>map(value -> new Quoted.At(new Price(value, now.real())))
                .orElseGet(Quoted.Never::new);
    }

    private Optional<BigDecimal> row(String base, String quote, Moment now) {
        return references
                .price(base, quote)
                .map(price -> walk.map(walk -> walk.at(price, base, quote, now.business()))
                        .orElse(price));
    }

    private static BigDecimal inverse(BigDecimal price) {
        return BigDecimal.ONE.divide(price, Price.PRECISE);
    }
}
