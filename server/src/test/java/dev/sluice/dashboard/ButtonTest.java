package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.merchant.Role;
import dev.sluice.webhook.TestReceiver;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of buttons: a refused action shows its page again, and an action without an effect is not reported as a
/// success.
class ButtonTest extends DashboardTest {
    private static final String DEVELOPERS = "/dashboard/developers/";
    private static final String REFUSED = "alert alert-danger alert-dismissible\" role=\"alert\">";

    private static void assertStays(HttpResponse<String> answer, int status, String title, String reason) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(title, REFUSED + reason).doesNotContain("Go to Home");
    }

    private String endpoint(String url) {
        var created = "{\"url\":\"" + url + "\",\"types\":[\"recipient.*\"]}";
        return Merchant.text(
                merchant.client()
                        .post("/v1/webhook/endpoint", created)
                        .expect(201)
                        .data(),
                "id");
    }

    @Test
    void a_payout_that_has_gone_out_is_shown_again_with_why_it_cannot_be_cancelled() {
        var payout = merchant.paid("1234567890", "10000");
        merchant.await(payout, "completed");
        var maker = person(Role.MAKER);
        var path = "/dashboard/payouts/" + payout;
        assertStays(maker.post(path + "/cancel", Map.of()), 409, "id=\"timeline\"", "Disbursement cannot be cancelled");
        assertThat(deeds(merchant.organizationId(), 1).getFirst().isRefused()).isTrue();
        assertThat(maker.get(path).body()).doesNotContain(REFUSED);
        assertThat(maker.post(path + "/force", Map.of("status", "no_such_status"))
                        .body())
                .contains("id=\"timeline\"", REFUSED);
    }

    @Test
    void what_is_refused_at_an_endpoint_or_a_delivery_is_said_there() {
        try (var receiver = new TestReceiver(TestReceiver.answering(500))) {
            var developer = person(Role.DEVELOPER);
            var page = DEVELOPERS + "webhooks/" + endpoint(receiver.url().toString());
            var test = developer.post(page + "/test", Map.of());
            assertThat(test.statusCode()).isEqualTo(303);
            assertThat(test.headers().allValues("Set-Cookie")).anyMatch(each -> each.startsWith("sluice_notice=~"));
            var delivery = test.headers().firstValue("Location").orElseThrow();
            var cookies = developer.token() + "; sluice_notice=~It%20has%20not%20arrived";
            var told = new Person(service.baseUrl(), developer.user(), cookies);
            assertThat(told.get(delivery).body())
                    .contains("alert alert-warning alert-dismissible\" role=\"alert\">It has not arrived");
            assertStays(
                    developer.post(delivery + "/resend", Map.of()),
                    409,
                    "id=\"progress\"",
                    "A test delivery cannot be resent");
            for (int rotation = 0; rotation < 5; rotation++) {
                assertThat(developer.post(page + "/rotate", Map.of()).statusCode())
                        .isEqualTo(200);
            }
            assertStays(developer.post(page + "/rotate", Map.of()), 409, "id=\"deliveries\"", "Six secrets are in use");
            assertThat(developer.get(page).body().split("valid until", -1)).hasSize(6);
            merchant.advance("PT25H");
            assertThat(developer.get(page).body()).doesNotContain("valid until");
            assertThat(developer.post(page + "/rotate", Map.of()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void what_is_not_there_leads_to_the_page_above_it() {
        var maker = person(Role.MAKER);
        var nobody = "/dashboard/recipients/" + service.clocks().newId();
        var answers = List.of(
                maker.get(nobody), maker.post(nobody + "/delete", Map.of()), maker.post(nobody + "/verify", Map.of()));
        for (var answer : answers) {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("Go to Home", ">Back</a>");
        }
        assertThat(maker.get(nobody).body()).contains("href=\"/dashboard/recipients\">Back</a>");
        var owner = person(Role.OWNER);
        var rule = "/dashboard/policy/rules/" + service.clocks().newId() + "/remove";
        assertThat(owner.post(rule, Map.of()).body()).contains("href=\"/dashboard/policy\">Back</a>");
        assertThat(maker.get("/dashboard/team").body()).doesNotContain(">Back</a>");
    }
}
