package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.disbursement.reconciliation.Discrepancies.Discrepancy;
import dev.sluice.disbursement.reconciliation.Discrepancies.RailReport;
import dev.sluice.disbursement.reconciliation.Discrepancies.Search;
import dev.sluice.disbursement.reconciliation.Discrepancies.Show;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// List of conflicting rail reports: the open ones, and the settled ones with their decisions.
public final class DiscrepancyListPages {
    static final String PATH = OperatorPages.HOME + "/discrepancies";
    private static final String SHOW = "show";
    private static final String REPORTED = "reported";

    private final DashboardGuard guard;
    private final OperatorServices services;

    DiscrepancyListPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(guard.page(PATH, Permission.OPERATE, this::list));
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var filter = filter(context);
        var page = services.payouts().discrepancies().list(filter.search(), OperatorPages.page(context));
        var names = services.owners(
                texts, page.docs().stream().map(each -> each.payout().organizationId()));
        return context.page(
                "operator/discrepancies.jte",
                Section.OPERATIONS,
                texts.get("discrepancies"),
                frame -> new DiscrepancyList(frame, texts, OperatorPages.formats(context), filter, names, page));
    }

    private Filter filter(PageContext context) {
        return new Filter(
                OperatorPages.parameter(context, SHOW)
                                .filter(name(Show.CLOSED)::equals)
                                .isPresent()
                        ? Show.CLOSED
                        : Show.OPEN,
                OrganizationFilter.of(context, services),
                OperatorPages.parameter(context, REPORTED)
                        .flatMap(text -> Stream.of(RailReport.values())
                                .filter(each -> name(each).equals(text))
                                .findFirst())
                        .orElse(null));
    }

    private static String name(Enum<?> each) {
        return each.name().toLowerCase(Locale.ROOT);
    }

    /// Filter of the list.
    ///
    /// @param railReport the only kind of report to list; null for all
    public record Filter(
            Show show,
            OrganizationFilter organizationFilter,
            @Nullable RailReport railReport) {
        Search search() {
            return new Search(show, organizationFilter.id(), railReport);
        }

        /// Returns its name in addresses and text keys.
        public String name() {
            return DiscrepancyListPages.name(show);
        }

        public boolean isFiltered() {
            return railReport != null || organizationFilter.isFiltered();
        }

        /// Returns the query parameters of the same list.
        Map<String, String> parameters() {
            var all = new LinkedHashMap<String, String>();
            all.put(SHOW, show == Show.OPEN ? "" : name());
            organizationFilter.into(all);
            all.put(REPORTED, railReport == null ? "" : DiscrepancyListPages.name(railReport));
            return all;
        }
    }

    /// Page of the list.
    ///
    /// @param names of the organizations
    public record DiscrepancyList(
            Frame frame, Texts texts, Formats formats, Filter filter, Map<UUID, String> names, Page<Discrepancy> page) {
        public DiscrepancyList {
            names = Map.copyOf(names);
        }

        public String path() {
            return PATH;
        }

        public boolean isOpen() {
            return filter.show() == Show.OPEN;
        }

        public List<String> shows() {
            return Stream.of(Show.values()).map(DiscrepancyListPages::name).toList();
        }

        public Map<String, String> outcomes() {
            var all = new LinkedHashMap<String, String>();
            Stream.of(RailReport.values())
                    .forEach(each -> all.put(DiscrepancyListPages.name(each), texts.get("reported." + each)));
            return all;
        }

        public boolean is(String outcome) {
            return filter.railReport() != null
                    && DiscrepancyListPages.name(filter.railReport()).equals(outcome);
        }

        /// Returns the link to another state, with the same filters.
        public String list(String choice) {
            return Links.with(PATH, filter.parameters(), SHOW, choice.equals("open") ? "" : choice);
        }

        /// Returns the link to the same list without filters.
        public String unfiltered() {
            return Links.of(PATH, Map.of(SHOW, isOpen() ? "" : filter.name()));
        }

        /// Returns the link to another page of the same list.
        public String page(int number) {
            return Links.with(PATH, filter.parameters(), "page", String.valueOf(number));
        }
    }
}
