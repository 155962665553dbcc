package dev.sluice.dashboard.developer;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.WebhookDelivery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.client.model.WebhookEndpointCreate;
import dev.sluice.client.model.WebhookEndpointQuery;
import dev.sluice.client.model.WebhookEndpointUpdate;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Unsettled;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports;
import dev.sluice.webhook.Reports.Health;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The endpoints that events are sent to: made, changed, switched off and on, and deleted.
public final class WebhookPages {
    private static final String ONE = Tab.WEBHOOKS.path("{id}");

    private final Door door;
    private final Reports reports;
    private final DeliveryPages deliveries;

    WebhookPages(Door door, Reports reports, DeliveryPages deliveries) {
        this.door = door;
        this.reports = reports;
        this.deliveries = deliveries;
    }

    List<Route> routes() {
        return List.of(
                door.page(Tab.WEBHOOKS.path(), Permission.DEVELOP, this::list),
                door.page(Tab.WEBHOOKS.path("new"), Permission.DEVELOP, WebhookPages::blank),
                door.action(Tab.WEBHOOKS.path(), Permission.DEVELOP, WebhookPages::create),
                door.page(ONE, Permission.DEVELOP, visit -> deliveries.of(visit, 200, Problems.none())),
                door.page(ONE + "/edit", Permission.DEVELOP, WebhookPages::edit),
                door.action(ONE + "/edit", Permission.DEVELOP, WebhookPages::before, WebhookPages::change),
                door.action(ONE + "/enable", Permission.DEVELOP, WebhookPages::before, visit -> turn(visit, "enabled")),
                door.action(
                        ONE + "/disable", Permission.DEVELOP, WebhookPages::before, visit -> turn(visit, "disabled")),
                door.action(ONE + "/delete", Permission.DEVELOP, WebhookPages::before, WebhookPages::delete),
                door.action(ONE + "/rotate", Permission.DEVELOP, WebhookPages::rotate));
    }

    private Answer list(Visit visit) {
        var texts = DeveloperPages.texts(visit);
        var health = reports.health(visit.visitor().organizationId());
        var endpoints = visit.client()
                .webhooks()
                .list(WebhookEndpointQuery.all())
                .map(each -> new Line(each, health.get(UUID.fromString(each.id()))))
                .toList();
        return visit.page(
                "dashboard/developer/webhooks.jte",
                Section.DEVELOPERS,
                texts.get("webhooks"),
                frame -> new Endpoints(frame, texts, visit.look(), endpoints));
    }

    private static Answer blank(Visit visit) {
        return form(visit, 200, new Form(visit.newFormKey(), null, "", List.of(), ""), Problems.none());
    }

    private static Answer create(Visit visit) {
        var form = Form.of(visit, null);
        WebhookEndpoint made;
        try {
            made = visit.client(form.formKey())
                    .webhooks()
                    .create(new WebhookEndpointCreate(form.url(), form.types(), form.description(), null));
        } catch (SluiceException refused) {
            if (Unsettled.is(visit, refused)) {
                throw refused;
            }
            return form(visit, refused.status(), form.anew(visit), Problems.of(refused));
        }
        return once(visit, "webhookMade", "webhookMadeText", made);
    }

    private static Answer edit(Visit visit) {
        var endpoint = visit.client().webhooks().get(visit.request().parameter("id"));
        var description = endpoint.description();
        return form(
                visit,
                200,
                new Form(
                        visit.newFormKey(),
                        endpoint.id(),
                        endpoint.url(),
                        endpoint.types(),
                        description == null ? "" : description),
                Problems.none());
    }

    /// What an endpoint is until it is changed or deleted, by the names of its form, for the audit log.
    private static Map<String, String> before(Visit visit) {
        var endpoint = visit.client().webhooks().get(visit.request().parameter("id"));
        var description = endpoint.description();
        return Map.of(
                "before.url", endpoint.url(),
                "before.types", String.join(", ", endpoint.types()),
                "before.description", description == null ? "" : description,
                "before.status", endpoint.status());
    }

