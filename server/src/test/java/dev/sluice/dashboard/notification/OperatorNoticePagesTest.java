package dev.sluice.dashboard.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import dev.sluice.notification.Notifications;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of operators' notifications about all organizations, from the event to the linked page.
@Tag("slow")
class OperatorNoticePagesTest extends DashboardTest {
    private static final String PATH = "/dashboard/notifications";
    private static final String OPERATOR = "/dashboard/operator";
    private static final String UNKNOWN_FOR_AN_HOUR = "9999000023";
    private static final Map<String, String> WHY = Map.of("reason", "The payer rang us up");
    private static final Pattern KINDS = Pattern.compile("name=\"kind\" value=\"([A-Z_]+)\"");

    /// Closes notifications of other tests, so that this test's events create new ones.
    @BeforeEach
    void close() {
        service.connections()
                .run(tx -> tx.handle()
                        .execute(
                                "UPDATE notification SET mail_at = NULL, mailed_at = latest_at"
                                        + " WHERE organization_id = ? AND mail_at IS NOT NULL",
                                Notifications.OPERATORS));
    }

    private static void until(String what, BooleanSupplier condition) {
        Eventually.within(Duration.ofMinutes(1), what, condition);
    }

    private static void isTold(Person operator, String path) {
        until("operators are told", () -> operator.get(PATH).body().contains("href=\"" + path + "\""));
        assertThat(operator.get(path).statusCode()).isEqualTo(200);
    }

    private String page(String of, String id) {
        return OPERATOR + "/" + of + "/" + merchant.organizationId() + "/" + id;
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void money_that_fits_nothing_is_told_with_a_bell_and_a_mail(int width) {
        var operator = person(Role.OPERATOR);
        var owner = person(Role.OWNER);
        operator.post(PATH + "/read", Map.of());
        var page = window(operator, width);
        page.navigate(OPERATOR);
        page.locator(".bell:not(:has(.bell-count))").waitFor();
        var exception = page("exceptions", Merchant.payment(merchant.underReview("100000", "90000")));
        page.locator(".bell .bell-count").waitFor();
        page.click(".bell");
        assertThat(page.locator("h1").textContent()).isEqualTo("Notifications");
        assertThat(page.locator("a[href='" + exception + "']").textContent())
                .isEqualTo("90,000\u00a0IDR · wrong amount");
        assertWellMade(page);
        page.navigate(PATH + "/settings");
        assertThat(page.locator("#thresholds").count()).isZero();
        assertWellMade(page);
        page.navigate(PATH);
        page.click("a[href='" + exception + "']");
        assertThat(page.locator("h1").textContent()).contains("90,000");
        page.context().close();
        merchant.advance("PT15M");
        until("a mail is written", () -> isMailed(operator, exception));
        assertThat(isMailed(owner, exception)).isFalse();
        assertThat(owner.get(PATH).body()).doesNotContain(exception, "wrong amount");
    }

    private static boolean isMailed(Person person, String path) {
        return mails().latest(500).stream()
                .map(StoredMail::mail)
                .anyMatch(mail ->
                        mail.to().equals(person.user().email()) && mail.text().contains(path));
    }

    @Test
    void what_went_back_and_is_undone_is_told_as_missing() {
        var operator = person(Role.OPERATOR);
        var payment = Merchant.payment(merchant.underReview("100000", "90000"));
        var exception = page("exceptions", payment);
        assertThat(operator.post(exception + "/refund", WHY).statusCode()).isEqualTo(303);
        service.connections().run(tx -> {
            var key = tx.handle()
                    .createQuery("SELECT key FROM deposit_payment WHERE organization_id = ? AND id = ?")
                    .bind(0, merchant.organizationId())
                    .bind(1, UUID.fromString(payment))
                    .mapTo(String.class)
                    .one();
            new IncomingPayments(service.vault())
                    .reverse(tx, "sandbox", List.of(key), service.clocks().instant());
        });
        until(
                "operators are told",
                () -> operator.get(PATH).body().contains("Payments sent back, then reversed by their rail: "));
        isTold(operator, exception);
    }

    @Test
    void a_rail_that_contradicts_itself_is_told_once() {
        var operator = person(Role.OPERATOR);
        var id = merchant.paid("1234567890", "10000");
        merchant.await(id, "completed");
        for (int time = 0; time < 3; time++) {
            var report = new PayoutStatusReport(
                    "sandbox",
                    "late-" + id + time,
                    new PayoutRef(merchant.organizationId(), UUID.fromString(id)),
                    new Outcome.Rejected(FailureCode.BANK_REJECTED, "Sent back"),
                    service.clocks().instant());
            service.connections().run(tx -> new PayoutStatusReports(service.vault()).add(tx, List.of(report)));
        }
        isTold(operator, page("discrepancies", id));
        pause(6_000);
        var body = operator.get(PATH).body();
        assertThat(body).contains("the rail reports that the money was not sent");
        assertThat(body.split(Pattern.quote(page("discrepancies", id)), -1)).hasSize(2);
    }

    @Test
    void a_payout_of_which_nobody_knows_is_told_after_a_quarter_of_an_hour() {
        var operator = person(Role.OPERATOR);
        var id = merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000");
        merchant.awaitDetail(id, "unknown");
        pause(6_000);
        assertThat(operator.get(PATH).body()).doesNotContain(page("payouts", id));
        merchant.advance("PT16M");
        isTold(operator, page("payouts", id));
        assertThat(operator.get(PATH).body()).contains("10,000\u00a0IDR · sandbox");
    }

    @Test
    void a_rail_that_is_stopped_is_told_with_who_and_why() {
        var operator = person(Role.OPERATOR);
        var rail = OPERATOR + "/rails/sandbox";
        try {
            assertThat(operator.post(rail + "/stop", Map.of("reason", "Bank on fire"))
                            .statusCode())
                    .isEqualTo(303);
            operator.post(rail + "/stop", Map.of("reason", "Said again"));
        } finally {
            operator.post(rail + "/start", Map.of("reason", "It is out"));
        }
        isTold(operator, rail);
        assertThat(operator.get(PATH).body())
                .contains(operator.user().name() + ": Bank on fire")
                .doesNotContain("Said again", "It is out");
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void everybody_chooses_of_what_they_may_be_told_and_of_nothing_else(Role role) {
        var body = person(role).get(PATH + "/settings").body();
        var kinds = KINDS.matcher(body).results().map(match -> match.group(1)).toList();
        assertThat(kinds).isNotEmpty();
        assertThat(kinds.contains("MONEY_UNMATCHED")).isEqualTo(role == Role.OPERATOR);
        assertThat(kinds.contains("PAYOUT_FAILED")).isEqualTo(role != Role.OPERATOR);
        assertThat(body.contains("id=\"thresholds\"")).isEqualTo(role != Role.OPERATOR);
    }

    @Test
    void an_operator_chooses_what_comes_by_mail() {
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(PATH + "/settings").body()).contains("value=\"RAIL_STOPPED\" checked");
        assertThat(operator.post(PATH + "/settings", Map.of("kind", "PAYOUT_STUCK"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(operator.get(PATH + "/settings").body())
                .contains("value=\"PAYOUT_STUCK\" checked")
                .doesNotContain("value=\"RAIL_STOPPED\" checked");
    }
}
