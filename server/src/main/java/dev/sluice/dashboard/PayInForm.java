package dev.sluice.dashboard;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.ConvertEstimate;
import dev.sluice.client.model.ConvertEstimateQuery;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Form for an incoming payment, with or without conversion: it is rendered, priced, and sent once.
///
/// @param bundle name of its texts
/// @param names names of its fields by those of the service
/// @param decimals maximum number of decimals by code of the unit; empty if unknown
public record PayInForm<T extends PayInForm.PayInInput>(
        String bundle,
        Map<String, String> names,
        Function<String, OptionalInt> decimals,
        Function<Query, T> reader,
        Unquoted<T> unquoted,
        Maker<T> maker,
        Page<T> page) {
    private static final int OK = 200;

    public PayInForm {
        names = Map.copyOf(names);
    }

    /// Input of the form.
    public interface PayInInput {
        /// Returns the currency that the payer pays in.
        String currency();

        /// Returns the currency that is credited; empty if it is that of the payment.
        String outputCurrency();

        /// Reports whether the amount is the credited one instead of the paid one.
        boolean isOutput();

        /// Returns the credited currency, by default that of the payment.
        default String output() {
            return outputCurrency().isEmpty() ? currency() : outputCurrency();
        }

        /// Returns the currency of the amount.
        default String amountCurrency() {
            return isOutput() ? output() : currency();
        }

        default boolean isConverted() {
            return !output().equals(currency());
        }
    }

    /// Content of the form's page.
    ///
    /// @param formKey idempotency key of the form
    /// @param estimate price preview, if requested
    public record Content<T>(
            T typed, String formKey, @Nullable Estimate estimate, Problems problems) {}

    /// Estimates a conversion for which no quote is available.
    @FunctionalInterface
    public interface Unquoted<T> {
        /// @return empty if a quote is available
        Optional<Estimate> estimate(PageContext context, T typed, BigDecimal amount);
    }

    /// Creates the form's resource with the service.
    @FunctionalInterface
    public interface Maker<T> {
        /// @return path of the page of the new resource
        String create(SluiceClient client, T typed, BigDecimal amount);
    }

    /// Renders the page with the form.
    @FunctionalInterface
    public interface Page<T> {
        Answer show(PageContext context, int status, Content<T> content);
    }

    public Answer show(PageContext context) {
        var typed = reader.apply(context.query());
        return page.show(context, OK, new Content<>(typed, context.newFormKey(), null, Problems.none()));
    }

    /// Reports whether the form only asks for a price preview.
    public static boolean asks(PageContext context) {
        return context.form().text("preview").isPresent();
    }

    /// Creates the resource, or shows the price if the form asks for it.
    public Answer send(PageContext context) {
        var sent = context.form();
        var typed = reader.apply(sent);
        var formKey = context.formKey();
        var texts = context.texts(bundle);
        try {
            var amount = amount(sent);
            var tooFine = DecimalPlacesCheck.problem(
                    context, amount, decimals.apply(typed.amountCurrency()), typed.amountCurrency());
            if (tooFine.isPresent()) {
                return again(context, 400, typed, Problems.of("amount", tooFine.get()));
            }
            if (asks(context)) {
                var content = typed.isConverted()
                        ? new Content<>(typed, formKey, estimate(context, typed, amount), Problems.none())
                        : new Content<>(typed, formKey, null, Problems.of("outputCurrency", texts.get("noExchange")));
                return page.show(context, OK, content);
            }
            var created = maker.create(context.client(formKey), typed, amount);
            context.recordCreated(created.substring(created.lastIndexOf('/') + 1));
            return context.redirect(created, texts.get("created"));
        } catch (SluiceException refused) {
            if (!asks(context) && UnknownOutcomePage.is(context, refused)) {
                throw refused;
            }
            return again(context, refused.status(), typed, Problems.of(refused).renamed(names));
        } catch (Refused refused) {
            return again(
                    context,
                    refused.refusal().status(),
                    typed,
                    Problems.of(refused, context.wording()).renamed(names));
        }
    }

    private Estimate estimate(PageContext context, T typed, BigDecimal amount) {
        return unquoted.estimate(context, typed, amount)
                .orElseGet(() -> Estimate.of(quote(context.client(), typed, amount)));
    }

    private Answer again(PageContext context, int status, T typed, Problems problems) {
        return page.show(context, status, new Content<>(typed, context.newFormKey(), null, problems));
    }

    private static BigDecimal amount(Query sent) {
        var amount = sent.positive("amount");
        if (amount.isEmpty() && sent.findings().isEmpty()) {
            sent.findings().add("amount", "REQUIRED", "is required");
        }
        sent.findings().throwIfAny();
        return amount.orElseThrow();
    }

    private static ConvertEstimate quote(SluiceClient client, PayInInput typed, BigDecimal amount) {
        var query = typed.isOutput()
                ? ConvertEstimateQuery.getting(amount, typed.output(), typed.currency())
                : ConvertEstimateQuery.giving(amount, typed.currency(), typed.output());
        return client.conversions().estimate(query);
    }
}
