package dev.sluice.dashboard.developer;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.DeliveryQuery;
import dev.sluice.client.model.WebhookDelivery;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.dashboard.Button;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Unsettled;
import dev.sluice.dashboard.Visit;
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

    private final Door door;
    private final Reports reports;

    DeliveryPages(Door door, Reports reports) {
        this.door = door;
        this.reports = reports;
    }

    List<Route> routes() {
        return List.of(
                door.action(
                        ENDPOINT + "/test",
                        Permission.DEVELOP,
                        visit -> Button.press(visit, () -> test(visit), this::one)),
                door.action(ENDPOINT + "/resend", Permission.DEVELOP, this::resendFailed),
                door.page(ONE, Permission.DEVELOP, this::delivery),
                door.action(
                        ONE + "/resend",
                        Permission.DEVELOP,
                        visit -> Button.press(visit, () -> resend(visit), this::delivery)));
    }

    /// Shows one endpoint.
    Answer one(Visit visit) {
        return of(visit, 200, Problems.none());
    }

    private Answer of(Visit visit, int status, Problems problems) {
        var texts = DeveloperPages.texts(visit);
        var webhooks = visit.client().webhooks();
        var endpoint = webhooks.get(visit.request().parameter("id"));
        var health = reports.health(visit.visitor().organizationId()).get(UUID.fromString(endpoint.id()));
        var formerSecrets = reports.formerSecrets(visit.visitor().organizationId(), UUID.fromString(endpoint.id()));
        var parameters = new LinkedHashMap<String, String>();
        var asked = visit.request().query();
        FILTERS.forEach(name -> asked.text(name).ifPresent(value -> parameters.put(name, value)));
        var page = webhooks.deliveryPage(endpoint.id(), query(parameters).page(asked.integer("page", 1, 1, 1_000_000)));
        var since = visit.form().text("since").orElseGet(() -> proposed(endpoint, health, visit.zone()));
        return visit.page(
                status,
                "dashboard/developer/webhook.jte",
                Section.DEVELOPERS,
                texts.get("webhook"),
                frame -> new WebhookPages.One(
                        frame,
                        texts,
                        visit.look(),
                        endpoint,
                        health,
                        page,
                        parameters,
                        Reports.types(),
                        formerSecrets,
                        visit.newFormKey(),
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

    private static Answer test(Visit visit) {
        var sent = visit.client(visit.formKey()).webhooks().test(visit.request().parameter("id"));
        var told = DeveloperPages.texts(visit).get("testSent." + sent.status());
        var page = Tab.delivery(sent.id());
        return sent.status().equals(DELIVERED) ? visit.goTo(page, told) : visit.goToWarned(page, told);
    }

    private Answer resendFailed(Visit visit) {
        var texts = DeveloperPages.texts(visit);
        var id = visit.request().parameter("id");
        var since = since(visit.form().text("since").orElse(""), visit.zone());
        if (since.isEmpty()) {
            return of(visit, 400, Problems.of("since", texts.get("sinceMalformed")));
        }
        try {
            var again = visit.client(visit.formKey()).webhooks().redeliverFailedSince(id, since.get());
            return visit.goTo(Tab.WEBHOOKS.path(id), texts.get("resentSince", again.redelivered()));
        } catch (SluiceException refused) {
            if (Unsettled.is(visit, refused)) {
                throw refused;
            }
            return of(visit, refused.status(), Problems.of(refused));
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

    private Answer delivery(Visit visit) {
        var texts = DeveloperPages.texts(visit);
        var webhooks = visit.client().webhooks();
        var delivery = webhooks.delivery(visit.request().parameter("id"));
        var endpoint = webhooks.get(delivery.endpointId());
        var body = reports.body(visit.visitor().organizationId(), UUID.fromString(delivery.eventId()))
                .map(JsonLayout::pretty)
                .orElse(null);
        return visit.page(
                "dashboard/developer/delivery.jte",
                Section.DEVELOPERS,
                texts.get("delivery"),
                frame -> new One(frame, texts, visit.look(), delivery, endpoint, body, visit.newFormKey()));
    }

    private static Answer resend(Visit visit) {
        var id = visit.request().parameter("id");
        visit.client(visit.formKey()).webhooks().redeliver(id);
        return visit.goTo(Tab.delivery(id), DeveloperPages.texts(visit).get("resent"));
    }

    /// Page of one delivery.
    ///
    /// @param body formatted body as it is sent; null for a test, because its body is not stored
    public record One(
            Frame frame,
            Texts texts,
            Look look,
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
