package dev.sluice.webhook;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switches;
import dev.sluice.webhook.feed.Types;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Answers of the endpoints for webhooks and events. The client checks every answer against the contract.
class WebhookContractTest extends MerchantTest {
    private static final String ENDPOINTS = "/v1/webhook/endpoint";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SLOT = "9999000032";

    private WebhookInbox inbox;

    @BeforeEach
    void open() throws IOException {
        inbox = new WebhookInbox();
    }

    @AfterEach
    void close() {
        inbox.close();
    }

    private Reply register(String types) {
        return merchant.client()
                .post(
                        ENDPOINTS,
                        "{\"url\":\"" + inbox.url() + "\",\"types\":[" + types + "],\"description\":\"Back office\"}");
    }

    private String registered(String types) {
        return text(register(types).expect(201).data(), "id");
    }

    private Reply change(String id, String body) {
        return merchant.client().patch(ENDPOINTS + "/" + id, body);
    }

    private Reply post(String path, String body) {
        return merchant.client().post(path, body);
    }

    private JsonNode await(String endpoint, String filter) {
        var list = ENDPOINTS + "/" + endpoint + "/delivery?" + filter;
        return merchant.awaitFirst(list);
    }

    @Test
    void an_endpoint_from_its_registration_to_its_end() {
        var created = register("\"deposit.*\",\"disbursement.completed\"").expect(201);
        Golden.assertSame("webhook-endpoint/create", created.json());
        var path = ENDPOINTS + "/" + text(created.data(), "id");
        Golden.assertSame(
                "webhook-endpoint/detail",
                merchant.client().get(path).expect(200).json());
        Golden.assertSame(
                "webhook-endpoint/list",
                merchant.client().get(ENDPOINTS).expect(200).json());
        Golden.assertSame(
                "webhook-endpoint/update",
                merchant.client()
                        .patch(path, "{\"description\":\"\",\"types\":[],\"status\":\"disabled\"}")
                        .expect(200)
                        .json());
        var rotated = post(path + "/secret/rotate", null).expect(200);
        Golden.assertSame("webhook-endpoint/rotate", rotated.json());
        assertThat(text(rotated.data(), "secret")).isNotEqualTo(text(created.data(), "secret"));
        Golden.assertSame(
                "webhook-endpoint/delete",
                merchant.client().delete(path).expect(200).json());
        assertThat(merchant.client().get(path).expect(404).code()).isEqualTo("WEBHOOK_ENDPOINT_NOT_FOUND");
        assertThat(merchant.client().get(ENDPOINTS).data().path("docs")).isEmpty();
    }

    @Test
    void endpoints_are_listed_in_the_order_that_is_asked_for() {
        var first = registered("\"*\"");
        var second = registered("\"*\"");
        change(first, "{\"description\":\"changed later\"}").expect(200);
        assertThat(listed("")).containsExactly(second, first);
        assertThat(listed("sort=createdAt")).containsExactly(first, second);
        assertThat(listed("sort=-createdAt")).containsExactly(second, first);
        assertThat(listed("sort=updatedAt")).containsExactly(second, first);
        assertThat(listed("sort=-updatedAt&limit=1&page=2")).containsExactly(second);
    }

    @Test
    void an_endpoint_made_disabled_is_told_of_nothing_until_it_is_enabled() {
        var created = post(ENDPOINTS, "{\"url\":\"" + inbox.url() + "\",\"status\":\"disabled\"}")
                .expect(201);
        assertThat(text(created.data(), "status")).isEqualTo("disabled");
        assertThat(text(created.data(), "disabledReason")).isEqualTo("requested");
        var id = text(created.data(), "id");
        var missed = merchant.paid(SLOT, "10000");
        change(id, "{\"status\":\"enabled\"}").expect(200);
        var told = merchant.paid(SLOT, "10000");
        inbox.await("disbursement.created", told);
        assertThat(inbox.messages())
                .extracting(WebhookInbox.ReceivedMessage::about)
                .doesNotContain(missed);
        var enabled = post(ENDPOINTS, "{\"url\":\"" + inbox.url() + "\",\"status\":\"enabled\"}");
        assertThat(text(enabled.expect(201).data(), "status")).isEqualTo("enabled");
    }

