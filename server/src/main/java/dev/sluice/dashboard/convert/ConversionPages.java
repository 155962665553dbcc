package dev.sluice.dashboard.convert;

import dev.sluice.client.model.Convert;
import dev.sluice.client.model.ConvertQuery;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Sort;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Span;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.ledger.Statement;
import dev.sluice.ledger.Statement.Entry;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.webhook.Reports;
import dev.sluice.webhook.Reports.Story;
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

    private final Door door;
    private final Statement statement;
    private final Reports reports;
    private final QuotePages quotes;

    public ConversionPages(Door door, Clocks clocks, References references, Statement statement, Reports reports) {
        this.door = door;
        this.statement = statement;
        this.reports = reports;
        this.quotes = new QuotePages(clocks, references);
    }

    public List<Route> routes() {
        var routes = new ArrayList<>(quotes.routes(door));
        routes.add(door.page(LIST, Permission.VIEW, ConversionPages::list));
        routes.add(door.page(LIST + "/{id}", Permission.VIEW, this::one));
        return routes;
    }

    private static Answer list(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var client = visit.client();
        var filter = Filter.of(visit.request().query(), visit.zone());
        var problems = filter.span().problems(visit.common());
        var page = problems.isEmpty() ? client.conversions().page(filter.query()) : null;
        var tokens =
                client.references().cryptos().stream().map(token -> token.id()).toList();
        var currencies = client.references().currencies().stream()
                .map(currency -> currency.currency())
                .distinct()
                .toList();
        return visit.page(
                problems.isEmpty() ? 200 : 400,
                "dashboard/convert/list.jte",
                Section.CONVERSIONS,
                texts.get("title"),
                frame -> new Conversions(
                        frame,
                        texts,
                        visit.look(),
                        filter,
                        problems,
                        tokens,
                        currencies,
                        page,
                        visit.may(Permission.CONVERT)));
    }

    private Answer one(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var conversion = visit.client().conversions().get(visit.request().parameter("id"));
        var organization = visit.visitor().organizationId();
        var id = UUID.fromString(conversion.convertId());
        var events = visit.may(Permission.DEVELOP) ? reports.ofPayment(organization, id) : null;
        return visit.page(
                "dashboard/convert/one.jte",
                Section.CONVERSIONS,
                texts.get(
                        "one",
                        visit.look().unit(conversion.input().currency()),
                        visit.look().unit(conversion.output().currency())),
                frame -> new One(frame, texts, visit.look(), conversion, statement.entries(organization, id), events));
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
            Look look,
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
    public record One(
            Frame frame,
            Texts texts,
            Look look,
            Convert conversion,
            List<Entry> entries,
            @Nullable List<Story> events) {
        public One {
            entries = List.copyOf(entries);
        }
    }
}
