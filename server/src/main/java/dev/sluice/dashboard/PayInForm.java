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

/// A form by which money is to be paid in, exchanged on its way or not: it is shown, priced, and sent once.
///
/// @param bundle of its texts
/// @param names that it has for the service's fields
/// @param decimals how many an amount may have at most, by the code of what it is in; none where nobody knows
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

    /// What somebody typed.
    public interface Typed {
        /// In which is paid.
        String currency();

        /// In which is credited; empty where it is the one in which is paid.
        String outputCurrency();

        /// Whether the amount is what is credited, not what is paid.
        boolean isOutput();

        /// What is credited, which is what is paid unless another was chosen.
        default String output() {
            return outputCurrency().isEmpty() ? currency() : outputCurrency();
        }

        /// What the amount is in.
        default String asked() {
            return isOutput() ? output() : currency();
        }

        default boolean isConverted() {
            return !output().equals(currency());
        }
    }

    /// What the page of a form shows.
    ///
    /// @param formKey under which the form is sent once
    /// @param estimate what the exchange comes to, where somebody asked
    public record Content<T>(
            T typed, String formKey, @Nullable Estimate estimate, Problems problems) {}

    /// What an exchange comes to that nobody gives a quote for.
    @FunctionalInterface
    public interface Unquoted<T> {
        /// @return nothing where a quote is to be had
        Optional<Estimate> estimate(Visit visit, T typed, BigDecimal amount);
    }

    /// What has the service make what the form is for.
    @FunctionalInterface
    public interface Maker<T> {
        /// @return the path of the page of what was made
        String make(SluiceClient client, T typed, BigDecimal amount);
    }

    /// The page that the form stands on.
    @FunctionalInterface
    public interface Page<T> {
        Answer show(Visit visit, int status, Content<T> content);
    }

    public Answer show(Visit visit) {
        var typed = reader.apply(visit.query());
        return page.show(visit, OK, new Content<>(typed, visit.newFormKey(), null, Problems.none()));
    }

    /// Whether the form only asks what an exchange would give.
    public static boolean asks(Visit visit) {
        return visit.form().text("preview").isPresent();
    }

    /// What the form is for is made, or priced where that was asked for.
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
