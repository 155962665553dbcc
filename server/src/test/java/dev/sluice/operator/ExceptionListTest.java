package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Filters of the list of unmatched money.
class ExceptionListTest extends MovingTest {
    private static final String EXCEPTIONS = "/dashboard/operator/exceptions";

    private String own(String more) {
        return EXCEPTIONS + "?organization=" + merchant.organizationId() + more;
    }

    private static String body(Person operator, String path) {
        var answer = operator.get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body().replace("&amp;", "&");
    }

    @Test
    void they_are_narrowed_by_what_came_and_why_somebody_has_to_look() {
        var operator = person(Role.OPERATOR);
        var wrong = putAside(asked("100000"), "a", idr("90000"));
        tell(nobodys(CHAIN, "b", usdc("7")));
        awaitRead();
        var nobodys = path(PLATFORM, "b");
        assertThat(body(operator, EXCEPTIONS + "?reason=WRONG_AMOUNT"))
                .contains(wrong)
                .doesNotContain(nobodys);
        assertThat(body(operator, EXCEPTIONS + "?reason=UNKNOWN_DESTINATION"))
                .contains(nobodys)
                .doesNotContain(wrong);
        assertThat(body(operator, EXCEPTIONS + "?asset=IDR")).contains(wrong).doesNotContain(nobodys);
        assertThat(body(operator, EXCEPTIONS + "?asset=usdc-polygon"))
                .contains(nobodys)
                .doesNotContain(wrong);
        assertThat(body(operator, EXCEPTIONS + "?reason=PAID_TWICE&asset=usdc-polygon"))
                .contains("No results match these filters")
                .doesNotContain(nobodys, wrong);
        assertThat(body(operator, own("&reason=WRONG_AMOUNT&asset=IDR")))
                .contains(wrong, "Show all organizations")
                .contains("?show=done&organization=" + merchant.organizationId() + "&asset=IDR&reason=WRONG_AMOUNT")
                .contains("href=\"" + EXCEPTIONS + "?asset=IDR&reason=WRONG_AMOUNT\"");
        assertThat(body(operator, EXCEPTIONS + "?reason=whatever")).contains(wrong, nobodys);
    }

    @Test
    void they_are_narrowed_by_the_days_on_which_they_were_seen() {
        var operator = person(Role.OPERATOR);
        var path = putAside(asked("100000"), "a", idr("90000"));
        execute("UPDATE deposit_payment SET seen_at = '2024-05-06T12:00:00Z' WHERE key = '" + key("a") + "'");
        assertThat(body(operator, own("&from=2024-05-06&to=2024-05-06"))).contains(path);
        assertThat(body(operator, own("&from=2024-05-08"))).doesNotContain(path);
        assertThat(body(operator, own("&to=2024-05-04"))).doesNotContain(path);
        var none = operator.get(own("&from=yesterday"));
        assertThat(none.statusCode()).isEqualTo(400);
        assertThat(none.body()).contains("Choose a day.");
    }

    @Test
    void what_is_decided_or_missing_is_narrowed_alike() {
        var operator = person(Role.OPERATOR);
        var reasons = Map.of("reason", WHY);
        var path = putAside(asked("100000"), "a", idr("90000"));
        assertThat(operator.post(path + "/refund", reasons).statusCode()).isEqualTo(303);
        assertThat(body(operator, own("&show=done&asset=IDR&reason=WRONG_AMOUNT")))
                .contains(path);
        assertThat(body(operator, own("&show=done&asset=USD"))).doesNotContain(path);
        undo(BANK, "a");
        await(() -> operator.get(own("&show=missing")).body().contains(path));
        var today = LocalDate.ofInstant(service.clocks().instant(), ZoneOffset.UTC);
        assertThat(body(operator, own("&show=missing&asset=IDR&from=" + today.minusDays(1))))
                .contains(path);
        assertThat(body(operator, own("&show=missing&to=" + today.minusDays(2))))
                .doesNotContain(path);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void what_is_chosen_stays_on_other_pages_and_is_taken_back(int width) {
        var deposit = asked("100000");
        for (int number = 0; number < 26; number++) {
            tell(receipt(deposit, BANK, "n" + number, idr("90000")));
        }
        awaitRead();
        var page = window(person(Role.OPERATOR), width);
        page.navigate(own(""));
        assertWellMade(page);
        page.selectOption("#reason", "WRONG_AMOUNT");
        page.selectOption("#asset", "IDR");
        page.click("form[role='search'] button");
        assertThat(page.locator("tbody tr").count()).isEqualTo(25);
        assertWellMade(page);
        page.click("a[rel='next']");
        page.waitForSelector("a[rel='prev']");
        assertThat(page.url()).contains("asset=IDR", "reason=WRONG_AMOUNT", "organization=", "page=2");
        assertThat(page.inputValue("#reason")).isEqualTo("WRONG_AMOUNT");
        page.click("text=Clear filters");
        assertThat(page.url()).endsWith(own(""));
    }
}
