package dev.sluice.dashboard.convert;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.ConvertEstimate;
import dev.sluice.client.model.CryptoReference;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.DecimalPlacesCheck;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.UnknownOutcomePage;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// New conversion: the quote with its validity, and the execution.
public final class QuotePages {
    private static final String NEW = ConversionPages.LIST + "/new";
    private static final List<String> STALE = List.of("QUOTE_EXPIRED", "QUOTE_NOT_FOUND");

    private final Clocks clocks;
    private final References references;

    QuotePages(Clocks clocks, References references) {
        this.clocks = clocks;
        this.references = references;
    }

    List<Route> routes(DashboardGuard guard) {
        return List.of(
                guard.page(NEW, Permission.CONVERT, context -> {
                    var form = ConversionForm.of(context.query());
                    return show(context, 200, quote(context, form, null));
                }),
                guard.page(ConversionPages.LIST + "/quote", Permission.CONVERT, context -> {
                    var form = ConversionForm.of(context.query());
                    return context.fragment("dashboard/convert/quote.jte", quote(context, form, null));
                }),
                guard.action(ConversionPages.LIST, Permission.CONVERT, this::convert));
    }

    private Answer convert(PageContext context) {
        var texts = context.texts(ConversionPages.BUNDLE);
        var form = context.form();
        var conversionForm = ConversionForm.of(form);
        if (!conversionForm.isComplete() || unreadable(context, conversionForm).isPresent()) {
            return show(context, 400, quote(context, conversionForm, null));
        }
        try {
            var created = context.client(form.text("formKey").orElse(""))
                    .conversions()
                    .create(conversionForm.order(form.text("quoteId").orElse("")));
            context.recordCreated(created.convertId());
            return context.redirect(ConversionPages.LIST + "/" + created.convertId(), texts.get("done"));
        } catch (SluiceException refused) {
            if (UnknownOutcomePage.is(context, refused)) {
                throw refused;
            }
            var reason = STALE.contains(refused.code()) ? texts.get("stale") : message(texts, refused);
            return show(context, refused.status(), quote(context, conversionForm, reason));
        }
    }

    /// @param failed reason why the conversion was refused
    private Quote quote(PageContext context, ConversionForm form, @Nullable String failed) {
        var texts = context.texts(ConversionPages.BUNDLE);
        ConvertEstimate estimate = null;
        var problem = failed;
        var unreadable = form.isComplete() ? unreadable(context, form) : Optional.<String>empty();
        if (unreadable.isPresent()) {
            problem = unreadable.get();
        } else if (form.isComplete()) {
            try {
                estimate = context.client().conversions().estimate(form.estimate());
            } catch (SluiceException refused) {
                problem = failed == null ? message(texts, refused) : failed;
            }
        }
        long seconds = estimate == null
                ? 0
                : Math.max(
                        0,
                        Duration.between(clocks.instant(), estimate.expiresAt()).toSeconds());
        return new Quote(
                texts,
                context.formats(),
                form,
                estimate,
                problem,
                seconds,
                clocks.newId().toString(),
                context.visitor().formToken());
    }

    /// Returns the problem of an ambiguous amount: three decimals of a currency with two may have been meant as
    /// thousands.
    private Optional<String> unreadable(PageContext context, ConversionForm form) {
        if (!form.isReadable()) {
            return Optional.of(context.texts(ConversionPages.BUNDLE).get("notANumber"));
        }
        var unit = form.isOutput() ? form.currency() : form.token();
        return DecimalPlacesCheck.problem(
                context,
                form.number(),
                references.decimals(unit),
                context.formats().unit(unit));
    }

    /// Returns the distinct problems of a refusal, each with the name of its field.
    private static String message(Texts texts, SluiceException refused) {
        return refused.details().isEmpty()
                ? refused.reason()
                : refused.details().stream()
                        .map(detail -> texts.find("field." + detail.field())
                                        .map(name -> name + " ")
                                        .orElse("")
                                + detail.message())
                        .distinct()
                        .collect(Collectors.joining("; "));
    }

    private Answer show(PageContext context, int status, Quote quote) {
        var texts = context.texts(ConversionPages.BUNDLE);
        var switches = context.visitor().organization().switches();
        var client = context.client();
        var available =
                client.balances().list().stream().collect(Collectors.toMap(Balance::currency, Balance::available));
        var tokens = client.references().cryptos().stream()
                .filter(token -> token.currencies().stream()
                        .anyMatch(currency -> switches.conversionEnabled(token.symbol(), currency)))
                .toList();
        var currencies = tokens.stream()
                .flatMap(token -> token.currencies().stream()
                        .filter(currency -> switches.conversionEnabled(token.symbol(), currency)))
                .distinct()
                .sorted()
                .toList();
        boolean on = references.pairs().stream()
                .anyMatch(pair -> switches.conversionEnabled(pair.symbol(), pair.currency()));
        return context.page(
                status,
                "dashboard/convert/new.jte",
                Section.CONVERSIONS,
                texts.get("newTitle"),
                frame -> new NewConversion(frame, texts, on, tokens, currencies, available, quote));
    }

    /// Quote, as the page shows it.
    ///
    /// @param estimate null if there is no quote
    /// @param problem reason for the missing quote or the refused conversion
    /// @param seconds remaining validity
    public record Quote(
            Texts texts,
            Formats formats,
            ConversionForm form,
            @Nullable ConvertEstimate estimate,
            @Nullable String problem,
            long seconds,
            String formKey,
            String formToken) {
        /// Returns the remaining validity in minutes and seconds.
        public String left() {
            return "%d:%02d".formatted(seconds / 60, seconds % 60);
        }

        public ConvertEstimate figures() {
            return Objects.requireNonNull(estimate);
        }

        /// Returns the fields to send again with the confirmation.
        public Stream<List<String>> fields() {
            return Stream.of(
                    List.of("token", form.token()),
                    List.of("currency", form.currency()),
                    List.of("side", form.side()),
                    List.of("amount", form.amount()),
                    List.of("markup", form.markup()));
        }
    }

    /// Form with the quote.
    ///
    /// @param on true if the organization may convert anything
    /// @param tokens tokens that can be converted to a currency that a rail pays out
    /// @param available available balances by token id
    public record NewConversion(
            Frame frame,
            Texts texts,
            boolean on,
            List<CryptoReference> tokens,
            List<String> currencies,
            Map<String, BigDecimal> available,
            Quote quote) {
        public String available(CryptoReference token) {
            return quote.formats().amount(available.getOrDefault(token.id(), BigDecimal.ZERO), token.id());
        }
    }
}
