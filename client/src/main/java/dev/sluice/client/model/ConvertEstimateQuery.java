package dev.sluice.client.model;

import java.math.BigDecimal;
import java.util.Map;

/// Parameters of a conversion to estimate.
public final class ConvertEstimateQuery extends Query<ConvertEstimateQuery> {
    private ConvertEstimateQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Gives this much of a token, or of a currency for a deposit that is exchanged.
    public static ConvertEstimateQuery giving(BigDecimal amount, String input, String output) {
        return pair(input, output).with("inputAmount", amount);
    }

    /// Gets this much, after the fee.
    public static ConvertEstimateQuery getting(BigDecimal amount, String output, String input) {
        return pair(input, output).with("outputAmount", amount);
    }

    private static ConvertEstimateQuery pair(String input, String output) {
        return new ConvertEstimateQuery(Map.of("inputCurrency", input, "outputCurrency", output));
    }

    public ConvertEstimateQuery markupRatePercentage(BigDecimal markupRatePercentage) {
        return with("markupRatePercentage", markupRatePercentage);
    }

    @Override
    ConvertEstimateQuery of(Map<String, String> others) {
        return new ConvertEstimateQuery(others);
    }
}
