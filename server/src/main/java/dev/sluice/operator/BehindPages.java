package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.webhook.delivery.Backlog.EndpointBacklog;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// List of organizations whose webhook endpoints lag behind or only fail.
public final class BehindPages {
    static final String PATH = OperatorPages.HOME + "/webhooks";
    private static final String REASON = "reason";
    private static final String BEHIND = "behind";
    private static final String FAILING = "failing";

    private final DashboardGuard guard;
    private final OperatorServices services;

    BehindPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(guard.page(PATH, Permission.OPERATE, this::list));
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var filter = new Filter(
                OperatorPages.parameter(context, REASON)
                        .filter(reasons()::contains)
                        .orElse(""),
                OrganizationFilter.of(context, services));
        var found = lagging(services.queues().webhooks().backlogs()).stream()
                .filter(filter::matches)
                .toList();
        var requested = OperatorPages.page(context);
        var page = Page.of(
                found.size(),
                requested,
                () -> found.stream()
                        .skip(requested.offset())
                        .limit(requested.limit())
                        .toList());
        var names = services.owners(texts, page.docs().stream().map(EndpointBacklog::organizationId));
        return context.page(
                "operator/backlogs.jte",
                Section.OPERATIONS,
                texts.get("webhooks"),
                frame -> new Behind(frame, texts, OperatorPages.formats(context), filter, names, page));
    }

    /// Returns the organizations whose endpoints lag behind or only fail, the furthest behind first.
    static List<EndpointBacklog> lagging(List<EndpointBacklog> backlogs) {
        return backlogs.stream()
                .filter(each -> isBehind(each) || each.failingSince() != null)
                .sorted(Comparator.comparingLong(EndpointBacklog::behind)
                        .thenComparingLong(EndpointBacklog::pending)
                        .reversed()
                        .thenComparing(EndpointBacklog::organizationId))
                .toList();
    }

    private static boolean isBehind(EndpointBacklog backlog) {
        return backlog.behind() > 0 || backlog.pending() > 0;
    }

    private static List<String> reasons() {
        return List.of(BEHIND, FAILING);
    }

    /// Filter of the list.
    ///
    /// @param reason the only reason to list; empty for all reasons
    public record Filter(String reason, OrganizationFilter organizationFilter) {
        boolean matches(EndpointBacklog backlog) {
            boolean matches = switch (reason) {
                case BEHIND -> isBehind(backlog);
                case FAILING -> backlog.failingSince() != null;
                default -> true;
            };
            return matches && (organizationFilter.id() == null || organizationFilter.is(backlog.organizationId()));
        }

        public boolean isFiltered() {
            return !reason.isEmpty() || organizationFilter.isFiltered();
        }

        public List<String> reasons() {
            return BehindPages.reasons();
        }

        /// Returns the query parameters of the same list.
        Map<String, String> parameters() {
            var all = new LinkedHashMap<String, String>();
            all.put(REASON, reason);
            organizationFilter.into(all);
            return all;
        }
    }

    /// Page of the list.
    ///
    /// @param names of the organizations
    public record Behind(
            Frame frame,
            Texts texts,
            Formats formats,
            Filter filter,
            Map<UUID, String> names,
            Page<EndpointBacklog> page) {
        public Behind {
            names = Map.copyOf(names);
        }

        public String path() {
            return PATH;
        }

        /// Returns the link to another page of the same list.
        public String page(int number) {
            return Links.with(PATH, filter.parameters(), "page", String.valueOf(number));
        }
    }
}
