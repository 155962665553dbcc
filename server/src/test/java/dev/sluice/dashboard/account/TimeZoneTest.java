package dev.sluice.dashboard.account;

import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of times and days in a user's time zone.
class TimeZoneTest extends DashboardTest {
    private static final String ACCOUNT = "/dashboard/account";
    private static final ZoneId JAKARTA = ZoneId.of("Asia/Jakarta");

    private static Person in(String zone, Person person) {
        assertThat(person.post(ACCOUNT + "/time-zone", Map.of("timeZone", zone)).statusCode())
                .isEqualTo(303);
        return person;
    }

    /// Advances the time to 17:30 UTC, past midnight in Jakarta.
    private LocalDate lateInTheDay() {
        var now = service.clocks().instant();
        var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        var late = today.atTime(LocalTime.of(17, 30)).toInstant(ZoneOffset.UTC);
        var next = late.isAfter(now) ? late : late.plus(Duration.ofDays(1));
        merchant.advance(Duration.between(now, next).toString());
        return LocalDate.ofInstant(next, ZoneOffset.UTC);
    }

    @Test
    void what_is_made_late_in_the_day_belongs_to_the_next_one_in_jakarta() {
        var day = lateInTheDay();
        var next = day.plusDays(1);
        merchant.paidItem(item("1234567890", "10000", "\"reference\":\"INV-LATE\""));
        var created = "datetime=\"" + day + "T17:3";
        var jakarta = in("Asia/Jakarta", person(Role.VIEWER));
        var utc = person(Role.VIEWER);
        var of = "/dashboard/payouts?from=%1$s&to=%1$s";
        assertThat(jakarta.get(of.formatted(next)).body())
                .contains("INV-LATE", created, " WIB</time>", "From (Asia/Jakarta)")
                .doesNotContain(" UTC</time>");
        assertThat(jakarta.get(of.formatted(day)).body()).doesNotContain("INV-LATE");
        assertThat(utc.get(of.formatted(day)).body())
                .contains("INV-LATE", created, " UTC</time>", "From (UTC)")
                .doesNotContain("WIB");
        assertThat(utc.get(of.formatted(next)).body()).doesNotContain("INV-LATE");

        // An export contains the same payouts, with times in a machine-readable format.
        var export = "/dashboard/payouts/export?from=%1$s&to=%1$s";
        assertThat(jakarta.get(export.formatted(next)).body()).contains("INV-LATE", day + "T17:3");
        assertThat(jakarta.get(export.formatted(day)).body()).doesNotContain("INV-LATE");

        var statement = "/dashboard/balances/statement?startDate=%1$s&endDate=%1$s";
        assertThat(jakarta.get(statement.formatted(next)).body()).contains(created, " WIB</time>");
        assertThat(jakarta.get(statement.formatted(day)).body()).doesNotContain(created);
        assertThat(utc.get(statement.formatted(day)).body()).contains(created);
    }

    @Test
    void payouts_that_failed_today_are_those_of_the_persons_day() {
        var day = lateInTheDay();
        var id = merchant.paid("9999000001", "10000");
        merchant.await(id, "failed");
        var link = "/dashboard/payouts?status=failed&amp;from=%1$s&amp;to=%1$s";
        assertThat(in("Asia/Jakarta", person(Role.VIEWER)).get("/dashboard").body())
                .contains(link.formatted(day.plusDays(1)));
        assertThat(person(Role.VIEWER).get("/dashboard").body()).contains(link.formatted(day));
    }

    /// The two zones never have the same day, so that UTC would be wrong for one of them at any time.
    @ParameterizedTest
    @ValueSource(strings = {"Pacific/Kiritimati", "Pacific/Pago_Pago"})
    void the_audit_log_has_days_of_the_zone(String zone) {
        var owner = in(zone, person(Role.OWNER));
        var told = deeds(merchant.organizationId(), 1).getFirst();
        var today = LocalDate.ofInstant(told.begunAt(), ZoneId.of(zone));
        var of = "/dashboard/audit?from=%1$s&until=%1$s";
        assertThat(owner.get(of.formatted(today)).body()).contains("account/time-zone");
        assertThat(owner.get(of.formatted(today.plusDays(1))).body()).doesNotContain("<td data-label");
        assertThat(owner.get(of.formatted(today.minusDays(1))).body()).doesNotContain("<td data-label");
    }

