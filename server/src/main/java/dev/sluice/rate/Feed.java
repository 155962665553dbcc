package dev.sluice.rate;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How a public source of prices is asked, and how its answers are read. It remembers nothing.
interface Feed {
    /// Which of the sources it is.
    RateSettings.Source source();

    /// Where it is asked, unless the configuration says otherwise.
    URI home();

    /// How long to wait between two looks.
    Duration every();

    /// How old its prices may be.
    Duration staleAfter();

    /// Whether its prices are of some day, and not of now.
    default boolean isSlow() {
        return false;
    }

    /// What to ask at each look.
    List<Inquiry> inquiries();

    /// The same pair by pair, where one that the source does not have has it decline all of them; nothing where that
    /// is no help.
    default Map<Pair, Inquiry> apart(Inquiry inquiry) {
        return Map.of();
    }

    /// Whether it may have a pair, before it has answered.
    boolean mayQuote(String base, String quote);

    /// The prices in an answer.
    ///
    /// @param from when the answer was made
    /// @throws Unreadable where it is not of the expected form, or has nothing that was asked for
    /// @throws Declined where the source says that it does not have what was asked for
    Map<Pair, Price> read(Inquiry inquiry, byte[] body, Instant from) throws Unreadable, Declined;

    /// What an answer that is no success says, if that is known.
    ///
    /// @throws Declined where it says that the source does not have what was asked for
    default void readRefusal(byte[] body) throws Declined {}

    /// One request.
    ///
    /// @param bases whose prices its answer has, all of them
    /// @param target path and query, with a slash in front
    record Inquiry(Set<String> bases, String target) {}

    /// One unit of `base`, in units of `quote`.
    record Pair(String base, String quote) {}

    /// The answer is not what this source answers.
    final class Unreadable extends Exception {
        Unreadable(String reason) {
            super(reason);
        }
    }

    /// The source does not have what was asked for.
    final class Declined extends Exception {
        Declined(String reason) {
            super(reason);
        }
    }

    /// Every currency's price in every other, from what one unit of something costs in each.
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
