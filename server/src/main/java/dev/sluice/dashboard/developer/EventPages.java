package dev.sluice.dashboard.developer;

import dev.sluice.client.EventPage;
import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.WebhookEvent;
import dev.sluice.client.model.EventQuery;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
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

    private final Door door;
    private final Reports reports;

    EventPages(Door door, Reports reports) {
        this.door = door;
        this.reports = reports;
    }

    List<Route> routes() {
        return List.of(
                door.page(Tab.EVENTS.path(), Permission.DEVELOP, EventPages::list),
                door.page(Tab.EVENTS.path("{id}"), Permission.DEVELOP, this::event));
    }

    private static Answer list(Visit visit) {
        var texts = DeveloperPages.texts(visit);
        var asked = visit.request().query();
        var type = asked.text("type").orElse("");
        var after = asked.text("after").orElse("");
        var query = after.isEmpty() ? EventQuery.all() : EventQuery.after(after);
        query = query.newestFirst().limit(ROWS);
        var page = visit.client().events().page(type.isEmpty() ? query : query.type(type));
        return visit.page(
                "dashboard/developer/events.jte",
                Section.DEVELOPERS,
                texts.get("events"),
                frame -> new Log(frame, texts, visit.look(), page, type, !after.isEmpty(), Reports.types()));
    }

    private Answer event(Visit visit) {
        var texts = DeveloperPages.texts(visit);
        var event = visit.client().events().get(visit.request().parameter("id"));
        var organization = visit.visitor().organizationId();
        var id = UUID.fromString(event.id());
        var body = reports.body(organization, id).map(JsonLayout::pretty).orElse("");
        var told = reports.ofEvent(organization, id);
        var about = about(visit.client(), event);
        return visit.page(
                "dashboard/developer/event.jte",
                Section.DEVELOPERS,
                texts.get("event"),
                frame -> new One(frame, texts, visit.look(), event, about, body, told, visit.newFormKey()));
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
            Frame frame, Texts texts, Look look, EventPage page, String type, boolean further, List<String> types) {
        /// Returns the query parameters of other pages besides the cursor.
        public Map<String, String> parameters() {
            return Map.of("type", type);
        }
    }

    /// Page of one event with its deliveries.
    ///
    /// @param about path of its subject, if that has a page
    public record One(
            Frame frame,
            Texts texts,
            Look look,
            WebhookEvent event,
            @Nullable String about,
            String body,
            List<Reports.Told> told,
            String formKey) {}
}
