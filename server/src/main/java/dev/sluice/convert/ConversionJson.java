package dev.sluice.convert;

import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Quotes and conversions as JSON.
final class ConversionJson {
    private ConversionJson() {}

    static JsonObject estimate(Quote quote) {
        var figures = quote.figures();
        return new JsonObject()
                .put("quoteId", quote.id())
                .put("expiresAt", quote.expiresAt())
                .put("input", given(figures.input()))
                .put("output", taken(figures.output()))
                .put("estimate", result(figures));
    }

    /// Returns the response of the create endpoint.
    static JsonObject created(Conversion conversion) {
        var figures = conversion.figures();
        return new JsonObject()
                .put("convertId", conversion.id())
                .put("input", given(figures.input()))
                .put("output", taken(figures.output()))
                .put("result", result(figures))
                .put("createdAt", conversion.createdAt());
    }

    /// Returns the model of the detail, the list and the event.
    static JsonObject whole(Conversion conversion) {
        var figures = conversion.figures();
        return new JsonObject()
                .put("convertId", conversion.id())
                .put("userId", conversion.userId())
                .put("input", side(figures.input(), figures.input()))
                .put("output", side(figures.converted(), figures.total()))
                .put("exchangeRate", figures.price())
                .putPresent("quoteId", conversion.quoteId())
                .putPresent("markupAmount", markupAmount(figures))
                .put("createdAt", conversion.createdAt())
                .put("updatedAt", conversion.createdAt());
    }

    private static JsonObject given(Money amount) {
        return taken(amount.asset()).put("amount", amount.decimal());
    }

    private static JsonObject taken(Asset asset) {
        return new JsonObject()
                .put("currency", asset.code())
                .put("type", asset.kind().wire());
    }

    private static JsonObject result(Figures figures) {
        return new JsonObject()
                .put("rate", new JsonObject().put("crypto", BigDecimal.ONE).put("fiat", figures.price()))
                .put("convertedAmount", figures.converted().decimal())
                .put("fee", figures.fee().decimal())
                .put("totalConvertedAmount", figures.total().decimal())
                .put("markupRatePercentage", figures.markup())
                .putPresent("markupAmount", markupAmount(figures));
    }

    /// Returns the markup's amount; null without a markup.
    private static @Nullable BigDecimal markupAmount(Figures figures) {
        return figures.markup().signum() == 0 ? null : figures.markupAmount().decimal();
    }

    private static JsonObject side(Money amount, Money minusFee) {
        return new JsonObject()
                .put("assetType", amount.asset().kind().wire())
                .put("currency", amount.asset().code())
                .put("amount", amount.decimal())
                .put("amountMinusFee", minusFee.decimal());
    }
}