    @Test
    void a_time_that_is_typed_is_of_the_zone() {
        var endpoint = merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"https://hooks.example.com/in\",\"types\":[\"recipient.*\"]}")
                .expect(201)
                .data();
        var page = "/dashboard/developers/webhooks/" + text(endpoint, "id");
        var createdAt = LocalDateTime.ofInstant(Instant.parse(text(endpoint, "createdAt")), JAKARTA);
        var developer = in("Asia/Jakarta", person(Role.DEVELOPER));
        assertThat(developer.get(page).body())
                .contains("Since (Asia/Jakarta)", "value=\"" + createdAt.truncatedTo(ChronoUnit.MINUTES) + "\"");
        var ago = LocalDateTime.ofInstant(service.clocks().instant(), JAKARTA).minusHours(1);
        assertThat(developer
                        .post(page + "/resend", Map.of("since", ago.toString()))
                        .statusCode())
                .isEqualTo(303);
        // In UTC, this time is still in the future.
        assertThat(person(Role.DEVELOPER)
                        .post(page + "/resend", Map.of("since", ago.toString()))
                        .statusCode())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Mars/Olympus", "+07:00", "Etc/GMT-7", "Jakarta"})
    void what_is_no_zone_is_refused_and_stands_in_the_field(String zone) {
        var person = in("Europe/Berlin", person(Role.MAKER));
        var refused = person.post(ACCOUNT + "/time-zone", Map.of("timeZone", zone));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("id=\"timeZone-wrong\"", "value=\"" + zone + "\"");
        assertThat(person.get(ACCOUNT).body()).contains("name=\"timeZone\" type=\"text\" value=\"Europe/Berlin\"");
    }

    @Test
    void it_is_a_persons_own_and_empty_is_utc() {
        var person = in("asia/jakarta", person(Role.OWNER));
        var other = person(Role.OWNER);
        var chosen = "name=\"timeZone\" type=\"text\" value=\"Asia/Jakarta\"";
        assertThat(person.get(ACCOUNT).body()).contains(chosen, " WIB</time>");
        assertThat(other.get(ACCOUNT).body()).doesNotContain(chosen, "WIB").contains(" UTC</time>");
        assertThat(person.get("/dashboard").body()).doesNotContain("<section class=\"alert alert-info\"");
        assertThat(other.get("/dashboard").body()).contains("<section class=\"alert alert-info\"");
        var elsewhere = other.post(
                ACCOUNT + "/time-zone", Map.of("timeZone", "UTC", "to", "https://elsewhere.example/dashboard"));
        assertThat(elsewhere.headers().firstValue("Location")).contains("/dashboard");
        assertThat(in("", person).get(ACCOUNT).body()).contains(" UTC</time>").doesNotContain("WIB");
    }

    /// Zones are renamed and removed, and a node may know fewer zones than its predecessor.
    @Test
    void who_has_chosen_a_zone_that_is_no_more_reads_utc() {
        var person = in("Asia/Jakarta", person(Role.VIEWER));
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE merchant_user SET time_zone = 'Asia/Batavia'"
                                + " WHERE organization_id = :organization AND id = :id")
                        .bind("organization", merchant.organizationId())
                        .bind("id", person.user().id())
                        .execute());
        assertThat(person.get(ACCOUNT).body()).contains(" UTC</time>", "name=\"timeZone\" type=\"text\" value=\"\"");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void the_zone_of_the_browser_is_taken_with_one_click(int width) {
        try (var page = window(person(Role.OWNER), width)) {
            page.addInitScript("""
                    const own = Intl.DateTimeFormat.prototype.resolvedOptions;
                    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
                        return { ...own.call(this), timeZone: "Asia/Jakarta" };
                    };
                    """);
            page.navigate(ACCOUNT);
            assertThat(page.textContent("[data-zone] button"))
                    .isEqualTo("Use the time zone of my browser: Asia/Jakarta");
            assertWellMade(page);
            page.navigate("/dashboard");
            page.waitForSelector("section[data-zone] button");
            assertWellMade(page);
            page.click("section[data-zone] button");
            page.waitForSelector("text=Your pages now show times in Asia/Jakarta");
            assertThat(page.locator("section[data-zone]").count()).isZero();
            page.navigate(ACCOUNT);
            assertThat(page.inputValue("#timeZone")).isEqualTo("Asia/Jakarta");
            assertThat(page.isVisible("[data-zone]")).isFalse();
            assertWellMade(page);
            page.fill("#timeZone", "");
            page.click("form:has(#timeZone) button[type=submit]");
            page.waitForSelector("text=Your pages now show times in UTC");
        }
    }
}
