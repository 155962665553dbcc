package dev.sluice.dashboard.developer;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.DeliveryQuery;
import dev.sluice.client.model.WebhookDelivery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.dashboard.Button;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.UnknownOutcomePage;
import dev.sluice.http.Answer;
import dev.sluice.http.JsonLayout;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports;
import dev.sluice.webhook.Reports.Health;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Webhook deliveries to endpoints, their results, and redelivery.
public final class DeliveryPages {
    private static final int ROWS = 25;
    private static final String DELIVERED = "delivered";
    private static final String ENDPOINT = Tab.WEBHOOKS.path("{id}");
    private static final String ONE = Tab.delivery("{id}");
    private static final List<String> FILTERS = List.of("status", "type");

    private final DashboardGuard guard;
    private final Reports reports;

    DeliveryPages(DashboardGuard guard, Reports reports) {
        this.guard = guard;
        this.reports = reports;
    }

    List<Route> routes() {
        return List.of(
                guard.action(
                        ENDPOINT + "/test",
                        Permission.DEVELOP,
                        context -> Button.press(context, () -> test(context), this::detail)),
                guard.action(ENDPOINT + "/resend", Permission.DEVELOP, this::resendFailed),
                guard.page(ONE, Permission.DEVELOP, this::delivery),
                guard.action(
                        ONE + "/resend",
                        Permission.DEVELOP,
                        context -> Button.press(context, () -> resend(context), this::delivery)));
    }

    /// Shows one endpoint.
    Answer detail(PageContext context) {
        return of(context, 200, Problems.none());
    }

    private Answer of(PageContext context, int status, Problems problems) {
        var texts = DeveloperPages.texts(context);
        var webhooks = context.client().webhooks();
        var endpoint = webhooks.get(context.request().parameter("id"));
        var health = reports.health(context.visitor().organizationId()).get(UUID.fromString(endpoint.id()));
        var formerSecrets = reports.formerSecrets(context.visitor().organizationId(), UUID.fromString(endpoint.id()));
        var parameters = new LinkedHashMap<String, String>();
        var query = context.request().query();
        FILTERS.forEach(name -> query.text(name).ifPresent(value -> parameters.put(name, value)));
        var page = webhooks.deliveryPage(endpoint.id(), query(parameters).page(query.integer("page", 1, 1, 1_000_000)));
        var since = context.form().text("since").orElseGet(() -> proposed(endpoint, health, context.zone()));
        return context.page(
                status,
                "dashboard/developer/webhook.jte",
                Section.DEVELOPERS,
                texts.get("webhook"),
                frame -> new WebhookPages.EndpointPage(
                        frame,
                        texts,
                        context.formats(),
                        endpoint,
                        health,
                        page,
                        parameters,
                        Reports.types(),
                        formerSecrets,
                        context.newFormKey(),
                        since,
                        problems));
    }

    private static DeliveryQuery query(Map<String, String> parameters) {
        var query = DeliveryQuery.all().newestFirst().limit(ROWS);
        var status = parameters.get("status");
        var type = parameters.get("type");
        query = status == null ? query : query.status(status);
        return type == null ? query : query.type(type);
    }

    /// Proposes to redeliver from the last success on, or from the endpoint's creation if there was none.
    private static String proposed(WebhookEndpoint endpoint, @Nullable Health health, ZoneId zone) {
        var success = health == null ? null : health.lastSuccess();
        var since = success == null ? endpoint.createdAt() : success;
        return LocalDateTime.ofInstant(since, zone)
                .truncatedTo(ChronoUnit.MINUTES)
                .toString();
    }

    private static Answer test(PageContext context) {
        var sent = context.client(context.formKey())
                .webhooks()
                .test(context.request().parameter("id"));
        var told = DeveloperPages.texts(context).get("testSent." + sent.status());
        var page = Tab.delivery(sent.id());
        return sent.status().equals(DELIVERED) ? context.redirect(page, told) : context.redirectWithWarning(page, told);
    }

    private Answer resendFailed(PageContext context) {
        var texts = DeveloperPages.texts(context);
        var id = context.request().parameter("id");
        var since = since(context.form().text("since").orElse(""), context.zone());
        if (since.isEmpty()) {
            return of(context, 400, Problems.of("since", texts.get("sinceMalformed")));
        }
        try {
            var again = context.client(context.formKey()).webhooks().redeliverFailedSince(id, since.get());
            return context.redirect(Tab.WEBHOOKS.path(id), texts.get("resentSince", again.redelivered()));
        } catch (SluiceException refused) {
            if (UnknownOutcomePage.is(context, refused)) {
                throw refused;
            }
            return of(context, refused.status(), Problems.of(refused));
        }
    }

    /// Parses the value of a `datetime-local` field, which has no zone and omits seconds of zero. An hour that
    /// occurs twice at a clock change means the first one.
    private static Optional<Instant> since(String text, ZoneId zone) {
        try {
            return Optional.of(LocalDateTime.parse(text).atZone(zone).toInstant());
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    private Answer delivery(PageContext context) {
        var texts = DeveloperPages.texts(context);
        var webhooks = context.client().webhooks();
        var delivery = webhooks.delivery(context.request().parameter("id"));
        var endpoint = webhooks.get(delivery.endpointId());
        var body = reports.body(context.visitor().organizationId(), UUID.fromString(delivery.eventId()))
                .map(JsonLayout::pretty)
                .orElse(null);
        return context.page(
                "dashboard/developer/delivery.jte",
                Section.DEVELOPERS,
                texts.get("delivery"),
                frame -> new DeliveryPage(
                        frame, texts, context.formats(), delivery, endpoint, body, context.newFormKey()));
    }

    private static Answer resend(PageContext context) {
        var id = context.request().parameter("id");
        context.client(context.formKey()).webhooks().redeliver(id);
        return context.redirect(Tab.delivery(id), DeveloperPages.texts(context).get("resent"));
    }

    /// Page of one delivery.
    ///
    /// @param body formatted body as it is sent; null for a test, because its body is not stored
    public record DeliveryPage(
            Frame frame,
            Texts texts,
            Formats formats,
            WebhookDelivery delivery,
            WebhookEndpoint endpoint,
            @Nullable String body,
            String formKey) {
        /// Returns the path of this page, from which it updates itself.
        public String path() {
            return Tab.delivery(delivery.id());
        }
    }
}
