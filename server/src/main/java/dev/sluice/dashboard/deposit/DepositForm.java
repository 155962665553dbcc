package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.FiatDepositMethod;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.dashboard.PayInForm.Content;
import dev.sluice.http.Query;
import dev.sluice.page.Texts;
import dev.sluice.reference.Currency;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.math.BigDecimal;
import java.util.List;

/// Form of a new deposit.
///
/// @param currencies currencies that payers can pay in
/// @param methods payment methods of the chosen currency
/// @param tokens tokens that payers can pay in
/// @param outputs currencies and tokens to convert to: those that a rail pays out
/// @param stopped names of the currency's payment methods that are unavailable because their rail is stopped
public record DepositForm(
        Frame frame,
        Texts texts,
        Formats formats,
        List<String> currencies,
        List<FiatDepositMethod> methods,
        List<String> stopped,
        List<Token> tokens,
        Outputs outputs,
        Content<DepositInput> content) {

    /// Tokens and currencies to which a deposit can be converted.
    public record Outputs(List<Token> tokens, List<String> currencies) {
        static Outputs of(References references) {
            return new Outputs(
                    references.payableTokens(),
                    references.payableCurrencies().stream().map(Currency::code).toList());
        }
    }

    /// Input of the form.
    public record DepositInput(
            String type,
            String currency,
            String amount,
            boolean isOutput,
            String outputCurrency,
            String method,
            String reference,
            String note,
            String quoteId,
            String quoteFor)
            implements PayInForm.PayInInput {
        static DepositInput of(Query sent, String type, String currency) {
            return new DepositInput(
                    type,
                    currency,
                    sent.text("amount").map(String::strip).orElse(""),
                    sent.text("side").filter("output"::equals).isPresent(),
                    sent.text("outputCurrency").orElse(""),
                    sent.text("paymentMethod").orElse(""),
                    sent.text("reference").orElse(""),
                    sent.text("note").orElse(""),
                    sent.text("quoteId").orElse(""),
                    sent.text("quoteFor").orElse(""));
        }

        /// Returns the conversion that a quote is valid for.
        public String exchange() {
            return String.join(" ", currency, output(), amount, isOutput ? "output" : "input");
        }
    }

    /// Reports whether any rail accepts payments of the chosen kind.
    public boolean isServed() {
        return isCrypto() ? !tokens.isEmpty() : !currencies.isEmpty();
    }

    public boolean isCrypto() {
        return content.typed().type().equals(DepositSearch.CRYPTO);
    }

    /// Returns a fee in words, without zero parts.
    public String fee(BigDecimal flat, BigDecimal percentage, String unit) {
        var share = formats.number(percentage) + "\u00a0%";
        if (flat.signum() == 0) {
            return percentage.signum() == 0 ? texts.get("noFee") : texts.get("feeOf", share);
        }
        var sum = formats.money(flat, unit);
        return texts.get("feeOf", percentage.signum() == 0 ? sum : sum + " + " + share);
    }

    public boolean isChosen(FiatDepositMethod method) {
        return method.bankCode().equals(content.typed().method());
    }
}
