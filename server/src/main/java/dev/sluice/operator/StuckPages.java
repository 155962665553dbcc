package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.disbursement.query.Backlog;
import dev.sluice.disbursement.query.Backlog.BacklogPage;
import dev.sluice.disbursement.query.Backlog.PendingPayout;
import dev.sluice.disbursement.query.Backlog.Search;
import dev.sluice.disbursement.query.Backlog.StuckReason;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.rail.Rail;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// List of stuck payouts.
public final class StuckPages {
    static final String PATH = OperatorPages.HOME + "/payouts";
    private static final String REASON = "reason";
    private static final String RAIL = "rail";

    private final DashboardGuard guard;
    private final OperatorServices services;

    StuckPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(guard.page(PATH, Permission.OPERATE, this::list));
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var filter = filter(context);
        var now = services.core().clocks().instant();
        var found = services.queues()
                .payouts()
                .stuck(filter.search(), now, Backlog.STUCK_AFTER, OperatorPages.page(context));
        var names = services.owners(
                texts, found.page().docs().stream().map(held -> held.payout().organizationId()));
        return context.page(
                "operator/stuck.jte",
                Section.OPERATIONS,
                texts.get("stuck"),
                frame -> new Stuck(frame, texts, OperatorPages.formats(context), filter, rails(), names, found, now));
    }

    private Filter filter(PageContext context) {
        return new Filter(
                OperatorPages.parameter(context, REASON)
                        .flatMap(text -> Stream.of(StuckReason.values())
                                .filter(each -> name(each).equals(text))
                                .findFirst())
                        .orElse(null),
                OrganizationFilter.of(context, services),
                OperatorPages.parameter(context, RAIL).filter(rails()::contains).orElse(""));
    }

    private List<String> rails() {
        return services.rails().payouts().all().stream().map(Rail::name).toList();
    }

    private static String name(StuckReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    /// Filter of the list.
    ///
    /// @param reason the only kind of trouble to list; null for all
    /// @param rail the only rail; empty for all
    public record Filter(@Nullable StuckReason reason, OrganizationFilter organizationFilter, String rail) {
        Search search() {
            return new Search(reason, organizationFilter.id(), rail.isEmpty() ? null : rail);
        }

        public boolean isFiltered() {
            return reason != null || organizationFilter.isFiltered() || !rail.isEmpty();
        }

        /// Returns the query parameters of the same list.
        Map<String, String> parameters() {
            var all = new LinkedHashMap<String, String>();
            all.put(REASON, reason == null ? "" : name(reason));
            organizationFilter.into(all);
            all.put(RAIL, rail);
            return all;
        }
    }

    /// Page of the list.
    ///
    /// @param rails to choose from
    /// @param names of the organizations
    public record Stuck(
            Frame frame,
            Texts texts,
            Formats formats,
            Filter filter,
            List<String> rails,
            Map<UUID, String> names,
            BacklogPage backlog,
            Instant now) {
        public Stuck {
            rails = List.copyOf(rails);
            names = Map.copyOf(names);
        }

        public String path() {
            return PATH;
        }

        public Page<PendingPayout> page() {
            return backlog.page();
        }

        public long minutes() {
            return Backlog.STUCK_AFTER.toMinutes();
        }

        /// Returns the maximum number of payouts of each kind that are searched.
        public int searchLimit() {
            return Backlog.REACH;
        }

        public Map<String, String> reasons() {
            var all = new LinkedHashMap<String, String>();
            Stream.of(StuckReason.values()).forEach(each -> all.put(name(each), texts.get("stuckReason." + each)));
            return all;
        }

        public boolean is(String reason) {
            return filter.reason() != null && name(filter.reason()).equals(reason);
        }

        /// Returns the link to another page of the same list.
        public String page(int number) {
            return Links.with(PATH, filter.parameters(), "page", String.valueOf(number));
        }
    }
}
