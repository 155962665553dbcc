package dev.sluice.rate;

import java.time.Duration;

/// The port to whoever knows prices: what one unit of a base (a token's symbol or a currency's code) costs in a
/// currency. Answers at once, from memory.
interface RateSource {
    /// As in the configuration.
    String name();

    /// How old its prices may be.
    Duration staleAfter();

    /// Whether its prices are of some day, and not of now: it is asked only for what nobody else has.
    default boolean isSlow() {
        return false;
    }

    /// What it knows of a pair; the inverse pair is another one.
    Quoted price(String base, String quote, Moment now);

    /// What a source knows of a pair.
    sealed interface Quoted {
        /// This is what it costs.
        record At(Price price) implements Quoted {}

        /// It may have the pair: it was asked, and has not answered since the start.
        record NotYet() implements Quoted {}

        /// It does not have the pair.
        record Never() implements Quoted {}
    }
}
