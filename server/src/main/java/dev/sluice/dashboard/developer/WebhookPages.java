package dev.sluice.dashboard.developer;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.WebhookDelivery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.client.model.WebhookEndpointCreate;
import dev.sluice.client.model.WebhookEndpointQuery;
import dev.sluice.client.model.WebhookEndpointUpdate;
import dev.sluice.dashboard.Button;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Seen.Difference;
import dev.sluice.dashboard.SensitiveForms;
import dev.sluice.dashboard.Unsettled;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports;
import dev.sluice.webhook.Reports.FormerSecret;
import dev.sluice.webhook.Reports.Health;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Webhook endpoints: creates, changes, enables, disables and deletes them.
public final class WebhookPages {
    private static final String ONE = Tab.WEBHOOKS.path("{id}");
    private static final String NUMBER = "number";
    private static final String STRING = "string";

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
                door.sensitive(Tab.WEBHOOKS.path(), Permission.DEVELOP, Form.SENT, WebhookPages::create),
                door.page(ONE, Permission.DEVELOP, deliveries::one),
                door.page(ONE + "/edit", Permission.DEVELOP, WebhookPages::edit),
                door.sensitive(
                        ONE + "/edit", Permission.DEVELOP, Form.SENT, WebhookPages::before, Why.optional(this::change)),
                button("/enable", visit -> turn(visit, "enabled")),
                button("/disable", visit -> turn(visit, "disabled")),
                button("/delete", WebhookPages::delete),
                rotation());
    }

    /// Route that rotates the secret and shows the new one. The owners get a mail.
    private Route rotation() {
        return door.sensitive(
                ONE + "/rotate",
                Permission.DEVELOP,
                List.of(),
                WebhookPages::before,
                Why.optional(visit -> Button.press(visit, () -> rotate(visit), deliveries::one)));
    }

    /// Returns the route of a button on an endpoint's page, which is rendered again if the action is refused.
    private Route button(String what, Function<Visit, Answer> deed) {
        return door.action(
                ONE + what,
                Permission.DEVELOP,
                WebhookPages::before,
                Why.optional(visit -> Button.press(visit, () -> deed.apply(visit), deliveries::one)));
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
        var nothing = new Form(visit.newFormKey(), null, "", List.of(), "", NUMBER, Seen.sent(visit), "");
        return form(visit, 200, nothing, Problems.none());
    }

    private static Answer create(Visit visit) {
        var form = Form.of(visit, null);
        WebhookEndpoint made;
        try {
            made = visit.client(form.formKey())
                    .webhooks()
                    .create(new WebhookEndpointCreate(
                            form.url(), form.types(), form.description(), form.amounts(), null));
        } catch (SluiceException refused) {
            if (Unsettled.is(visit, refused) || SensitiveForms.isApprovalRequired(refused)) {
                throw refused;
            }
            return form(visit, refused.status(), form.anew(visit), Problems.of(refused));
        }
        visit.note(made.id());
        return once(visit, "webhookMade", "webhookMadeText", made);
    }

    private static Answer edit(Visit visit) {
        var endpoint = visit.client().webhooks().get(visit.request().parameter("id"));
        return form(visit, 200, Form.stored(visit, endpoint), Problems.none());
    }

    /// Returns the stored endpoint before a change, by field name, for the audit log.
    private static Map<String, String> before(Visit visit) {
        var endpoint = visit.client().webhooks().get(visit.request().parameter("id"));
        var description = endpoint.description();
        return Map.of(
                "before.url", endpoint.url(),
                "before.types", String.join(", ", endpoint.types()),
                "before.description", description == null ? "" : description,
                "before.amounts", amounts(endpoint),
                "before.status", endpoint.status());
    }

    private static String amounts(WebhookEndpoint endpoint) {
        return STRING.equals(endpoint.amounts()) ? STRING : NUMBER;
    }

    private Answer change(Visit visit) {
        var id = visit.request().parameter("id");
        var form = Form.of(visit, id);
        return Seen.orOvertaken(() -> changed(visit, id, form), () -> overtaken(visit, id, form));
    }

    private static Answer changed(Visit visit, String id, Form form) {
        try {
            visit.client(form.formKey(), form.seen())
                    .webhooks()
                    .update(
                            id,
                            new WebhookEndpointUpdate(
                                    form.url(), form.types(), form.description(), form.amounts(), null));
        } catch (SluiceException refused) {
            if (refused.status() == 404
                    || Seen.isOvertaken(refused)
                    || Unsettled.is(visit, refused)
                    || SensitiveForms.isApprovalRequired(refused)) {
                throw refused;
            }
            return form(visit, refused.status(), form.anew(visit), Problems.of(refused));
        }
        return visit.goTo(Tab.WEBHOOKS.path(id), DeveloperPages.texts(visit).get("changed"));
    }

    /// Shows the input with the stored values that differ.
    private Answer overtaken(Visit visit, String id, Form form) {
        var texts = DeveloperPages.texts(visit);
        var now = Form.stored(visit, visit.client().webhooks().get(id));
        var problems = Seen.problems(
                visit,
                door.last(visit, ONE + "/edit"),
                Difference.between(form.fields(), now.fields()),
                Form.FIELDS,
                texts::get);
        return form(visit, 409, form.anew(visit, now.seen()), problems);
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
                texts.get(explanationKey),
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

    /// Endpoint with its health.
    public record Line(WebhookEndpoint endpoint, @Nullable Health health) {}

    /// Page of all endpoints.
    public record Endpoints(Frame frame, Texts texts, Look look, List<Line> endpoints) {}

    /// Page of one endpoint with its deliveries.
    ///
    /// @param parameters active filters
    /// @param formerSecrets former secrets that still sign, newest first
    /// @param since proposed start time for the redelivery of failed deliveries
    public record One(
            Frame frame,
            Texts texts,
            Look look,
            WebhookEndpoint endpoint,
            @Nullable Health health,
            Page<WebhookDelivery> deliveries,
            Map<String, String> parameters,
            List<String> types,
            List<FormerSecret> formerSecrets,
            String formKey,
            String since,
            Problems problems) {}

    /// Input of an endpoint's form.
    ///
    /// @param id id of the endpoint; null for a new one
    /// @param seen version of the endpoint that the form was rendered from
    public record Form(
            String formKey,
            @Nullable String id,
            String url,
            List<String> types,
            String description,
            String amounts,
            Seen seen,
            String why) {
        /// Names of all fields of the form.
        static final List<String> SENT = List.of("url", "types*", "description", "amounts");

        static final List<String> FIELDS = List.of("url", "types", "description", "amounts");

        static Form of(Visit visit, @Nullable String id) {
            Query sent = visit.form();
            return new Form(
                    visit.formKey(),
                    id,
                    sent.text("url").orElse(""),
                    sent.texts("types"),
                    sent.text("description").orElse(""),
                    sent.text("amounts").orElse(NUMBER),
                    Seen.sent(visit),
                    Why.typed(visit));
        }

        static Form stored(Visit visit, WebhookEndpoint endpoint) {
            var description = endpoint.description();
            return new Form(
                    visit.newFormKey(),
                    endpoint.id(),
                    endpoint.url(),
                    endpoint.types(),
                    description == null ? "" : description,
                    WebhookPages.amounts(endpoint),
                    Seen.of(endpoint.updatedAt()),
                    "");
        }

        /// Returns this form with a new idempotency key.
        Form anew(Visit visit) {
            return anew(visit, seen);
        }

        /// Returns this form with a new idempotency key and another version.
        Form anew(Visit visit, Seen now) {
            return new Form(visit.newFormKey(), id, url, types, description, amounts, now, why);
        }

        /// Returns the values by field name; the order of the types does not matter.
        Map<String, String> fields() {
            return Map.of(
                    "url",
                    url,
                    "types",
                    String.join(", ", types.stream().sorted().toList()),
                    "description",
                    description,
                    "amounts",
                    amounts);
        }

        public boolean isOfStrings() {
            return amounts.equals(STRING);
        }
    }

    /// Page with the form.
    public record Asked(Frame frame, Texts texts, Form form, List<TypeChoice> groups, Problems problems) {}
}
