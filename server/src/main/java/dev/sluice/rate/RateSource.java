package dev.sluice.rate;

import java.time.Duration;

/// A source of prices: the price of one unit of a base (a token's symbol or a currency's code) in a currency. Answers
/// at once, from memory.
interface RateSource {
    /// Returns the name as in the configuration.
    String name();

    /// Returns the maximum age of its prices.
    Duration staleAfter();

    /// Returns true if its prices are of some day instead of now. Such a source is asked only for pairs that no
    /// other source has.
    default boolean isSlow() {
        return false;
    }

    /// Returns the price of a pair; the inverse pair is a different one.
    Quoted price(String base, String quote, Moment now);

    /// Price of a pair at a source.
    sealed interface Quoted {
        /// The source has this price.
        record At(Price price) implements Quoted {}

        /// The source may have the pair, but has not answered since the start.
        record NotYet() implements Quoted {}

        /// The source does not have the pair.
        record Never() implements Quoted {}
    }
}
