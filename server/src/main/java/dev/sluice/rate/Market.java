package dev.sluice.rate;

import dev.sluice.rate.Agreement.SourcePrice;
import dev.sluice.rate.RateSource.Quoted;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sources together: their consensus on directly quoted pairs, without derived prices.
final class Market {
    private static final Logger LOG = LoggerFactory.getLogger(Market.class);

    private final List<RateSource> sources;
    private final BigDecimal spreadPercent;
    private final Market live;
    private final Set<Outlier> outliers = ConcurrentHashMap.newKeySet();

    Market(List<RateSource> sources, BigDecimal spreadPercent) {
        this.sources = List.copyOf(sources);
        this.spreadPercent = spreadPercent;
        var quick = sources.stream().filter(source -> !source.isSlow()).toList();
        this.live = quick.size() == sources.size() ? this : new Market(quick, spreadPercent);
    }

    /// Returns the market without slow sources, whose prices are of some day.
    Market live() {
        return live;
    }

    private record Outlier(String source, String base, String quote) {}

    /// A source's price, and its maximum age.
    private record ExpiringPrice(SourcePrice sourcePrice, Duration staleAfter) {
        Instant from() {
            return sourcePrice.price().from();
        }
    }

    /// @param anyAge true if stale prices count as well: then the newest is used, together with others of about
    ///     the same time
    RateState price(String base, String quote, Moment now, boolean anyAge) {
        var prices = new ArrayList<ExpiringPrice>();
        boolean known = false;
        for (var source : sources) {
            switch (source.price(base, quote, now)) {
                case Quoted.At(var price) -> {
                    known = true;
                    prices.add(new ExpiringPrice(new SourcePrice(source.name(), price), source.staleAfter()));
                }
                case Quoted.NotYet _ -> known = true;
                case Quoted.Never _ -> {}
            }
        }
        var sourcePrices = anyAge ? newest(prices) : fresh(prices, now.real());
        if (sourcePrices.isEmpty()) {
            return known ? RateState.Unknown.OLD : new RateState.Never();
        }
        var agreement = Agreement.of(sourcePrices, spreadPercent);
        note(agreement, base, quote);
        return agreement
                .value()
                .<RateState>map(value -> current(value, agreement.members()))
                .orElse(RateState.Unknown.DISPUTED);
    }

    private static RateState current(BigDecimal value, List<SourcePrice> members) {
        var names = new LinkedHashSet<String>();
        var oldest = Instant.MAX;
        for (var member : members) {
            names.add(member.source());
            oldest = member.price().from().isBefore(oldest) ? member.price().from() : oldest;
        }
        return new RateState.Current(value, names, oldest);
    }

    private static List<SourcePrice> fresh(List<ExpiringPrice> prices, Instant now) {
        return prices.stream()
                .filter(each -> isWithin(each.from(), now, each.staleAfter()))
                .map(ExpiringPrice::sourcePrice)
                .toList();
    }

    /// Returns the newest price, and those that were still fresh at its time.
    private static List<SourcePrice> newest(List<ExpiringPrice> prices) {
        if (prices.isEmpty()) {
            return List.of();
        }
        var newest = Collections.max(prices, Comparator.comparing(ExpiringPrice::from));
        return prices.stream()
                .filter(each -> isWithin(each.from(), newest.from(), each.staleAfter()))
                .filter(each -> isWithin(each.from(), newest.from(), newest.staleAfter()))
                .map(ExpiringPrice::sourcePrice)
                .toList();
    }

    private static boolean isWithin(Instant from, Instant until, Duration most) {
        return Duration.between(from, until).compareTo(most) <= 0;
    }

    /// Logs once when a source becomes an outlier, and once when it no longer is.
    private void note(Agreement agreement, String base, String quote) {
        for (var sourcePrice : agreement.outliers()) {
            if (outliers.add(new Outlier(sourcePrice.source(), base, quote))) {
                LOG.warn(
                        "rate source {} is excluded from {}/{}: {} deviates more than {} % from the median of {}",
                        sourcePrice.source(),
                        base,
                        quote,
                        sourcePrice.price().value(),
                        spreadPercent,
                        agreement.members().size() + agreement.outliers().size());
            }
        }
        if (!outliers.isEmpty()) {
            for (var sourcePrice : agreement.members()) {
                if (outliers.remove(new Outlier(sourcePrice.source(), base, quote))) {
                    LOG.info("rate source {} is used again for {}/{}", sourcePrice.source(), base, quote);
                }
            }
        }
    }
}
