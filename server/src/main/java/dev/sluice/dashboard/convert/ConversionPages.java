package dev.sluice.dashboard.convert;

import dev.sluice.client.model.Convert;
import dev.sluice.client.model.ConvertQuery;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Sort;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Span;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.ledger.Statement;
import dev.sluice.ledger.Statement.Entry;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.webhook.Reports;
import dev.sluice.webhook.Reports.EventHistory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Conversions: the list, and the page of each.
public final class ConversionPages {
    static final String BUNDLE = "dashboard.convert";
    static final String LIST = "/dashboard/conversions";

    private static final int ROWS = 25;
    private static final int PAGE_MAX = 1_000_000;

    private final DashboardGuard guard;
    private final Statement statement;
    private final Reports reports;
    private final QuotePages quotes;

    public ConversionPages(
            DashboardGuard guard, Clocks clocks, References references, Statement statement, Reports reports) {
        this.guard = guard;
        this.statement = statement;
        this.reports = reports;
        this.quotes = new QuotePages(clocks, references);
    }

    public List<Route> routes() {
        var routes = new ArrayList<>(quotes.routes(guard));
        routes.add(guard.page(LIST, Permission.VIEW, ConversionPages::list));
        routes.add(guard.page(LIST + "/{id}", Permission.VIEW, this::detail));
        return routes;
    }

    private static Answer list(PageContext context) {
        var texts = context.texts(BUNDLE);
        var client = context.client();
        var filter = Filter.of(context.request().query(), context.zone());
        var problems = filter.span().problems(context.common());
        var page = problems.isEmpty() ? client.conversions().page(filter.query()) : null;
        var tokens =
                client.references().cryptos().stream().map(token -> token.id()).toList();
        var currencies = client.references().currencies().stream()
                .map(currency -> currency.currency())
                .distinct()
                .toList();
        return context.page(
                problems.isEmpty() ? 200 : 400,
                "dashboard/convert/list.jte",
                Section.CONVERSIONS,
                texts.get("title"),
                frame -> new Conversions(
                        frame,
                        texts,
                        context.formats(),
                        filter,
                        problems,
                        tokens,
                        currencies,
                        page,
                        context.may(Permission.CONVERT)));
    }

    private Answer detail(PageContext context) {
        var texts = context.texts(BUNDLE);
        var conversion = context.client().conversions().get(context.request().parameter("id"));
        var organization = context.visitor().organizationId();
        var id = UUID.fromString(conversion.convertId());
        var events = context.may(Permission.DEVELOP) ? reports.ofPayment(organization, id) : null;
        return context.page(
                "dashboard/convert/one.jte",
                Section.CONVERSIONS,
                texts.get(
                        "one",
                        context.formats().unit(conversion.input().currency()),
                        context.formats().unit(conversion.output().currency())),
                frame -> new ConversionPage(
                        frame, texts, context.formats(), conversion, statement.entries(organization, id), events));
    }

    /// Filters of the conversion list.
    public record Filter(String input, String output, Span span, int page) {
        static Filter of(Query query, ZoneId zone) {
            return new Filter(
                    query.text("inputCurrency").orElse(""),
                    query.text("outputCurrency").orElse(""),
                    Span.of(query, zone),
                    query.integer("page", 1, 1, PAGE_MAX));
        }

        public boolean isEmpty() {
            return input.isEmpty() && output.isEmpty() && span.times().isEmpty();
        }

        public Map<String, String> parameters() {
            var all = new LinkedHashMap<String, String>();
            all.put("inputCurrency", input);
            all.put("outputCurrency", output);
            span.addTo(all);
            return all;
        }

        ConvertQuery query() {
            var query = ConvertQuery.all().sort(Sort.NEWEST_FIRST).limit(ROWS).page(page);
            query = input.isEmpty() ? query : query.inputCurrency(input);
            query = output.isEmpty() ? query : query.outputCurrency(output);
            var times = span.times();
            return times.isEmpty()
                    ? query
                    : query.between(times.get().from(), times.get().to());
        }
    }

    /// Page of the conversion list.
    ///
    /// @param page null if the filter has a problem
    public record Conversions(
            Frame frame,
            Texts texts,
            Formats formats,
            Filter filter,
            Problems problems,
            List<String> tokens,
            List<String> currencies,
            @Nullable Page<Convert> page,
            boolean mayConvert) {}

    /// Page of one conversion.
    ///
    /// @param entries its ledger entries
    /// @param events webhook events; null if the visitor may not see them
    public record ConversionPage(
            Frame frame,
            Texts texts,
            Formats formats,
            Convert conversion,
            List<Entry> entries,
            @Nullable List<EventHistory> events) {
        public ConversionPage {
            entries = List.copyOf(entries);
        }
    }
}
