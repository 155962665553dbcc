package dev.sluice.dashboard.checkout;

import dev.sluice.client.model.ConvertEstimate;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Query;
import dev.sluice.page.Texts;
import dev.sluice.reference.Token;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The form that a checkout link is made by.
///
/// @param quote what the exchange comes to, where somebody asked
public record CheckoutForm(
        Frame frame,
        Texts texts,
        Look look,
        List<String> currencies,
        List<Token> tokens,
        Typed typed,
        String formKey,
        @Nullable ConvertEstimate quote,
        Problems problems) {

    /// What stands in the form.
    ///
    /// @param isOutput whether the amount is what is credited, not what is paid
    public record Typed(
            String currency,
            String amount,
            boolean isOutput,
            String outputCurrency,
            String reference,
            String note,
            String successUrl,
            String cancelUrl,
            String customerName,
            String locale) {
        static Typed of(Query sent) {
            return new Typed(
                    sent.text("currency").orElse(""),
                    sent.text("amount").map(String::strip).orElse(""),
                    sent.text("side").filter("output"::equals).isPresent(),
                    sent.text("outputCurrency").orElse(""),
                    sent.text("reference").orElse(""),
                    sent.text("note").orElse(""),
                    sent.text("successUrl").orElse(""),
                    sent.text("cancelUrl").orElse(""),
                    sent.text("customerName").orElse(""),
                    sent.text("locale").orElse(""));
        }

        boolean isConverted() {
            return !outputCurrency.isEmpty() && !outputCurrency.equals(currency);
        }
    }

    /// The languages that a payment page has.
    public List<Locale> languages() {
        return Texts.LANGUAGES;
    }
}
