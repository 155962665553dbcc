package dev.sluice.dashboard.developer;

import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.client.WebhookEvent;
import dev.sluice.client.model.EventQuery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.client.model.WebhookEndpointQuery;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormIds;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.requestlog.RequestLog;
import dev.sluice.webhook.Reports;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Pages for developers: the overview, and the pages of each tab.
public final class DeveloperPages {
    private static final int LATEST = 5;

    private final DashboardGuard guard;
    private final Modules modules;
    private final Supplier<URI> baseUrl;

    public DeveloperPages(DashboardGuard guard, Modules modules, Supplier<URI> baseUrl) {
        this.guard = guard;
        this.modules = modules;
        this.baseUrl = baseUrl;
    }

    /// Modules that the pages use besides the API.
    public record Modules(Reports reports, ApiClients clients, ApiKeys keys, RequestLog requests, FormIds formIds) {}

    public List<Route> routes() {
        var routes = new ArrayList<Route>();
        routes.add(guard.page(Tab.OVERVIEW.path(), Permission.DEVELOP, this::overview));
        var deliveries = new DeliveryPages(guard, modules.reports());
        routes.addAll(new WebhookPages(guard, modules.reports(), deliveries).routes());
        routes.addAll(deliveries.routes());
        routes.addAll(new EventPages(guard, modules.reports()).routes());
        var keys = new KeyPages(guard, modules);
        routes.addAll(keys.routes());
        routes.addAll(new AllowlistPages(guard, modules, keys).routes());
        routes.addAll(new RequestPages(guard, modules).routes());
        return routes;
    }

    private Answer overview(PageContext context) {
        var texts = texts(context);
        var client = context.client();
        var endpoints = client.webhooks().list(WebhookEndpointQuery.all()).toList();
        var events = client.events()
                .page(EventQuery.all().newestFirst().limit(LATEST))
                .docs();
        return context.page(
                "dashboard/developer/overview.jte",
                Section.DEVELOPERS,
                texts.get("title"),
                frame -> new Overview(
                        frame, texts, context.formats(), baseUrl.get().toString(), endpoints, events));
    }

    static Texts texts(PageContext context) {
        return context.texts("dashboard.developer");
    }

    /// Overview page.
    public record Overview(
            Frame frame,
            Texts texts,
            Formats formats,
            String baseUrl,
            List<WebhookEndpoint> endpoints,
            List<WebhookEvent> events) {
        public long enabled() {
            return endpoints.stream()
                    .filter(each -> each.status().equals("enabled"))
                    .count();
        }
    }
}