    @Test
    void there_are_so_many_endpoints_and_no_more_whoever_hurries() {
        var ids = new ArrayList<String>();
        for (int at = 0; at < 47; at++) {
            ids.add(registered("\"*\""));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int at = 0; at < 12; at++) {
                threads.submit(() -> register("\"*\""));
            }
        }
        assertThat(listed("limit=100")).hasSize(50);
        Golden.assertSame(
                "error/webhook-endpoints-exhausted",
                register("\"*\"").expect(409).json());
        merchant.client().delete(ENDPOINTS + "/" + ids.getFirst()).expect(200);
        register("\"*\"").expect(201);
    }

    private List<String> listed(String query) {
        return merchant.client()
                .get(ENDPOINTS + "?" + query)
                .expect(200)
                .data()
                .path("docs")
                .valueStream()
                .map(each -> text(each, "id"))
                .toList();
    }

    @Test
    void a_rotated_secret_and_the_one_before_both_sign() {
        var id = registered("\"*\"");
        post(ENDPOINTS + "/" + id + "/secret/rotate", null).expect(200);
        post(ENDPOINTS + "/" + id + "/test", null).expect(200);
        var signatures = inbox.await(Types.TEST, id).signature().split(" ");
        assertThat(signatures).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void a_delivery_that_arrived_is_shown_and_sent_again() {
        var endpoint = registered("\"disbursement.created\"");
        var payout = merchant.paid(SLOT, "10000");
        var id = text(await(endpoint, "status=delivered"), "id");
        Golden.assertSame(
                "webhook-delivery/list",
                merchant.client()
                        .get(ENDPOINTS + "/" + endpoint + "/delivery")
                        .expect(200)
                        .json());
        Golden.assertSame(
                "webhook-delivery/detail",
                merchant.client().get("/v1/webhook/delivery/" + id).expect(200).json());
        Golden.assertSame(
                "webhook-delivery/redeliver",
                post("/v1/webhook/delivery/" + id + "/redeliver", null)
                        .expect(200)
                        .json());
        var again = inbox.await(delivery -> delivery.about().equals(payout), 2);
        assertThat(again.id())
                .isEqualTo(inbox.await("disbursement.created", payout).id());
        await(endpoint, "status=delivered&eventId=" + again.id());
        assertThat(merchant.client().get("/v1/webhook/delivery/" + id).data().path("attempts"))
                .hasSize(2);
    }

    @Test
    void a_delivery_that_failed_waits_as_long_as_the_endpoint_says() {
        inbox.answer(503, "86400");
        var endpoint = registered("\"disbursement.created\"");
        merchant.paid(SLOT, "10000");
        inbox.await(delivery -> true, 1);
        Golden.assertSame("webhook-delivery/pending", attempted(endpoint));
    }

    /// Returns the detail of the only delivery, once an attempt has ended.
    private JsonNode attempted(String endpoint) {
        return Eventually.await(
                PATIENCE,
                "an attempt has ended",
                () -> {
                    var id = text(await(endpoint, "status=pending"), "id");
                    return merchant.client()
                            .get("/v1/webhook/delivery/" + id)
                            .expect(200)
                            .json();
                },
                detail -> detail.path("data").has("error"));
    }

    @Test
    void what_an_endpoint_missed_is_sent_again() {
        inbox.answer(410, "");
        var endpoint = registered("\"disbursement.created\"");
        var lost = merchant.paid(SLOT, "10000");
        await(endpoint, "status=failed");
        Golden.assertSame(
                "webhook-endpoint/gone",
                merchant.client().get(ENDPOINTS + "/" + endpoint).expect(200).json());
        var missed = merchant.paid(SLOT, "10000");
        inbox.answer(200, "");
        var body = "{\"since\":\"" + Instant.now().minus(1, ChronoUnit.HOURS) + "\"}";
        var path = ENDPOINTS + "/" + endpoint + "/redeliver";
        Golden.assertSame(
                "error/webhook-endpoint-disabled", post(path, body).expect(409).json());
        change(endpoint, "{\"status\":\"enabled\"}").expect(200);
        Golden.assertSame(
                "webhook-endpoint/redeliver", post(path, body).expect(200).json());
        inbox.await(delivery -> delivery.about().equals(lost), 2);
        inbox.await("disbursement.created", missed);
    }

    @Test
    void a_test_tells_what_came_of_it_and_is_not_sent_again() {
        var endpoint = registered("\"convert.completed\"");
        var path = ENDPOINTS + "/" + endpoint + "/test";
        Golden.assertSame("webhook-endpoint/test", post(path, null).expect(200).json());
        inbox.answer(500, "");
        var failed = post(path, null).expect(200);
        Golden.assertSame("webhook-endpoint/test-failed", failed.json());
        Golden.assertSame(
                "error/webhook-delivery-not-repeatable",
                post("/v1/webhook/delivery/" + text(failed.data(), "id") + "/redeliver", null)
                        .expect(409)
                        .json());
        assertThat(await(endpoint, "type=webhook.test&status=failed")
                        .path("statusCode")
                        .intValue())
                .isEqualTo(500);
    }

    @Test
    void a_test_that_comes_again_is_not_made_again() {
        var path = ENDPOINTS + "/" + registered("\"*\"") + "/test";
        var first = merchant.client().post(path, null, "once").expect(200);
        var again = merchant.client().post(path, null, "once").expect(200);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(inbox.messages()).hasSize(1);
    }

    @Test
    void what_is_not_there_is_not_found() {
        var nowhere = UUID.randomUUID().toString();
        Golden.assertSame(
                "error/webhook-endpoint-not-found",
                merchant.client().get(ENDPOINTS + "/" + nowhere).expect(404).json());
        Golden.assertSame(
                "error/webhook-delivery-not-found",
                merchant.client()
                        .get("/v1/webhook/delivery/" + nowhere)
                        .expect(404)
                        .json());
        Golden.assertSame(
                "error/event-not-found",
                merchant.client().get("/v1/event/" + nowhere).expect(404).json());
        assertThat(change(nowhere, "{}").expect(404).code()).isEqualTo("WEBHOOK_ENDPOINT_NOT_FOUND");
        for (var path : List.of("/secret/rotate", "/test", "/redeliver")) {
            post(
                            ENDPOINTS + "/" + nowhere + path,
                            "{\"since\":\"" + Instant.now().plusSeconds(60) + "\"}")
                    .expect(404);
        }
        merchant.client().get(ENDPOINTS + "/x/delivery").expect(404);
        post("/v1/webhook/delivery/x/redeliver", null).expect(404);
        merchant.client().delete(ENDPOINTS + "/x").expect(404);
    }

    @Test
    void another_organizations_are_not_found() {
        var endpoint = registered("\"recipient.*\"");
        merchant.storedInIndonesia();
        var delivery = await(endpoint, "status=delivered");
        try (var other = Merchant.at(service)) {
            other.client().get(ENDPOINTS + "/" + endpoint).expect(404);
            other.client().get("/v1/webhook/delivery/" + text(delivery, "id")).expect(404);
            other.client().get("/v1/event/" + text(delivery, "eventId")).expect(404);
            other.client().get("/v1/event?after=" + text(delivery, "eventId")).expect(400);
        }
    }

    @Test
    void everything_that_is_wrong_is_named() {
        var refused = post(
                        ENDPOINTS, "{\"url\":\"ftp://example.com\",\"types\":[\"payout.created\"],\"description\":7}")
                .expect(400);
        Golden.assertSame("error/webhook-endpoint", refused.json());
        var endpoint = registered("\"*\"");
        assertThat(fields(change(endpoint, "{\"status\":\"\"}"))).containsExactly("status");
        for (var status : List.of("\"paused\"", "\"deleted\"", "true")) {
            assertThat(fields(change(endpoint, "{\"status\":" + status + "}"))).containsExactly("status");
            assertThat(fields(post(ENDPOINTS, "{\"url\":\"" + inbox.url() + "\",\"status\":" + status + "}")))
                    .containsExactly("status");
        }
        assertThat(fields(change(endpoint, "{\"types\":[\"deposit.*\",\"a\",\"*\",\"b\"],\"url\":\"x\"}")))
                .containsExactly("url", "types[1]", "types[3]");
        var path = ENDPOINTS + "/" + endpoint;
        for (var since : List.of(
                "{}",
                "{\"since\":7}",
                "{\"since\":\"yesterday\"}",
                "{\"since\":\"2020-01-01T00:00:00Z\"}",
                "{\"since\":\"+999999999-12-31T23:59:59Z\"}",
                "{\"since\":\"-999999999-01-01T00:00:00Z\"}")) {
            assertThat(fields(post(path + "/redeliver", since))).containsExactly("since");
        }
        for (var query : List.of("status=lost", "type=payout.created", "limit=0", "sort=name", "sort=updatedAt")) {
            merchant.client().get(path + "/delivery?" + query).expect(400);
        }
        for (var query : List.of("limit=101", "type=deposit.*", "after=x")) {
            merchant.client().get("/v1/event?" + query).expect(400);
        }
    }

    private static List<String> fields(Reply refused) {
        return refused.expect(400)
                .json()
                .path("details")
                .valueStream()
                .map(each -> text(each, "field"))
                .toList();
    }

    @Test
    void a_key_without_the_scope_only_looks() {
        try (var reader = Merchant.of(service, Switches.sandbox(), EnumSet.of(Scope.READ), true)) {
            reader.client().get(ENDPOINTS).expect(200);
            reader.client().get("/v1/event").expect(200);
            reader.client().post(ENDPOINTS, "{\"url\":\"https://example.com\"}").expect(403);
        }
    }

    @Test
    void events_are_read_on_from_where_somebody_was() {
        var none = merchant.client().get("/v1/event").expect(200);
        Golden.assertSame("event/none", none.json());
        var ids = new ArrayList<String>();
        for (int each = 0; each < 11; each++) {
            ids.add(merchant.paid(SLOT, "10000"));
        }
        var first = merchant.client().get("/v1/event?type=disbursement.created");
        assertThat(first.expect(200).data().path("docs")).hasSize(10);
        var seen = new ArrayList<String>();
        var after = "";
        boolean more = true;
        while (more) {
            var page = merchant.client()
                    .get("/v1/event?type=disbursement.created&limit=4&after=" + after)
                    .expect(200)
                    .data();
            page.path("docs").forEach(event -> seen.add(text(event, "orderId")));
            after = text(page, "nextAfter");
            more = page.path("hasMore").booleanValue();
        }
        assertThat(seen).isEqualTo(ids);
        var caughtUp = merchant.client()
                .get("/v1/event?type=disbursement.created&after=" + after)
                .expect(200)
                .data();
        assertThat(caughtUp.path("docs")).isEmpty();
        assertThat(text(caughtUp, "nextAfter")).isEqualTo(after);
    }

    @Test
    void an_event_is_shown_as_it_was() {
        merchant.storedInIndonesia();
        var list = merchant.client().get("/v1/event?type=recipient.created").expect(200);
        Golden.assertSame("event/list", list.json());
        var id = text(list.data().path("docs").get(0), "id");
        Golden.assertSame(
                "event/detail",
                merchant.client().get("/v1/event/" + id).expect(200).json());
    }
}
