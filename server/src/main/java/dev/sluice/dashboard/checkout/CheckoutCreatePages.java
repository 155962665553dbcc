package dev.sluice.dashboard.checkout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CheckoutCreate;
import dev.sluice.client.model.FiatDepositMethod;
import dev.sluice.dashboard.Estimate;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.dashboard.PayInForm.Content;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.checkout.CheckoutForm.CheckoutInput;
import dev.sluice.http.Answer;
import dev.sluice.reference.Currency;
import dev.sluice.reference.References;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Creates checkout links.
final class CheckoutCreatePages {
    /// Form fields by the names of the service. The form has a single amount field for both sides.
    private static final Map<String, String> NAMES =
            Map.of("inputAmount", "amount", "outputAmount", "amount", "inputCurrency", "currency");

    private final References references;

    CheckoutCreatePages(References references) {
        this.references = references;
    }

    PayInForm<CheckoutInput> form() {
        return new PayInForm<>(
                CheckoutPages.BUNDLE,
                NAMES,
                references::decimals,
                CheckoutInput::of,
                this::unquoted,
                CheckoutCreatePages::make,
                this::page);
    }

    /// Leaves the estimate open for a conversion between two currencies. The service has no quotes for these, and
    /// the price depends on the payment method that the customer will choose.
    private Optional<Estimate> unquoted(PageContext context, CheckoutInput typed, BigDecimal amount) {
        return references.token(typed.output()).isPresent() ? Optional.empty() : Optional.of(Estimate.OPEN);
    }

    private static String make(SluiceClient client, CheckoutInput typed, BigDecimal amount) {
        return CheckoutPages.PATH + "/"
                + client.checkouts().create(request(typed, amount)).id();
    }

    private static CheckoutCreate request(CheckoutInput typed, BigDecimal amount) {
        var request = CheckoutCreate.builder(typed.currency());
        if (typed.isOutput()) {
            request.outputAmount(amount);
        } else {
            request.inputAmount(amount);
        }
        given(typed.outputCurrency(), request::outputCurrency);
        given(typed.reference(), request::reference);
        given(typed.note(), request::note);
        given(typed.successUrl(), request::successUrl);
        given(typed.cancelUrl(), request::cancelUrl);
        given(typed.customerName(), request::customerName);
        given(typed.locale(), request::locale);
        return request.build();
    }

    private static void given(String text, Consumer<String> field) {
        if (!text.isBlank()) {
            field.accept(text);
        }
    }

    private Answer page(PageContext context, int status, Content<CheckoutInput> content) {
        var texts = context.texts(CheckoutPages.BUNDLE);
        var currencies = context.client().deposits().fiatMethods().stream()
                .map(FiatDepositMethod::currency)
                .distinct()
                .sorted()
                .toList();
        return context.page(
                status,
                "dashboard/checkouts/new.jte",
                Section.CHECKOUTS,
                texts.get("new"),
                frame -> new CheckoutForm(
                        frame,
                        texts,
                        context.formats(),
                        currencies,
                        references.payableTokens(),
                        references.payableCurrencies().stream()
                                .map(Currency::code)
                                .toList(),
                        content));
    }
}
