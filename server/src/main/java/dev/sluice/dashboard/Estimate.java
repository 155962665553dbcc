package dev.sluice.dashboard;

import dev.sluice.client.model.ConvertEstimate;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Price preview of a conversion.
///
/// @param figures current figures; null if they depend on a choice that is still open
/// @param promise quote that guarantees the figures; null if the conversion uses the rate at its execution
public record Estimate(@Nullable Figures figures, @Nullable Promise promise) {
    /// Estimate without any figures yet.
    public static final Estimate OPEN = new Estimate(null, null);

    private static final String CRYPTO = "crypto";

    /// @param price price of one token, or of one unit of the input currency if neither is a token
    public record Figures(Sum given, Sum got, Sum fee, Sum one, Sum price) {}

    public record Sum(BigDecimal amount, String unit) {
        /// Returns one unit of a currency or token.
        public static Sum one(String unit) {
            return new Sum(BigDecimal.ONE, unit);
        }
    }

    /// Quote that guarantees the figures.
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
