package dev.sluice.dashboard.developer;

import dev.sluice.client.EventPage;
import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.WebhookEvent;
import dev.sluice.client.model.EventQuery;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.JsonLayout;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Event log, newest first.
public final class EventPages {
    private static final int ROWS = 50;
    private static final int NOT_FOUND = 404;
    private static final String RECIPIENT = "recipient";

    /// Path of the page of an event's subject, by the first part of the event's type.
    private static final Map<String, String> ABOUT = Map.of(
            "deposit",
            "/dashboard/deposits/",
            "disbursement",
            "/dashboard/payouts/",
            "convert",
            "/dashboard/conversions/",
            RECIPIENT,
            "/dashboard/recipients/");

    private final DashboardGuard guard;
    private final Reports reports;

    EventPages(DashboardGuard guard, Reports reports) {
        this.guard = guard;
        this.reports = reports;
    }

    List<Route> routes() {
        return List.of(
                guard.page(Tab.EVENTS.path(), Permission.DEVELOP, EventPages::list),
                guard.page(Tab.EVENTS.path("{id}"), Permission.DEVELOP, this::event));
    }

    private static Answer list(PageContext context) {
        var texts = DeveloperPages.texts(context);
        var request = context.request().query();
        var type = request.text("type").orElse("");
        var after = request.text("after").orElse("");
        var query = after.isEmpty() ? EventQuery.all() : EventQuery.after(after);
        query = query.newestFirst().limit(ROWS);
        var page = context.client().events().page(type.isEmpty() ? query : query.type(type));
        return context.page(
                "dashboard/developer/events.jte",
                Section.DEVELOPERS,
                texts.get("events"),
                frame -> new Log(frame, texts, context.formats(), page, type, !after.isEmpty(), Reports.types()));
    }

    private Answer event(PageContext context) {
        var texts = DeveloperPages.texts(context);
        var event = context.client().events().get(context.request().parameter("id"));
        var organization = context.visitor().organizationId();
        var id = UUID.fromString(event.id());
        var body = reports.body(organization, id).map(JsonLayout::pretty).orElse("");
        var deliveries = reports.ofEvent(organization, id);
        var about = about(context.client(), event);
        return context.page(
                "dashboard/developer/event.jte",
                Section.DEVELOPERS,
                texts.get("event"),
                frame -> new WebhookEventPage(
                        frame, texts, context.formats(), event, about, body, deliveries, context.newFormKey()));
    }

    /// Returns the path of the event's subject; null for a deleted recipient, who has no page.
    private static @Nullable String about(SluiceClient client, WebhookEvent event) {
        var kind = event.type().substring(0, event.type().indexOf('.'));
        var id = event.orderId();
        return id == null || (kind.equals(RECIPIENT) && !isRecipientThere(client, id))
                ? null
                : ABOUT.getOrDefault(kind, Tab.EVENTS.path() + "/") + id;
    }

    private static boolean isRecipientThere(SluiceClient client, String id) {
        try {
            client.recipients().get(id);
            return true;
        } catch (SluiceException gone) {
            if (gone.status() != NOT_FOUND) {
                throw gone;
            }
            return false;
        }
    }

    /// Page of the event log.
    ///
    /// @param type type filter, or empty
    /// @param further true if there are newer events
    public record Log(
            Frame frame,
            Texts texts,
            Formats formats,
            EventPage page,
            String type,
            boolean further,
            List<String> types) {
        /// Returns the query parameters of other pages besides the cursor.
        public Map<String, String> parameters() {
            return Map.of("type", type);
        }
    }

    /// Page of one event with its deliveries.
    ///
    /// @param about path of its subject, if that has a page
    public record WebhookEventPage(
            Frame frame,
            Texts texts,
            Formats formats,
            WebhookEvent event,
            @Nullable String about,
            String body,
            List<Reports.DeliveryReport> reports,
            String formKey) {}
}
