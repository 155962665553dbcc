package dev.sluice.dashboard.checkout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.CheckoutCreate;
import dev.sluice.client.model.ConvertEstimate;
import dev.sluice.client.model.ConvertEstimateQuery;
import dev.sluice.client.model.FiatDepositMethod;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.checkout.CheckoutForm.Typed;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Making a checkout link.
final class CheckoutCreatePages {
    private static final int OK = 200;

    /// The form has one amount, which is the one or the other.
    private static final Map<String, String> NAMES =
            Map.of("inputAmount", "amount", "outputAmount", "amount", "inputCurrency", "currency");

    private final References references;

    CheckoutCreatePages(References references) {
        this.references = references;
    }

    Answer show(Visit visit) {
        return form(visit, OK, Typed.of(visit.request().query()), visit.newFormKey(), null, Problems.none());
    }

    Answer create(Visit visit) {
        var sent = visit.form();
        var typed = Typed.of(sent);
        var formKey = sent.text("formKey").orElseGet(visit::newFormKey);
        try {
            var amount = amount(sent);
            if (sent.text("preview").isPresent()) {
                var problems = typed.isConverted()
                        ? Problems.none()
                        : Problems.of(
                                "outputCurrency",
                                visit.texts(CheckoutPages.BUNDLE).get("noExchange"));
                return form(visit, OK, typed, formKey, quote(visit.client(), typed, amount), problems);
            }
            var made = visit.client(formKey).checkouts().create(request(typed, amount));
            return visit.goTo(
                    CheckoutPages.PATH + "/" + made.id(),
                    visit.texts(CheckoutPages.BUNDLE).get("created"));
        } catch (SluiceException refused) {
            var problems = Problems.of(refused).renamed(NAMES);
            return form(visit, refused.status(), typed, visit.newFormKey(), null, problems);
        } catch (Refused refused) {
            return form(visit, refused.refusal().status(), typed, visit.newFormKey(), null, Problems.of(refused));
        }
    }

    private static BigDecimal amount(Query sent) {
        var amount = sent.positive("amount");
        if (amount.isEmpty() && sent.findings().isEmpty()) {
            sent.findings().add("amount", "REQUIRED", "is required");
        }
        sent.findings().throwIfAny();
        return amount.orElseThrow();
    }

    private static CheckoutCreate request(Typed typed, BigDecimal amount) {
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

    private static @Nullable ConvertEstimate quote(SluiceClient client, Typed typed, BigDecimal amount) {
        if (!typed.isConverted()) {
            return null;
        }
        var query = typed.isOutput()
                ? ConvertEstimateQuery.getting(amount, typed.outputCurrency(), typed.currency())
                : ConvertEstimateQuery.giving(amount, typed.currency(), typed.outputCurrency());
        return client.conversions().estimate(query);
    }

    private Answer form(
            Visit visit, int status, Typed typed, String formKey, @Nullable ConvertEstimate quote, Problems problems) {
        var texts = visit.texts(CheckoutPages.BUNDLE);
        var currencies = visit.client().deposits().fiatMethods().stream()
                .map(FiatDepositMethod::currency)
                .distinct()
                .sorted()
                .toList();
        return visit.page(
                status,
                "dashboard/checkouts/new.jte",
                Section.CHECKOUTS,
                texts.get("new"),
                frame -> new CheckoutForm(
                        frame, texts, visit.look(), currencies, references.tokens(), typed, formKey, quote, problems));
    }
}
