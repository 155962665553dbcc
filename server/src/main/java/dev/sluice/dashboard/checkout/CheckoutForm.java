package dev.sluice.dashboard.checkout;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.dashboard.PayInForm.Content;
import dev.sluice.http.Query;
import dev.sluice.page.Texts;
import dev.sluice.reference.Token;
import java.util.List;
import java.util.Locale;

/// Form of a new checkout link.
///
/// @param currencies currencies that payers can pay in
/// @param tokens tokens to which the amount can be converted
/// @param outputs currencies to which the amount can be converted
public record CheckoutForm(
        Frame frame,
        Texts texts,
        Formats formats,
        List<String> currencies,
        List<Token> tokens,
        List<String> outputs,
        Content<CheckoutInput> content) {

    /// Input of the form.
    public record CheckoutInput(
            String currency,
            String amount,
            boolean isOutput,
            String outputCurrency,
            String reference,
            String note,
            String successUrl,
            String cancelUrl,
            String customerName,
            String locale)
            implements PayInForm.PayInInput {
        static CheckoutInput of(Query sent) {
            return new CheckoutInput(
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
    }

    /// Returns the languages of payment pages.
    public List<Locale> languages() {
        return Texts.LANGUAGES;
    }
}
