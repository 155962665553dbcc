package dev.sluice.dashboard.developer;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import dev.sluice.webhook.TestReceiver;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Tests of webhooks and events: permissions, one-time secrets, and a delivery from its failure to its success.
@Tag("slow")
class WebhookPagesTest extends DashboardTest {
    private static final String WEBHOOKS = "/dashboard/developers/webhooks";
    private static final String SOMEWHERE = "https://shop.example.com/hook";
    private static final String DELIVERY = "/dashboard/developers/deliveries/";
    private static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9+/=]+");
    private static final Pattern FORMER =
            Pattern.compile("<li><div>replaced\\s+<time datetime=\"([^\"]+)\">[^<]+</time>\\s*</div>\\s*"
                    + "<div>valid until\\s+<time datetime=\"([^\"]+)\">[^<]+</time>");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static String id(JsonNode created) {
        return created.path("id").stringValue();
    }

    private String registered(String url) {
        return id(merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"" + url + "\",\"types\":[\"recipient.*\"]}")
                .expect(201)
                .data());
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VIEWER", "MAKER", "CHECKER", "OPERATOR"})
    void who_does_not_develop_sees_and_does_nothing(Role role) {
        var person = person(role);
        var endpoint = registered(SOMEWHERE);
        for (var path : List.of(
                "",
                "/webhooks",
                "/webhooks/new",
                "/webhooks/" + endpoint,
                "/webhooks/" + endpoint + "/edit",
                "/events")) {
            assertThat(person.get("/dashboard/developers" + path).statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
        for (var path : List.of("", "/" + endpoint + "/delete", "/" + endpoint + "/rotate", "/" + endpoint + "/test")) {
            assertThat(person.postAsIs(WEBHOOKS + path, Map.of("url", SOMEWHERE))
                            .statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
        assertThat(merchant.client()
                        .get("/v1/webhook/endpoint")
                        .expect(200)
                        .data()
                        .path("totalDocs")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void the_form_of_an_endpoint_has_the_form_of_its_amounts() {
        var developer = person(Role.DEVELOPER);
        var created = developer.post(WEBHOOKS, Map.of("url", SOMEWHERE, "types", "deposit.*", "amounts", "string"));
        assertThat(created.statusCode()).as(created.body()).isLessThan(400);
        var endpoint = endpoint();
        var id = id(endpoint);
        assertThat(endpoint.path("amounts").stringValue()).isEqualTo("string");
        var page = WEBHOOKS + "/" + id;
        assertThat(developer.get(page).body()).contains("JSON strings: \"150000.5\"");
        var form = developer.get(page + "/edit").body();
        assertThat(form).contains("value=\"string\" checked").doesNotContain("value=\"number\" checked");
        var wrong = Map.of("url", SOMEWHERE, "types", "deposit.*", "amounts", "text");
        assertThat(developer.post(page + "/edit", wrong).body()).contains("must be number or string");
        var right = Map.of("url", SOMEWHERE, "types", "deposit.*", "amounts", "number");
        assertThat(developer.post(page + "/edit", right).statusCode()).isEqualTo(303);
        assertThat(endpoint().path("amounts").stringValue()).isEqualTo("number");
    }

    private JsonNode endpoint() {
        return merchant.client()
                .get("/v1/webhook/endpoint")
                .expect(200)
                .data()
                .path("docs")
                .path(0);
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void what_was_told_of_a_payment_is_for_who_develops(Role role) {
        try (var receiver = new TestReceiver(TestReceiver.answering(200))) {
            var created = "{\"url\":\"" + receiver.url() + "\",\"types\":[\"*\"]}";
            merchant.client().post("/v1/webhook/endpoint", created).expect(201);
            var pages = List.of(
                    "/dashboard/payouts/" + merchant.paid("1234567890", "10000"),
                    "/dashboard/deposits/" + merchant.createDeposit("014_VA", "150000"));
            var developer = person(Role.DEVELOPER);
            var person = person(role);
            for (var page : pages) {
                await(() -> developer.get(page).body().contains(DELIVERY));
                assertThat(developer.get(page).body())
                        .contains(
                                "<a class=\"mono text-break\" href=\"" + DELIVERY,
                                receiver.url().toString());
                boolean isShown = role.may(Permission.DEVELOP);
                var body = person.get(page).body();
                for (var part : List.of("Events and webhooks", receiver.url().toString(), DELIVERY)) {
                    assertThat(body.contains(part)).as(page + ": " + part).isEqualTo(isShown);
                }
            }
        }
    }

    @Test
    void an_event_leads_to_its_payee_until_they_are_deleted() {
        var payee = "/dashboard/recipients/" + merchant.storedInIndonesia();
        var event = id(merchant.client()
                .get("/v1/event?type=recipient.created")
                .expect(200)
                .data()
                .path("docs")
                .get(0));
        var owner = person(Role.OWNER);
        var page = "/dashboard/developers/events/" + event;
        assertThat(owner.get(page).body()).contains("href=\"" + payee + "\"");
        assertThat(owner.post(payee + "/delete", Map.of()).statusCode()).isEqualTo(303);
        assertThat(owner.get(page).body())
                .contains(payee.substring(payee.lastIndexOf('/') + 1))
                .doesNotContain("href=\"" + payee + "\"");
    }

    @Test
    void what_is_another_organizations_is_not_there() {
        try (var other = Merchant.at(service)) {
            var endpoint = id(other.client()
                    .post("/v1/webhook/endpoint", "{\"url\":\"" + SOMEWHERE + "\"}")
                    .expect(201)
                    .data());
            other.storedInIndonesia();
            var event = id(other.client()
                    .get("/v1/event")
                    .expect(200)
                    .data()
                    .path("docs")
                    .get(0));
            var developer = person(Role.DEVELOPER);
            for (var path : List.of("/webhooks/" + endpoint, "/webhooks/" + endpoint + "/edit", "/events/" + event)) {
                assertThat(developer.get("/dashboard/developers" + path).statusCode())
                        .as(path)
                        .isEqualTo(404);
            }
            for (var action : List.of("edit", "enable", "disable", "delete", "rotate", "test", "resend")) {
                assertThat(developer
                                .post(
                                        WEBHOOKS + "/" + endpoint + "/" + action,
                                        Map.of("url", SOMEWHERE, "since", "2026-01-01T00:00"))
                                .statusCode())
                        .as(action)
                        .isEqualTo(404);
            }
            assertThat(other.client()
                            .get("/v1/webhook/endpoint/" + endpoint)
                            .expect(200)
                            .data()
                            .path("status")
                            .stringValue())
                    .isEqualTo("enabled");
        }
    }

    @Test
    void a_secret_is_shown_once_and_a_form_sent_twice_makes_one_endpoint() {
        var developer = person(Role.DEVELOPER);
        var form = Map.of(
                "url",
                SOMEWHERE,
                "types",
                "deposit.completed",
                "formKey",
                UUID.randomUUID().toString());
        var created = developer.post(WEBHOOKS, form);
        assertThat(created.statusCode()).isEqualTo(200);
        assertThat(created.headers().firstValue("Cache-Control")).contains("no-store");
        var secret = secret(created.body());
        assertThat(secret(developer.post(WEBHOOKS, form).body())).isEqualTo(secret);
        var all = merchant.client().get("/v1/webhook/endpoint").expect(200).data();
        assertThat(all.path("totalDocs").intValue()).isEqualTo(1);
        var page = WEBHOOKS + "/" + id(all.path("docs").get(0));
        for (var path : List.of(WEBHOOKS, page, page + "/edit")) {
            var shown = developer.get(path);
            assertThat(shown.statusCode()).as(path).isEqualTo(200);
            assertThat(shown.body()).doesNotContain("whsec_");
        }
        var rotated = secret(developer.post(page + "/rotate", Map.of()).body());
        assertThat(rotated).isNotEqualTo(secret);
        assertThat(developer.get(page).body()).doesNotContain("whsec_");
    }

    @Test
    void each_former_secret_says_when_it_was_replaced_and_until_when_it_signs() {
        var developer = person(Role.DEVELOPER);
        developer.post(WEBHOOKS, Map.of("url", SOMEWHERE, "types", "deposit.completed"));
        var all = merchant.client().get("/v1/webhook/endpoint").expect(200).data();
        var page = WEBHOOKS + "/" + id(all.path("docs").get(0));
        for (int rotation = 0; rotation < 5; rotation++) {
            developer.post(page + "/rotate", Map.of());
        }
        var lines = FORMER.matcher(developer.get(page).body())
                .results()
                .map(line -> List.of(Instant.parse(line.group(1)), Instant.parse(line.group(2))))
                .toList();
        assertThat(lines).hasSize(5).doesNotHaveDuplicates();
        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(line.getFirst().plus(Duration.ofHours(24))).isEqualTo(line.getLast()));
        assertThat(lines)
                .isSortedAccordingTo(
                        Comparator.comparing(List<Instant>::getFirst).reversed());
    }

    @Test
    void what_is_wrong_stands_at_its_field_and_what_was_typed_stays() {
        var answer =
                person(Role.ADMIN).post(WEBHOOKS, Map.of("url", "ftp://shop.example.com", "description", "Shop <1>"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("id=\"url-wrong\"", "ftp://shop.example.com", "Shop &lt;1>")
                .doesNotContain("whsec_");
    }

    @Test
    void an_endpoint_is_changed_switched_and_deleted() {
        var owner = person(Role.OWNER);
        var page = WEBHOOKS + "/" + registered(SOMEWHERE);
        assertThat(owner.post(page + "/edit", Map.of("url", SOMEWHERE + "2", "types", "deposit.*"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(owner.post(page + "/disable", Map.of()).statusCode()).isEqualTo(303);
        assertThat(owner.get(page).body()).contains(SOMEWHERE + "2", "deposit.*", "Disabled manually");
        assertThat(owner.post(page + "/enable", Map.of()).statusCode()).isEqualTo(303);
        assertThat(owner.get(page).body()).doesNotContain("Disabled manually");
        assertThat(owner.post(page + "/delete", Map.of()).statusCode()).isEqualTo(303);
        assertThat(owner.get(page).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_delivery_fails_and_arrives_once_the_receiver_lives(int width) {
        try (var receiver = new TestReceiver(TestReceiver.answering(500))) {
            var developer = person(Role.DEVELOPER);
            var page = window(developer, width);
            page.onDialog(com.microsoft.playwright.Dialog::accept);
            page.navigate("/dashboard/developers");
            assertWellMade(page);
            page.navigate(WEBHOOKS);
            assertWellMade(page);
            register(page, receiver.url().toString());

            merchant.storedInIndonesia();
            await(() -> !receiver.received().isEmpty());
            var endpoint = page.url();
            await(() -> {
                page.navigate(endpoint);
                return page.locator("td:has-text('500')").count() > 0;
            });
            assertWellMade(page);
            page.click("td a:has-text('recipient.created')");
            page.locator("#progress li").first().waitFor();
            assertThat(page.locator("#payload").textContent()).contains("\"type\": \"recipient.created\"");
            assertThat(page.locator("#progress").textContent()).contains("500");
            assertWellMade(page);

            // The second attempt is automatic and the third follows after five minutes, so an earlier
            // delivery is the requested one.
            await(() -> {
                page.reload();
                return page.locator("#progress li").count() == 2;
            });
            receiver.becomes(TestReceiver.answering(200));
            page.waitForRequestFinished(
                    new Page.WaitForRequestFinishedOptions()
                            .setPredicate(request -> request.isNavigationRequest()
                                    && request.method().equals("GET")),
                    () -> page.click("form[action$='/resend'] button"));
            page.waitForLoadState();
            await(() -> {
                page.reload();
                return page.locator("#progress .status-green").count() > 0;
            });
            assertThat(receiver.received()).hasSize(3);
            page.click("dd a[href*='/events/']");
            page.locator("h1:has-text('Event')").waitFor();
            assertThat(page.locator("tbody").textContent()).contains("Delivered");
            assertWellMade(page);
            page.navigate("/dashboard/developers/events?type=recipient.created");
            assertThat(page.locator("tbody tr").count()).isEqualTo(1);
            assertWellMade(page);
        }
    }

    @Test
    void failed_ones_are_sent_again_since_a_time() {
        try (var receiver = new TestReceiver(TestReceiver.answering(410))) {
            var developer = person(Role.DEVELOPER);
            var page = WEBHOOKS + "/" + registered(receiver.url().toString());
            var wrong = developer.post(page + "/resend", Map.of("since", "yesterday"));
            assertThat(wrong.statusCode()).isEqualTo(400);
            assertThat(wrong.body()).contains("id=\"since-wrong\"");
            merchant.storedInIndonesia();
            await(() -> developer.get(page).body().contains("Responded 410 Gone"));
            receiver.becomes(TestReceiver.answering(200));
            assertThat(developer.post(page + "/enable", Map.of()).statusCode()).isEqualTo(303);
            merchant.advance("PT2H");
            assertThat(resentSince(developer, page, 1)).startsWith("0 failed deliveries");
            assertThat(developer.get(page + "?status=failed").body()).contains(DELIVERY);
            assertThat(resentSince(developer, page, 3)).startsWith("1 failed deliveries");
            await(() -> developer.get(page + "?status=delivered").body().contains(DELIVERY));
            assertThat(receiver.received()).hasSize(2);
            receiver.becomes(TestReceiver.answering(500));
            var test = developer.post(page + "/test", Map.of());
            assertThat(test.statusCode()).isEqualTo(303);
            assertThat(developer
                            .get(test.headers().firstValue("Location").orElseThrow())
                            .body())
                    .contains("webhook.test", "500");
        }
    }

    /// Requests the redelivery of failures of the last hours, and returns the flash message.
    private static String resentSince(Person developer, String endpoint, int hours) {
        var since = LocalDateTime.ofInstant(service.clocks().instant(), ZoneOffset.UTC)
                .minusHours(hours);
        var answer = developer.post(endpoint + "/resend", Map.of("since", since.toString()));
        assertThat(answer.statusCode()).isEqualTo(303);
        var notice = "sluice_notice=";
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(notice))
                .map(cookie -> URLDecoder.decode(cookie.substring(notice.length()), StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }

    private void register(Page page, String url) {
        page.click("a[href$='/webhooks/new'] >> nth=0");
        page.fill("#url", url);
        page.check("#type-recipient-all");
        assertWellMade(page);
        page.click("main form button[type=submit]");
        page.locator("#secret").waitFor();
        assertThat(page.locator("#secret").inputValue()).startsWith("whsec_");
        assertWellMade(page);
        page.click("a.btn-primary");
        page.locator("#deliveries").waitFor();
    }

    private static String secret(String body) {
        var matcher = SECRET.matcher(body);
        assertThat(matcher.find()).as(body).isTrue();
        return matcher.group();
    }

    private static void await(BooleanSupplier condition) {
        Eventually.within(PATIENCE, "it is sent and shown", condition);
    }
}
