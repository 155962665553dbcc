package dev.sluice.dashboard.developer;

import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.client.WebhookEvent;
import dev.sluice.client.model.EventQuery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.client.model.WebhookEndpointQuery;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.FormIds;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
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

    private final Door door;
    private final Rooms rooms;
    private final Supplier<URI> baseUrl;

    public DeveloperPages(Door door, Rooms rooms, Supplier<URI> baseUrl) {
        this.door = door;
        this.rooms = rooms;
        this.baseUrl = baseUrl;
    }

    /// Modules that the pages use besides the API.
    public record Rooms(Reports reports, ApiClients clients, ApiKeys keys, RequestLog requests, FormIds formIds) {}

    public List<Route> routes() {
        var routes = new ArrayList<Route>();
        routes.add(door.page(Tab.OVERVIEW.path(), Permission.DEVELOP, this::overview));
        var deliveries = new DeliveryPages(door, rooms.reports());
        routes.addAll(new WebhookPages(door, rooms.reports(), deliveries).routes());
        routes.addAll(deliveries.routes());
        routes.addAll(new EventPages(door, rooms.reports()).routes());
        var keys = new KeyPages(door, rooms);
        routes.addAll(keys.routes());
        routes.addAll(new AllowlistPages(door, rooms, keys).routes());
        routes.addAll(new RequestPages(door, rooms).routes());
        return routes;
    }

    private Answer overview(Visit visit) {
        var texts = texts(visit);
        var client = visit.client();
        var endpoints = client.webhooks().list(WebhookEndpointQuery.all()).toList();
        var events = client.events()
                .page(EventQuery.all().newestFirst().limit(LATEST))
                .docs();
        return visit.page(
                "dashboard/developer/overview.jte",
                Section.DEVELOPERS,
                texts.get("title"),
                frame -> new Overview(frame, texts, visit.look(), baseUrl.get().toString(), endpoints, events));
    }

    static Texts texts(Visit visit) {
        return visit.texts("dashboard.developer");
    }

    /// Overview page.
    public record Overview(
            Frame frame,
            Texts texts,
            Look look,
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
