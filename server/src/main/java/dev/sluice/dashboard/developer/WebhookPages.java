package dev.sluice.dashboard.developer;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.WebhookDelivery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.client.model.WebhookEndpointCreate;
import dev.sluice.client.model.WebhookEndpointQuery;
import dev.sluice.client.model.WebhookEndpointUpdate;
import dev.sluice.dashboard.Button;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.FormVersion.Difference;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.SensitiveForms;
import dev.sluice.dashboard.UnknownOutcomePage;
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

    private final DashboardGuard guard;
    private final Reports reports;
    private final DeliveryPages deliveries;

    WebhookPages(DashboardGuard guard, Reports reports, DeliveryPages deliveries) {
        this.guard = guard;
        this.reports = reports;
        this.deliveries = deliveries;
    }

    List<Route> routes() {
        return List.of(
                guard.page(Tab.WEBHOOKS.path(), Permission.DEVELOP, this::list),
                guard.page(Tab.WEBHOOKS.path("new"), Permission.DEVELOP, WebhookPages::blank),
                guard.sensitive(Tab.WEBHOOKS.path(), Permission.DEVELOP, Form.SENT, WebhookPages::create),
                guard.page(ONE, Permission.DEVELOP, deliveries::detail),
                guard.page(ONE + "/edit", Permission.DEVELOP, WebhookPages::edit),
                guard.sensitive(
                        ONE + "/edit",
                        Permission.DEVELOP,
                        Form.SENT,
                        WebhookPages::before,
                        OptionalReason.optional(this::change)),
                button("/enable", context -> setStatus(context, "enabled")),
                button("/disable", context -> setStatus(context, "disabled")),
                button("/delete", WebhookPages::delete),
                rotation());
    }

    /// Route that rotates the secret and shows the new one. The owners get a mail.
    private Route rotation() {
        return guard.sensitive(
                ONE + "/rotate",
                Permission.DEVELOP,
                List.of(),
                WebhookPages::before,
                OptionalReason.optional(context -> Button.press(context, () -> rotate(context), deliveries::detail)));
    }

    /// Returns the route of a button on an endpoint's page, which is rendered again if the action is refused.
    private Route button(String what, Function<PageContext, Answer> action) {
        return guard.action(
                ONE + what,
                Permission.DEVELOP,
                WebhookPages::before,
                OptionalReason.optional(
                        context -> Button.press(context, () -> action.apply(context), deliveries::detail)));
    }

    private Answer list(PageContext context) {
        var texts = DeveloperPages.texts(context);
        var health = reports.health(context.visitor().organizationId());
        var endpoints = context.client()
                .webhooks()
                .list(WebhookEndpointQuery.all())
                .map(each -> new Line(each, health.get(UUID.fromString(each.id()))))
                .toList();
        return context.page(
                "dashboard/developer/webhooks.jte",
                Section.DEVELOPERS,
                texts.get("webhooks"),
                frame -> new Endpoints(frame, texts, context.formats(), endpoints));
    }

    private static Answer blank(PageContext context) {
        var nothing = new Form(context.newFormKey(), null, "", List.of(), "", NUMBER, FormVersion.sent(context), "");
        return form(context, 200, nothing, Problems.none());
    }

    private static Answer create(PageContext context) {
        var form = Form.of(context, null);
        WebhookEndpoint created;
        try {
            created = context.client(form.formKey())
                    .webhooks()
                    .create(new WebhookEndpointCreate(
                            form.url(), form.types(), form.description(), form.amounts(), null));
        } catch (SluiceException refused) {
            if (UnknownOutcomePage.is(context, refused) || SensitiveForms.isApprovalRequired(refused)) {
                throw refused;
            }
            return form(context, refused.status(), form.anew(context), Problems.of(refused));
        }
        context.recordCreated(created.id());
        return once(context, "webhookCreated", "webhookCreatedText", created);
    }

    private static Answer edit(PageContext context) {
        var endpoint = context.client().webhooks().get(context.request().parameter("id"));
        return form(context, 200, Form.stored(context, endpoint), Problems.none());
    }

    /// Returns the stored endpoint before a change, by field name, for the audit log.
    private static Map<String, String> before(PageContext context) {
        var endpoint = context.client().webhooks().get(context.request().parameter("id"));
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

    private Answer change(PageContext context) {
        var id = context.request().parameter("id");
        var form = Form.of(context, id);
        return FormVersion.orOvertaken(() -> changed(context, id, form), () -> overtaken(context, id, form));
    }

    private static Answer changed(PageContext context, String id, Form form) {
        try {
            context.client(form.formKey(), form.version())
                    .webhooks()
                    .update(
                            id,
                            new WebhookEndpointUpdate(
                                    form.url(), form.types(), form.description(), form.amounts(), null));
        } catch (SluiceException refused) {
            if (refused.status() == 404
                    || FormVersion.isOvertaken(refused)
                    || UnknownOutcomePage.is(context, refused)
                    || SensitiveForms.isApprovalRequired(refused)) {
                throw refused;
            }
            return form(context, refused.status(), form.anew(context), Problems.of(refused));
        }
        return context.redirect(
                Tab.WEBHOOKS.path(id), DeveloperPages.texts(context).get("changed"));
    }

    /// Shows the input with the stored values that differ.
    private Answer overtaken(PageContext context, String id, Form form) {
        var texts = DeveloperPages.texts(context);
        var now = Form.stored(context, context.client().webhooks().get(id));
        var problems = FormVersion.problems(
                context,
                guard.last(context, ONE + "/edit"),
                Difference.between(form.fields(), now.fields()),
                Form.FIELDS,
                texts::get);
        return form(context, 409, form.anew(context, now.version()), problems);
    }

    private static Answer setStatus(PageContext context, String status) {
        var id = context.request().parameter("id");
        context.client().webhooks().update(id, WebhookEndpointUpdate.nothing().withStatus(status));
        return context.redirect(
                Tab.WEBHOOKS.path(id), DeveloperPages.texts(context).get("webhook." + status));
    }

    private static Answer delete(PageContext context) {
        var gone = context.client().webhooks().delete(context.request().parameter("id"));
        return context.redirect(
                Tab.WEBHOOKS.path(), DeveloperPages.texts(context).get("webhookDeleted", gone.url()));
    }

    private static Answer rotate(PageContext context) {
        var rotated = context.client(context.formKey())
                .webhooks()
                .rotateSecret(context.request().parameter("id"));
        return once(context, "rotated", "webhookRotatedText", rotated);
    }

    private static Answer once(PageContext context, String titleKey, String explanationKey, WebhookEndpoint endpoint) {
        var texts = DeveloperPages.texts(context);
        var secret = endpoint.secret();
        return ShownOnce.page(
                context,
                Tab.WEBHOOKS,
                titleKey,
                texts.get(explanationKey),
                List.of(new ShownOnce.Line("secret", texts.get("webhookSecret"), secret == null ? "" : secret)),
                Tab.WEBHOOKS.path(endpoint.id()));
    }

    private static Answer form(PageContext context, int status, Form form, Problems problems) {
        var texts = DeveloperPages.texts(context);
        return context.page(
                status,
                "dashboard/developer/webhookform.jte",
                Section.DEVELOPERS,
                texts.get(form.id() == null ? "webhookNew" : "webhookEdit"),
                frame -> new EndpointFormPage(frame, texts, form, TypeChoice.of(texts, form.types()), problems));
    }

    /// Endpoint with its health.
    public record Line(WebhookEndpoint endpoint, @Nullable Health health) {}

    /// Page of all endpoints.
    public record Endpoints(Frame frame, Texts texts, Formats formats, List<Line> endpoints) {}

    /// Page of one endpoint with its deliveries.
    ///
    /// @param parameters active filters
    /// @param formerSecrets former secrets that still sign, newest first
    /// @param since proposed start time for the redelivery of failed deliveries
    public record EndpointPage(
            Frame frame,
            Texts texts,
            Formats formats,
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
    /// @param version version of the endpoint that the form was rendered from
    public record Form(
            String formKey,
            @Nullable String id,
            String url,
            List<String> types,
            String description,
            String amounts,
            FormVersion version,
            String reason) {
        /// Names of all fields of the form.
        static final List<String> SENT = List.of("url", "types*", "description", "amounts");

        static final List<String> FIELDS = List.of("url", "types", "description", "amounts");

        static Form of(PageContext context, @Nullable String id) {
            Query sent = context.form();
            return new Form(
                    context.formKey(),
                    id,
                    sent.text("url").orElse(""),
                    sent.texts("types"),
                    sent.text("description").orElse(""),
                    sent.text("amounts").orElse(NUMBER),
                    FormVersion.sent(context),
                    OptionalReason.input(context));
        }

        static Form stored(PageContext context, WebhookEndpoint endpoint) {
            var description = endpoint.description();
            return new Form(
                    context.newFormKey(),
                    endpoint.id(),
                    endpoint.url(),
                    endpoint.types(),
                    description == null ? "" : description,
                    WebhookPages.amounts(endpoint),
                    FormVersion.of(endpoint.updatedAt()),
                    "");
        }

        /// Returns this form with a new idempotency key.
        Form anew(PageContext context) {
            return anew(context, version);
        }

        /// Returns this form with a new idempotency key and another version.
        Form anew(PageContext context, FormVersion now) {
            return new Form(context.newFormKey(), id, url, types, description, amounts, now, reason);
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
    public record EndpointFormPage(Frame frame, Texts texts, Form form, List<TypeChoice> groups, Problems problems) {}
}
