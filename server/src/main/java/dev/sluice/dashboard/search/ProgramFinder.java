package dev.sluice.dashboard.search;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.merchant.Permission;
import dev.sluice.requestlog.RequestFilter;
import java.util.Locale;
import java.util.UUID;

/// Finds resources for developers: events, webhooks, API requests, clients and keys. It finds nothing for visitors
/// without that permission.
final class ProgramFinder {
    private static final int ENDPOINTS_MAX = 100;
    private static final int REQUEST_ID_LENGTH_MIN = 8;
    private static final String DEVELOPERS = Section.DEVELOPERS.path();

    private final boolean allowed;
    private final UUID organization;
    private final SearchPages.Programs rooms;
    private final SluiceClient client;
    private final Hits hits;

    ProgramFinder(PageContext context, SearchPages.Programs rooms, Hits hits) {
        this.allowed = context.may(Permission.DEVELOP);
        this.organization = context.caller().organizationId();
        this.rooms = rooms;
        this.client = context.client();
        this.hits = hits;
    }

    void byId(String id) {
        if (!allowed) {
            return;
        }
        Hits.there(() -> client.events().get(id))
                .ifPresent(event -> hits.add("event", event.type(), event.id(), DEVELOPERS + "/events/" + event.id()));
        Hits.there(() -> client.webhooks().get(id)).ifPresent(this::add);
        Hits.there(() -> client.webhooks().delivery(id))
                .ifPresent(
                        told -> hits.add("delivery", told.type(), told.id(), DEVELOPERS + "/deliveries/" + told.id()));
    }

    /// Finds requests by their request id, and clients, keys and endpoints by any identifying text.
    void named(String text) {
        if (!allowed) {
            return;
        }
        if (text.length() >= REQUEST_ID_LENGTH_MIN) {
            rooms.requests()
                    .page(RequestFilter.of(organization, text), Hits.EACH_MAX)
                    .forEach(request -> hits.add(
                            "request",
                            request.method() + " " + request.path(),
                            hits.formats().time(request.at()),
                            DEVELOPERS + "/requests/" + request.id()));
        }
        if (text.length() >= Hits.NAME_LENGTH_MIN) {
            credentials(text);
            endpoints(text);
        }
    }

    /// Searches clients and keys in memory, because an organization has few.
    private void credentials(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        rooms.clients().list(organization).stream()
                .filter(each -> each.clientId().equalsIgnoreCase(text)
                        || each.id().toString().equals(lower)
                        || SearchPages.isNamed(each.label(), text))
                .limit(Hits.EACH_MAX)
                .forEach(each -> hits.add(
                        "apiClient",
                        each.label(),
                        each.clientId(),
                        keys(each.revokedAt().isPresent(), "clients")));
        rooms.keys().list(organization).stream()
                .filter(each -> each.prefix().toLowerCase(Locale.ROOT).startsWith(lower)
                        || each.id().toString().equals(lower)
                        || SearchPages.isNamed(each.label(), text))
                .limit(Hits.EACH_MAX)
                .forEach(each -> hits.add(
                        "apiKey",
                        each.label(),
                        each.prefix(),
                        keys(each.revokedAt().isPresent(), "keys")));
    }

    /// Returns the link to clients or keys; a link to a revoked one includes revoked ones.
    private static String keys(boolean revoked, String part) {
        return DEVELOPERS + "/keys" + (revoked ? "?revoked=shown" : "") + "#" + part;
    }

    private void endpoints(String text) {
        client.webhooks()
                .list()
                .limit(ENDPOINTS_MAX)
                .filter(each -> SearchPages.isNamed(Hits.described(each.url(), each.description()), text))
                .limit(Hits.EACH_MAX)
                .forEach(this::add);
    }

    private void add(WebhookEndpoint endpoint) {
        var description = endpoint.description();
        hits.add(
                "endpoint",
                description == null ? endpoint.url() : description,
                description == null ? endpoint.id() : endpoint.url(),
                DEVELOPERS + "/webhooks/" + endpoint.id());
    }
}
