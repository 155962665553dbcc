package dev.sluice.dashboard.home;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.Cookie;
import dev.sluice.app.Eventually;
import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.webhook.TestReceiver;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests of the home page: figures, items that need attention, and no such items without a reason.
class HomeTest extends DashboardTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void nothing_wants_attention_where_nothing_happened() {
        assertThat(person(Role.VIEWER).get("/dashboard").body())
                .contains("No payouts yet", "No deposits yet")
                .doesNotContain("Needs attention", "volume-data");
    }

    /// The page has the same width with and without a scroll bar, so that nothing shifts.
    @Test
    void room_is_kept_for_the_scroll_bar() {
        try (var window = window(person(Role.VIEWER), 1280)) {
            window.navigate("/dashboard");
            assertThat(window.evaluate("getComputedStyle(document.documentElement).scrollbarGutter"))
                    .isEqualTo("stable");
            assertThat(window.evaluate("[...document.styleSheets].flatMap(sheet => [...sheet.cssRules])"
                            + ".filter(rule => rule.selectorText === ':root' && rule.style.marginLeft).at(-1)"
                            + ".style.marginLeft"))
                    .isEqualTo("0px");
        }
    }

    @Test
    void what_failed_and_what_is_under_review_is_said_with_where_to_look() {
        merchant.await(merchant.paid("9999000001", "10000"), "failed");
        var deposit = merchant.createDeposit("014_VA", "150000");
        for (int times = 1; times <= 2; times++) {
            int payments = times;
            merchant.payIn(deposit, null).expect(200);
            merchant.awaitDeposit(deposit, each -> each.path("payments").size() == payments);
        }
        var page = person(Role.VIEWER).get("/dashboard").body();
        assertThat(page)
                .contains("Failed today: 1", "/dashboard/payouts?status=failed")
                .contains("Deposits with a payment under review: 1", "/dashboard/deposits/" + deposit);
        merchant.underReview("150000", "140000");
        assertThat(person(Role.VIEWER).get("/dashboard").body())
                .contains("Deposits with a payment under review: 2", "/dashboard/deposits?status=under_review");
    }

    @Test
    void an_endpoint_at_which_nothing_has_arrived_for_a_day_is_said_before_it_is_disabled() {
        try (var receiver = new TestReceiver(TestReceiver.answering(500))) {
            var endpoint = merchant.client()
                    .post("/v1/webhook/endpoint", "{\"url\":\"" + receiver.url() + "\",\"types\":[\"recipient.*\"]}")
                    .expect(201)
                    .data()
                    .path("id")
                    .stringValue();
            merchant.storedInIndonesia();
            Eventually.within(PATIENCE, "a delivery", () -> !receiver.received().isEmpty());
            assertThat(person(Role.DEVELOPER).get("/dashboard").body()).doesNotContain("has not accepted any event");
            merchant.advance("PT25H");
            var developer = person(Role.DEVELOPER);
            Eventually.within(
                    PATIENCE,
                    "what is said of the endpoint",
                    () -> developer.get("/dashboard").body().contains(receiver.url() + " has not accepted any event"));
            assertThat(developer.get("/dashboard").body()).contains("/dashboard/developers/webhooks/" + endpoint);
            assertThat(person(Role.VIEWER).get("/dashboard").body()).doesNotContain("has not accepted any event");
        }
    }

    /// Each item links to a list with as many payouts of that kind and status.
    @Test
    void what_failed_to_wallets_and_what_came_back_lead_to_lists_of_their_own() {
        var back = merchant.paid("1234567890", "10000");
        merchant.await(back, "completed");
        merchant.force(back, "reversed").expect(200);
        merchant.await(back, "reversed");
        var page = person(Role.VIEWER).get("/dashboard").body();
        assertThat(page)
                .contains("Returned today: 1", "/dashboard/payouts?status=reversed&amp;from=")
                .doesNotContain("Failed today", "to wallets");
        var link = Pattern.compile("\"(/dashboard/payouts\\?status=reversed[^\"]+)\"")
                .matcher(page);
        assertThat(link.find()).isTrue();
        assertThat(person(Role.VIEWER).get(link.group(1).replace("&amp;", "&")).body())
                .contains("/dashboard/payouts/" + back);
    }

    @Test
    void payouts_that_are_pending_for_long_are_said_and_lead_to_a_list_of_as_many() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
        var waiting = merchant.paid("1234567890", "10000");
        merchant.advance("PT2H");
        var lately = merchant.paid("1234567890", "20000");
        var viewer = person(Role.VIEWER);
        var page = viewer.get("/dashboard").body();
        assertThat(page).contains("Pending for more than an hour: 1");
        var link = Pattern.compile("\"(/dashboard/payouts\\?status=pending[^\"]+)\"")
                .matcher(page);
        assertThat(link.find()).isTrue();
        var path = link.group(1).replace("&amp;", "&");
        for (var list : List.of(path, path.replace("/payouts?", "/payouts/export?"))) {
            assertThat(viewer.get(list).body()).as(list).contains(waiting).doesNotContain(lately);
        }
        assertThat(viewer.get(path).body()).contains("Created until ", "name=\"until\"");
        assertThat(viewer.get("/dashboard/payouts?status=pending&until=lately").body())
                .contains(waiting, lately)
                .doesNotContain("Created until ");
    }

    @Test
    void approvals_are_said_to_who_may_decide_on_them() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
        var owner = person(Role.OWNER);
        var created = ByHand.send(owner, ByHand.typed("1234567890", "20000"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(303);
        assertThat(owner.get("/dashboard").body()).doesNotContain("your approval");
        merchant.paid("1234567890", "10000");
        assertThat(owner.get("/dashboard").body()).contains("1 payout needs your approval");
        assertThat(person(Role.CHECKER).get("/dashboard").body())
                .contains("2 payouts need your approval", "href=\"/dashboard/approvals\"");
        assertThat(person(Role.MAKER).get("/dashboard").body()).doesNotContain("your approval");
    }

    @Test
    void charts_have_their_figures_as_a_table() {
        merchant.await(merchant.paid("1234567890", "12345"), "completed");
        var page = person(Role.VIEWER).get("/dashboard?currency=IDR").body();
        assertThat(page).contains("id=\"volume-data\"", "12,345<", "100 %");
    }

    @Test
    void charts_are_written_in_the_language_of_their_page() {
        merchant.await(merchant.paid("1234567890", "20001"), "completed");
        // The axis labels the first of 30 days, and then every fourth.
        var month = LocalDate.ofInstant(service.clocks().instant(), ZoneOffset.UTC)
                .minusDays(29)
                .getMonth();
        try (var page = window(person(Role.VIEWER), 1280)) {
            for (var language : List.of("en", "id")) {
                page.context()
                        .addCookies(List.of(new Cookie("sluice_language", language)
                                .setUrl(service.baseUrl().toString())));
                page.navigate("/dashboard?currency=IDR");
                var drawn = page.locator("[data-chart=volume-data] svg");
                drawn.waitFor();
                var name = month.getDisplayName(TextStyle.SHORT, Locale.of(language));
                assertThat(drawn.textContent())
                        .contains(language.equals("en") ? "20,000" : "20.000")
                        .contains(name)
                        .doesNotContainPattern("[0-9]{2}-[0-9]{2}");
                assertThat(page.locator("[data-chart=success-data] svg").textContent())
                        .contains("100\u00a0%");
                var size = (List<?>) drawn.evaluate("chart => [chart.clientWidth, chart.clientHeight]");
                drawn.hover(new Locator.HoverOptions()
                        .setPosition(
                                ((Number) size.get(0)).doubleValue() - 14, ((Number) size.get(1)).doubleValue() / 2));
                page.waitForFunction(
                        "text => document.querySelector('[data-chart=volume-data] svg').textContent.includes(text)",
                        language.equals("en") ? "20,001" : "20.001");
            }
            assertThat(complaints).isEmpty();
        }
    }
}
