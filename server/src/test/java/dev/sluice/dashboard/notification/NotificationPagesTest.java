package dev.sluice.dashboard.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Subject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of notifications: the bell, the list and the settings.
@Tag("slow")
class NotificationPagesTest extends DashboardTest {
    private static final String PATH = "/dashboard/notifications";
    private static final String REJECTED = "9999000009";
    private static final Pattern BELL = Pattern.compile("aria-label=\"Notifications(, (\\d+\\+?) unread)?\"");
    private static final Pattern UNTIL = Pattern.compile("name=\"until\" value=\"([^\"]+)\"");
    private static final Pattern ONE = Pattern.compile(PATH + "/[0-9a-f-]{36}/read");

    private static void until(BooleanSupplier condition) {
        Eventually.within(Duration.ofMinutes(1), "people are told", condition);
    }

    private static String bell(Person person) {
        var matcher = BELL.matcher(person.get("/dashboard").body());
        assertThat(matcher.find()).isTrue();
        return matcher.group(2) == null ? "0" : matcher.group(2);
    }

    private void tell(Kind kind, Subject subject) {
        service.connections()
                .run(tx -> Notifications.wire(service.connections(), service.vault(), service.clocks())
                        .create(tx, merchant.organizationId(), kind, subject));
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_payout_fails_the_bell_says_so_and_a_mail_comes(int width) {
        var owner = person(Role.OWNER);
        assertThat(bell(owner)).isEqualTo("0");
        var payout = merchant.paid(REJECTED, "150000");
        merchant.await(payout, "failed");
        until(() -> bell(owner).equals("1"));
        var page = window(owner, width);
        page.navigate("/dashboard");
        page.click(".bell");
        assertThat(page.locator("h1").textContent()).isEqualTo("Notifications");
        assertWellMade(page);
        assertThat(page.locator(".list-group-item a").getAttribute("href")).isEqualTo("/dashboard/payouts/" + payout);
        page.locator("button:has-text('Mark as read')").click();
        page.locator(".bell:not(:has(.bell-count))").waitFor();
        assertWellMade(page);
        page.navigate(PATH + "/settings");
        assertWellMade(page);
        merchant.advance("PT1M");
        until(() -> mails().latest(100).stream()
                .map(StoredMail::mail)
                .anyMatch(mail -> mail.to().equals(owner.user().email())
                        && mail.text().contains("/dashboard/payouts/" + payout)));
        page.context().close();
    }

    @Test
    void a_token_is_named_as_pages_name_it_and_a_failure_has_its_reason() {
        var owner = person(Role.OWNER);
        tell(
                Kind.PAYOUT_FAILED,
                new Subject("p-1", new BigDecimal("15.5"), "usdc-polygon", "INV-1", "ADDRESS_CANNOT_RECEIVE"));
        var line = "15.50\u00a0USDC on Polygon · INV-1 · The address cannot receive this token";
        assertThat(owner.get(PATH).body()).contains(line);
        merchant.advance("PT1M");
        until(() -> mails().latest(100).stream()
                .map(StoredMail::mail)
                .anyMatch(mail ->
                        mail.to().equals(owner.user().email()) && mail.text().contains(line)));
    }

    @Test
    void a_low_balance_is_told_once_and_again_only_after_it_recovered() {
        var owner = person(Role.OWNER);
        var available = merchant.available("IDR");
        assertThat(owner.post(PATH + "/thresholds", Map.of("threshold.IDR", available.toPlainString()))
                        .statusCode())
                .isEqualTo(303);
        pause(3_000);
        assertThat(bell(owner)).isEqualTo("0");
        var held = merchant.paid("0123456789", "100000");
        until(() -> bell(owner).equals("1"));
        assertThat(owner.get(PATH).body()).contains("Low balance", "below 1,000,000");
        owner.post(PATH + "/read", Map.of());
        merchant.paid("0123456789", "100000");
        pause(5_000);
        assertThat(bell(owner)).isEqualTo("0");
        assertThat(held).isNotEmpty();
        owner.post(PATH + "/thresholds", Map.of("threshold.IDR", "1"));
        pause(5_000);
        assertThat(bell(owner)).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({
        "IDR,abc,Enter an amount",
        "IDR,-5,Enter an amount",
        "IDR,0,above zero",
        "IDR,0.001,at most",
        "USD,0.001,at most 2",
        "USD,1e9,Enter an amount",
        "USD,'1,00',Enter an amount",
        "IDR,500.000,at most 2"
    })
    void a_threshold_that_is_none_is_refused_at_its_field(String currency, String typed, String text) {
        var owner = person(Role.OWNER);
        var field = "threshold." + currency;
        var answer = owner.post(PATH + "/thresholds", Map.of(field, typed, "threshold.SGD", "5"));
        assertThat(answer.statusCode()).isEqualTo(400);
        var from = answer.body().indexOf("id=\"" + field + "-wrong\"");
        assertThat(from).isPositive();
        assertThat(answer.body().substring(from, answer.body().indexOf("</div>", from)))
                .contains(text);
        assertThat(owner.get(PATH + "/settings").body()).doesNotContain("value=\"5\"");
    }

    /// Half a million in one language is five hundred in another. The language of the form counts, even if the
    /// visitor has since chosen another one in a different window.
    @Test
    void a_threshold_is_read_in_the_language_of_its_form() {
        var owner = person(Role.OWNER);
        var indonesian = Map.of("Accept-Language", "id");
        assertThat(owner.get(PATH + "/settings", indonesian).body()).contains("name=\"formLanguage\" value=\"id\"");
        owner.post(PATH + "/thresholds", Map.of("threshold.IDR", "500.000", "formLanguage", "id"));
        assertThat(owner.get(PATH + "/settings").body())
                .contains("value=\"500,000\"", "name=\"formLanguage\" value=\"en\"");
        assertThat(owner.get(PATH + "/settings", indonesian).body()).contains("value=\"500.000\"");
        assertThat(owner.get("/dashboard/audit/export").body()).doesNotContain("formLanguage");
        owner.post(PATH + "/thresholds", Map.of("threshold.IDR", "500,000", "formLanguage", "en"));
        assertThat(owner.get(PATH + "/settings").body()).contains("value=\"500,000\"");
    }

    @Test
    void thresholds_are_set_taken_away_and_written_down() {
        var owner = person(Role.OWNER);
        owner.post(PATH + "/thresholds", Map.of("threshold.USD", "12.50"));
        assertThat(owner.get(PATH + "/settings").body()).contains("value=\"12.50\"");
        owner.post(PATH + "/thresholds", Map.of("threshold.USD", "20"));
        owner.post(PATH + "/thresholds", Map.of());
        assertThat(owner.get(PATH + "/settings").body()).doesNotContain("value=\"20\"");
        assertThat(owner.get("/dashboard/audit/export").body())
                .contains(
                        "notifications/thresholds",
                        "\"\"before.threshold.USD\"\":\"\"12.5\"\"",
                        "\"\"before.threshold.USD\"\":\"\"20\"\"",
                        ",\"\"threshold.USD\"\":\"\"20\"\"");
        var viewer = person(Role.VIEWER);
        assertThat(viewer.post(PATH + "/thresholds", Map.of("threshold.USD", "1"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(viewer.get(PATH + "/settings").body()).contains("Owners and administrators set");
    }

    @Test
    void everybody_chooses_for_themselves() {
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(PATH + "/settings").body())
                .contains("value=\"PAYOUT_FAILED\"")
                .doesNotContain("checked", "APPROVAL_WAITING");
        assertThat(viewer.post(PATH + "/settings", Map.of("kind", "PAYOUT_FAILED"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(viewer.get(PATH + "/settings").body()).contains("value=\"PAYOUT_FAILED\" checked");
        assertThat(person(Role.VIEWER).get(PATH + "/settings").body()).doesNotContain("checked");
        assertThat(viewer.postAsIs(PATH + "/settings", Map.of("kind", "BALANCE_LOW"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void a_list_has_pages_and_names_what_is_of_the_role() {
        tell(Kind.ENDPOINT_DISABLED, new Subject("e-1", null, null, "https://shop.example/<hook>"));
        tell(Kind.APPROVAL_WAITING, new Subject("p-1", new BigDecimal("150000"), "IDR", "INV-1"));
        assertThat(person(Role.DEVELOPER).get(PATH).body())
                .contains("https://shop.example/&lt;hook")
                .doesNotContain("INV-1");
        assertThat(person(Role.CHECKER).get(PATH).body())
                .contains("150,000\u00a0IDR · INV-1", "/dashboard/payouts/p-1")
                .doesNotContain("hook");
        assertThat(person(Role.VIEWER).get(PATH).body()).contains("No notifications");
        assertThat(person(Role.VIEWER).get(PATH + "?page=99").statusCode()).isEqualTo(200);
        assertThat(person(Role.OPERATOR).get(PATH).body()).doesNotContain("INV-1", "hook");
    }

    private static int readings(Person person) {
        return service.connections()
                .read(handle -> handle.createQuery("SELECT count(*) FROM notification_reading WHERE user_id = :user")
                        .bind("user", person.user().id())
                        .mapTo(Integer.class)
                        .one());
    }

    @Test
    void a_notice_of_another_organization_is_nothing_to_read() {
        tell(Kind.PAYOUT_FAILED, new Subject("p-1", null, null, "INV-1"));
        var owner = person(Role.OWNER);
        var read = ONE.matcher(owner.get(PATH).body());
        assertThat(read.find()).isTrue();
        enter();
        var stranger = person(Role.OWNER);
        assertThat(stranger.post(read.group(), Map.of()).statusCode()).isEqualTo(303);
        assertThat(readings(stranger)).isZero();
        assertThat(bell(owner)).isEqualTo("1");
        owner.post(read.group(), Map.of());
        assertThat(readings(owner)).isEqualTo(1);
        assertThat(bell(owner)).isEqualTo("0");
    }

    private static Map<String, String> upTo(String page) {
        var matcher = UNTIL.matcher(page);
        assertThat(matcher.find()).as(page).isTrue();
        return Map.of("until", matcher.group(1));
    }

    @Test
    void what_came_after_a_page_was_shown_stays_unread() {
        var owner = person(Role.OWNER);
        tell(Kind.PAYOUT_FAILED, new Subject("p-1", null, null, "INV-1"));
        var page = owner.get(PATH).body();
        var one = ONE.matcher(page);
        assertThat(one.find()).isTrue();
        tell(Kind.PAYOUT_FAILED, new Subject("p-2", null, null, "INV-2"));
        tell(Kind.APPROVAL_WAITING, new Subject("p-3", null, null, "INV-3"));
        for (var path : new String[] {one.group(), PATH + "/read"}) {
            assertThat(owner.post(path, upTo(page)).statusCode()).isEqualTo(303);
            assertThat(bell(owner)).as(path).isEqualTo("2");
        }
        assertThat(owner.post(PATH + "/read", upTo(owner.get(PATH).body())).statusCode())
                .isEqualTo(303);
        assertThat(bell(owner)).isEqualTo("0");
    }

    @Test
    void those_that_are_not_named_are_found_in_the_list_of_all() {
        for (int at = 0; at < 12; at++) {
            tell(Kind.PAYOUT_FAILED, new Subject("p-" + at, null, null, "INV-" + at + "."));
        }
        assertThat(person(Role.OWNER).get(PATH).body()).contains("href=\"/dashboard/payouts\">and 2 more<");
    }

    @Test
    void more_than_twenty_are_on_several_pages() {
        var owner = person(Role.OWNER);
        for (int at = 0; at < 21; at++) {
            tell(Kind.PAYOUT_FAILED, new Subject("p-" + at, null, null, "INV-" + at + "."));
            service.connections()
                    .run(tx -> tx.handle()
                            .execute(
                                    "UPDATE notification SET mail_at = NULL, mailed_at = latest_at"
                                            + " WHERE organization_id = ?",
                                    merchant.organizationId()));
        }
        assertThat(bell(owner)).isEqualTo("21");
        assertThat(owner.get(PATH).body())
                .contains("INV-20.", "INV-1.", "page=2")
                .doesNotContain("INV-0.");
        assertThat(owner.get(PATH + "?page=2").body())
                .contains("INV-0.", "page=1")
                .doesNotContain("INV-20.");
        assertThat(owner.post(PATH + "/read", Map.of()).statusCode()).isEqualTo(303);
        assertThat(bell(owner)).isEqualTo("0");
    }
}
