package dev.sluice.rate;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Protocol of a public price source: its requests, and the parsing of its answers. Stateless.
interface Feed {
    /// Returns the source of this feed.
    RateSettings.Source source();

    /// Returns the default address of the source.
    URI home();

    /// Returns the polling interval.
    Duration every();

    /// Returns the maximum age of its prices.
    Duration staleAfter();

    /// Returns true if its prices are of some day instead of now.
    default boolean isSlow() {
        return false;
    }

    /// Returns the requests of each poll.
    List<Inquiry> inquiries();

    /// Splits an inquiry into one per pair. That helps with a source that declines the whole inquiry because of
    /// one unknown pair. Empty if splitting does not help.
    default Map<Pair, Inquiry> apart(Inquiry inquiry) {
        return Map.of();
    }

    /// Returns true if the source may have a pair, before it has answered.
    boolean mayQuote(String base, String quote);

    /// Parses the prices of an answer.
    ///
    /// @param from time of the answer
    /// @throws Unreadable if it is not of the expected form, or contains nothing that was requested
    /// @throws Declined if the source reports that it does not have what was requested
    Map<Pair, Price> read(Inquiry inquiry, byte[] body, Instant from) throws Unreadable, Declined;

    /// Parses an answer that is no success, if its format is known.
    ///
    /// @throws Declined if it reports that the source does not have what was requested
    default void readRefusal(byte[] body) throws Declined {}

    /// One request.
    ///
    /// @param bases the bases for which its answer contains all prices
    /// @param target path and query, with a leading slash
    record Inquiry(Set<String> bases, String target) {}

    /// One unit of `base`, in units of `quote`.
    record Pair(String base, String quote) {}

    /// The answer is not in the format of this source.
    final class Unreadable extends Exception {
        Unreadable(String reason) {
            super(reason);
        }
    }

    /// The source does not have what was requested.
    final class Declined extends Exception {
        Declined(String reason) {
            super(reason);
        }
    }

    /// Returns the cross rates of all currencies, calculated from the price of one common asset in each.
    static Map<Pair, Price> crosses(Map<String, BigDecimal> costs, Instant from) {
        var prices = new HashMap<Pair, Price>();
        costs.forEach((base, perBase) -> costs.forEach((quote, perQuote) -> {
            if (!base.equals(quote)) {
                prices.put(new Pair(base, quote), new Price(perQuote.divide(perBase, Price.PRECISE), from));
            }
        }));
        return prices;
    }
}
