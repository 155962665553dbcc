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
public record PayInForm<T extends PayInForm.Typed>(
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
    public interface Typed {
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
        default String asked() {
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
        Optional<Estimate> estimate(Visit visit, T typed, BigDecimal amount);
    }

    /// Creates the form's resource with the service.
    @FunctionalInterface
    public interface Maker<T> {
        /// @return path of the page of the new resource
        String make(SluiceClient client, T typed, BigDecimal amount);
    }

    /// Renders the page with the form.
    @FunctionalInterface
    public interface Page<T> {
        Answer show(Visit visit, int status, Content<T> content);
    }

    public Answer show(Visit visit) {
        var typed = reader.apply(visit.query());
        return page.show(visit, OK, new Content<>(typed, visit.newFormKey(), null, Problems.none()));
    }

    /// Reports whether the form only asks for a price preview.
    public static boolean asks(Visit visit) {
        return visit.form().text("preview").isPresent();
    }

    /// Creates the resource, or shows the price if the form asks for it.
    public Answer send(Visit visit) {
        var sent = visit.form();
        var typed = reader.apply(sent);
        var formKey = visit.formKey();
        var texts = visit.texts(bundle);
        try {
            var amount = amount(sent);
            var tooFine = TooFine.told(visit, amount, decimals.apply(typed.asked()), typed.asked());
            if (tooFine.isPresent()) {
                return again(visit, 400, typed, Problems.of("amount", tooFine.get()));
            }
            if (asks(visit)) {
                var content = typed.isConverted()
                        ? new Content<>(typed, formKey, estimate(visit, typed, amount), Problems.none())
                        : new Content<>(typed, formKey, null, Problems.of("outputCurrency", texts.get("noExchange")));
                return page.show(visit, OK, content);
            }
            var made = maker.make(visit.client(formKey), typed, amount);
            visit.note(made.substring(made.lastIndexOf('/') + 1));
            return visit.goTo(made, texts.get("created"));
        } catch (SluiceException refused) {
            if (!asks(visit) && Unsettled.is(visit, refused)) {
                throw refused;
            }
            return again(visit, refused.status(), typed, Problems.of(refused).renamed(names));
        } catch (Refused refused) {
            return again(
                    visit,
                    refused.refusal().status(),
                    typed,
                    Problems.of(refused, visit.wording()).renamed(names));
        }
    }

    private Estimate estimate(Visit visit, T typed, BigDecimal amount) {
        return unquoted.estimate(visit, typed, amount)
                .orElseGet(() -> Estimate.of(quote(visit.client(), typed, amount)));
    }

    private Answer again(Visit visit, int status, T typed, Problems problems) {
        return page.show(visit, status, new Content<>(typed, visit.newFormKey(), null, problems));
    }

    private static BigDecimal amount(Query sent) {
        var amount = sent.positive("amount");
        if (amount.isEmpty() && sent.findings().isEmpty()) {
            sent.findings().add("amount", "REQUIRED", "is required");
        }
        sent.findings().throwIfAny();
        return amount.orElseThrow();
    }

    private static ConvertEstimate quote(SluiceClient client, Typed typed, BigDecimal amount) {
        var query = typed.isOutput()
                ? ConvertEstimateQuery.getting(amount, typed.output(), typed.currency())
                : ConvertEstimateQuery.giving(amount, typed.currency(), typed.output());
        return client.conversions().estimate(query);
    }
}