    private static Answer change(Visit visit) {
        var id = visit.request().parameter("id");
        var form = Form.of(visit, id);
        try {
            visit.client(form.formKey())
                    .webhooks()
                    .update(id, new WebhookEndpointUpdate(form.url(), form.types(), form.description(), null));
        } catch (SluiceException refused) {
            if (refused.status() == 404 || Unsettled.is(visit, refused)) {
                throw refused;
            }
            return form(visit, refused.status(), form.anew(visit), Problems.of(refused));
        }
        return visit.goTo(Tab.WEBHOOKS.path(id), DeveloperPages.texts(visit).get("changed"));
    }

    private static Answer turn(Visit visit, String status) {
        var id = visit.request().parameter("id");
        visit.client().webhooks().update(id, WebhookEndpointUpdate.nothing().withStatus(status));
        return visit.goTo(Tab.WEBHOOKS.path(id), DeveloperPages.texts(visit).get("webhook." + status));
    }

    private static Answer delete(Visit visit) {
        var gone = visit.client().webhooks().delete(visit.request().parameter("id"));
        return visit.goTo(Tab.WEBHOOKS.path(), DeveloperPages.texts(visit).get("webhookDeleted", gone.url()));
    }

    private static Answer rotate(Visit visit) {
        var rotated = visit.client(visit.formKey())
                .webhooks()
                .rotateSecret(visit.request().parameter("id"));
        return once(visit, "rotated", "webhookRotatedText", rotated);
    }

    private static Answer once(Visit visit, String titleKey, String explanationKey, WebhookEndpoint endpoint) {
        var texts = DeveloperPages.texts(visit);
        var secret = endpoint.secret();
        return ShownOnce.page(
                visit,
                Tab.WEBHOOKS,
                titleKey,
                explanationKey,
                List.of(new ShownOnce.Line("secret", texts.get("webhookSecret"), secret == null ? "" : secret)),
                Tab.WEBHOOKS.path(endpoint.id()));
    }

    private static Answer form(Visit visit, int status, Form form, Problems problems) {
        var texts = DeveloperPages.texts(visit);
        return visit.page(
                status,
                "dashboard/developer/webhookform.jte",
                Section.DEVELOPERS,
                texts.get(form.id() == null ? "webhookNew" : "webhookEdit"),
                frame -> new Asked(frame, texts, form, TypeChoice.of(texts, form.types()), problems));
    }

    /// An endpoint and how it fares.
    public record Line(WebhookEndpoint endpoint, @Nullable Health health) {}

    /// All endpoints.
    public record Endpoints(Frame frame, Texts texts, Look look, List<Line> endpoints) {}

    /// One endpoint with its deliveries.
    ///
    /// @param parameters the filters that are set
    /// @param since what is proposed where failed deliveries are sent again
    public record One(
            Frame frame,
            Texts texts,
            Look look,
            WebhookEndpoint endpoint,
            @Nullable Health health,
            Page<WebhookDelivery> deliveries,
            Map<String, String> parameters,
            List<String> types,
            String formKey,
            String since,
            Problems problems) {}

    /// What stands in the form of an endpoint.
    ///
    /// @param id nothing while it is being made
    public record Form(String formKey, @Nullable String id, String url, List<String> types, String description) {
        static Form of(Visit visit, @Nullable String id) {
            Query sent = visit.form();
            return new Form(
                    visit.formKey(),
                    id,
                    sent.text("url").orElse(""),
                    sent.texts("types"),
                    sent.text("description").orElse(""));
        }

        /// The same to be sent once more, as something else.
        Form anew(Visit visit) {
            return new Form(visit.newFormKey(), id, url, types, description);
        }
    }

    /// The form, shown.
    public record Asked(Frame frame, Texts texts, Form form, List<TypeChoice> groups, Problems problems) {}
}
