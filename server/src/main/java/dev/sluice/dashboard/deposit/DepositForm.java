package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.ConvertEstimate;
import dev.sluice.client.model.FiatDepositMethod;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Query;
import dev.sluice.page.Texts;
import dev.sluice.reference.Token;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The form that a deposit is made by.
///
/// @param currencies that payers can pay in
/// @param methods of the chosen currency
/// @param quote what the exchange comes to, where somebody asked
public record DepositForm(
        Frame frame,
        Texts texts,
        Look look,
        List<String> currencies,
        List<FiatDepositMethod> methods,
        List<Token> tokens,
        Typed typed,
        String formKey,
        @Nullable ConvertEstimate quote,
        Problems problems) {

    /// What stands in the form.
    ///
    /// @param isOutput whether the amount is what is credited, not what is paid
    public record Typed(
            String type,
            String currency,
            String amount,
            boolean isOutput,
            String outputCurrency,
            String method,
            String reference,
            String note,
            String quoteId,
            String quoteFor) {
        static Typed of(Query sent, String type, String currency) {
            return new Typed(
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

        /// What is credited, which is what is paid unless another was chosen.
        String output() {
            return outputCurrency.isEmpty() ? currency : outputCurrency;
        }

        boolean isConverted() {
            return !output().equals(currency);
        }

        /// What a quote is for: it is of no use for anything else.
        public String exchange() {
            return String.join(" ", currency, output(), amount, isOutput ? "output" : "input");
        }
    }

    public boolean isCrypto() {
        return typed.type().equals(DepositSearch.CRYPTO);
    }

    /// A fee in words, without the part that is nothing.
    public String fee(BigDecimal flat, BigDecimal percentage, String unit) {
        var share = look.number(percentage) + "\u00a0%";
        if (flat.signum() == 0) {
            return percentage.signum() == 0 ? texts.get("noFee") : texts.get("feeOf", share);
        }
        var sum = look.money(flat, unit);
        return texts.get("feeOf", percentage.signum() == 0 ? sum : sum + " + " + share);
    }

    public boolean isChosen(FiatDepositMethod method) {
        return method.bankCode().equals(typed.method());
    }
}
