package dev.sluice.dashboard.convert;

import dev.sluice.client.model.ConvertCreate;
import dev.sluice.client.model.ConvertEstimateQuery;
import dev.sluice.http.Decimals;
import dev.sluice.http.Query;
import java.math.BigDecimal;

/// Input for a conversion: a token, a currency, an amount of either, and the markup for the merchant's own customer.
///
/// @param side `input` if the amount is given in the token, `output` if in the currency
public record ConversionForm(String token, String currency, String side, String amount, String markup) {
    private static final String OUTPUT = "output";

    static ConversionForm of(Query sent) {
        return new ConversionForm(
                sent.text("token").orElse(""),
                sent.text("currency").orElse(""),
                sent.text("side").filter(OUTPUT::equals).orElse("input"),
                sent.text("amount").map(String::strip).orElse(""),
                sent.text("markup").map(String::strip).orElse(""));
    }

    /// Reports whether the input suffices for a quote.
    boolean isComplete() {
        return !token.isEmpty() && !currency.isEmpty() && !amount.isEmpty();
    }

    public boolean isOutput() {
        return side.equals(OUTPUT);
    }

    /// Reports whether amount and markup are numbers; the service checks everything else.
    boolean isReadable() {
        return Decimals.unsigned(amount).isPresent()
                && (markup.isEmpty() || Decimals.unsigned(markup).isPresent());
    }

    /// Returns a valid amount.
    BigDecimal number() {
        return Decimals.unsigned(amount).orElseThrow();
    }

    ConvertEstimateQuery estimate() {
        var query = isOutput()
                ? ConvertEstimateQuery.getting(number(), currency, token)
                : ConvertEstimateQuery.giving(number(), token, currency);
        return Decimals.unsigned(markup).map(query::markupRatePercentage).orElse(query);
    }

    ConvertCreate order(String quoteId) {
        var order = isOutput()
                ? ConvertCreate.getting(number(), currency, token)
                : ConvertCreate.giving(number(), token, currency);
        return order.withQuote(quoteId);
    }
}
