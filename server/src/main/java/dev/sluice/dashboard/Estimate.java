package dev.sluice.dashboard;

import dev.sluice.client.model.ConvertEstimate;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an exchange would come to, as far as anybody knows before it is made.
///
/// @param figures those of this moment; none where they follow from what is still to be chosen
/// @param promise of these figures; none where the exchange has the rate of its own moment
public record Estimate(@Nullable Figures figures, @Nullable Promise promise) {
    /// Of which nothing is known yet.
    public static final Estimate OPEN = new Estimate(null, null);

    private static final String CRYPTO = "crypto";

    /// @param price what one unit, of a token or else of what is given, comes to
    public record Figures(Sum given, Sum got, Sum fee, Sum one, Sum price) {}

    public record Sum(BigDecimal amount, String unit) {
        /// One unit of something.
        public static Sum one(String unit) {
            return new Sum(BigDecimal.ONE, unit);
        }
    }

    /// The quote that promises them.
    public record Promise(String quoteId, Instant until) {}

    static Estimate of(ConvertEstimate quote) {
        var given = quote.input();
        var output = quote.output().currency();
        var figures = quote.estimate();
        boolean sellsToken = given.type().equals(CRYPTO);
        return new Estimate(
                new Figures(
                        new Sum(given.amount(), given.currency()),
                        new Sum(figures.totalConvertedAmount(), output),
                        new Sum(figures.fee(), output),
                        Sum.one(sellsToken ? given.currency() : output),
                        new Sum(figures.rate().fiat(), sellsToken ? output : given.currency())),
                new Promise(quote.quoteId(), quote.expiresAt()));
    }
}
