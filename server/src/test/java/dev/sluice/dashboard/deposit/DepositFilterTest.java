package dev.sluice.dashboard.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the filters of the deposit list and its export, and of links from a transaction to its deposit.
class DepositFilterTest extends DashboardTest {
    private static final String PATH = "/dashboard/deposits";

    private String dollars() {
        var body = Merchant.deposit("CHASUS33_TRANSFER", "150").replace("IDR", "USD");
        return text(merchant.client().post("/v1/deposit/fiat", body).expect(201).data(), "depositId");
    }

    private String hash(String id) {
        merchant.payIn(id, null).expect(200);
        return text(merchant.completedTokens(id), "transactionHash");
    }

    private static void assertThatListAndFile(Person person, String filter, String there, String gone) {
        assertThat(person.get(PATH + "?" + filter).body())
                .as(filter)
                .contains(there)
                .doesNotContain(gone);
        assertThat(person.get(PATH + ".csv?" + filter).body())
                .as(filter)
                .contains(there)
                .doesNotContain(gone);
    }

    @Test
    void a_currency_narrows_the_list_and_its_file() {
        var rupiah = merchant.createDeposit("014_VA", "150000");
        var dollars = dollars();
        var usdc = merchant.askedTokens("usdc-polygon", "100");
        var usdt = merchant.askedTokens("usdt-polygon", "100");
        var person = person(Role.VIEWER);
        assertThatListAndFile(person, "currency=USD", dollars, rupiah);
        assertThatListAndFile(person, "currency=IDR", rupiah, dollars);
        assertThatListAndFile(person, "type=crypto&currency=usdt-polygon", usdt, usdc);
        assertThat(person.get(PATH + "?currency=EUR").body()).contains("No results for these filters", "selected>EUR");
        assertThat(person.get(PATH + "?currency=%3Cb%3E").body())
                .contains("&lt;b")
                .doesNotContain("<b>");
    }

    @Test
    void days_narrow_the_list_and_its_file_one_of_them_too() {
        var first = merchant.createDeposit("014_VA", "150000");
        var day = text(merchant.deposit(first), "createdAt").substring(0, 10);
        merchant.advance("PT50H");
        var second = merchant.createDeposit("014_VA", "150000");
        var later = text(merchant.deposit(second), "createdAt").substring(0, 10);
        var person = person(Role.VIEWER);
        assertThatListAndFile(person, "startDate=" + day + "&endDate=" + day, first, second);
        assertThatListAndFile(person, "startDate=" + later, second, first);
        assertThatListAndFile(person, "endDate=" + day, first, second);
        assertThat(person.get(PATH + "?startDate=" + later + "&endDate=" + day).body())
                .contains("No results for these filters", "Clear filters");
        var both = person.get(PATH + "?status=pending&startDate=" + day + "&reference=R")
                .body();
        assertThat(both)
                .contains("type=crypto&amp;status=pending&amp;reference=R&amp;startDate=" + day)
                .contains(".csv?status=pending&amp;reference=R&amp;startDate=" + day);
    }

    @ParameterizedTest
    @ValueSource(strings = {"startDate=2026-02-30", "startDate=2026-01-01&endDate=tomorrow", "endDate=2026-01-01T00"})
    void a_day_that_is_none_is_said_at_its_field(String filter) {
        var id = merchant.createDeposit("014_VA", "150000");
        var wrong = filter.endsWith("02-30") ? "startDate" : "endDate";
        var person = person(Role.VIEWER);
        for (var path : new String[] {PATH, PATH + ".csv"}) {
            var answer = person.get(path + "?" + filter);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body())
                    .contains("id=\"" + wrong + "-wrong\"", "must be a date", "A date is not valid")
                    .doesNotContain(id);
        }
    }

    @Test
    void what_is_under_review_is_marked_and_found() {
        var other = merchant.createDeposit("014_VA", "150000");
        var person = person(Role.VIEWER);
        assertThat(person.get(PATH).body()).contains(other).doesNotContain("label-badge");
        var reviewed = merchant.createDeposit("014_TRANSFER", "150000");
        merchant.payIn(reviewed, "{\"amount\":140000}").expect(200);
        merchant.awaitDeposit(reviewed, deposit -> !deposit.path("payments").isEmpty());
        assertThat(person.get(PATH).body()).contains("<span class=\"badge label-badge\">Under review</span>");
        assertThatListAndFile(person, "status=under_review", reviewed, other);
        assertThat(person.get(PATH + "?status=under_review").body())
                .contains("<option value=\"under_review\" selected>Under review", "href=\"" + PATH + "?type=crypto\"");
        assertThat(person.get(PATH + "?type=crypto&status=under_review").body())
                .contains("No deposits yet")
                .doesNotContain("value=\"under_review\"");
        assertThat(person.get(PATH + "/" + reviewed).body())
                .contains("Rail sandbox")
                .doesNotContain("No ledger entries yet");
    }

    @Test
    void a_transaction_leads_to_its_deposit() {
        var id = merchant.askedTokens("usdc-polygon", "100");
        var other = merchant.askedTokens("usdc-polygon", "100");
        var hash = hash(id);
        var person = person(Role.VIEWER);
        assertThatListAndFile(person, "type=crypto&transactionHash=" + hash, id, other);
        for (var written : new String[] {hash, "0x" + hash.substring(2).toUpperCase(Locale.ROOT)}) {
            assertThat(person.get("/dashboard/search?q=" + written).body())
                    .contains("href=\"" + PATH + "/" + id)
                    .doesNotContain(other);
            assertThat(person(Role.OPERATOR)
                            .get("/dashboard/operator/search?q=" + written)
                            .body())
                    .contains("/dashboard/operator/ledger/payment?id=" + id)
                    .doesNotContain(other);
        }
        try (var stranger = Merchant.at(service)) {
            assertThat(stranger.client()
                            .get("/v1/deposit/crypto?transactionHash=" + hash)
                            .expect(200)
                            .data()
                            .path("totalDocs")
                            .intValue())
                    .isZero();
        }
    }

    @Test
    void a_payouts_transaction_leads_to_it() {
        var wallet = "0x52908400098527886E0F7030069857D2E4169EE7";
        var created = merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"usdc-polygon\",\"receivers\":[{\"receiverWalletAddress\":\"" + wallet
                                + "\",\"amount\":10}]}")
                .expect(201);
        var id = Merchant.id(created.data().path("disburseData").get(0));
        var hash = text(merchant.awaitTokenPayout(id, "completed").path("transactionData"), "txHash");
        assertThat(person(Role.VIEWER).get("/dashboard/search?q=" + hash).body())
                .contains("/dashboard/payouts/" + id);
    }

    /// A file may have rows of both types.
    @Test
    void a_bulk_stays_in_the_form_and_in_the_list_of_the_other_type() {
        var bulk = service.clocks().newId().toString();
        var person = person(Role.VIEWER);
        for (var type : new String[] {"", "type=crypto&"}) {
            assertThat(person.get(PATH + "?" + type + "bulk=" + bulk).body())
                    .as(type)
                    .contains("name=\"bulk\" value=\"" + bulk + "\"")
                    .contains("href=\"" + PATH + "?bulk=" + bulk + "\"")
                    .contains("href=\"" + PATH + "?type=crypto&amp;bulk=" + bulk + "\"");
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_day_and_a_currency_change_the_list_in_its_place(int width) {
        merchant.createDeposit("014_VA", "150000", "\"reference\":\"KEPT\"");
        dollars();
        var page = window(person(Role.VIEWER), width);
        page.navigate(PATH);
        assertThat(page.locator("#found tbody tr").count()).isEqualTo(2);
        page.selectOption("#currency", "IDR");
        page.waitForURL("**currency=IDR**");
        page.locator("#found tbody tr")
                .filter(new Locator.FilterOptions().setHasText("KEPT"))
                .waitFor();
        assertThat(page.locator("#found tbody tr").count()).isEqualTo(1);
        assertThat(page.locator("#clear a").count()).isEqualTo(1);
        page.fill("#startDate", "2020-01-01");
        page.fill("#endDate", "2020-01-02");
        page.locator("#endDate").blur();
        page.locator("#found").getByText("No results for these filters").waitFor();
        assertWellMade(page);
        page.locator("#kinds a[href*='type=crypto'][href*='endDate=2020-01-02']")
                .click();
        page.waitForURL("**type=crypto**");
        assertThat(page.locator("#startDate").inputValue()).isEqualTo("2020-01-01");
        assertThat(page.locator("#currency").textContent()).contains("USDC on Polygon");
        assertWellMade(page);
        page.context().close();
    }

    @Test
    void an_id_leads_to_its_deposit_and_not_to_one_that_has_it_as_reference() {
        var tokens = merchant.askedTokens("usdc-polygon", "100");
        var named = merchant.createDeposit("014_VA", "150000", "\"reference\":\"" + tokens + "\"");
        var person = person(Role.VIEWER);
        assertThat(person.get(PATH + "/" + tokens).body())
                .contains("USDC on Polygon", PATH + "/" + tokens + "/live")
                .doesNotContain(named);
        var nobodys = UUID.randomUUID().toString();
        merchant.createDeposit("014_VA", "150000", "\"reference\":\"" + nobodys + "\"");
        assertThat(person.get(PATH + "/" + nobodys).statusCode()).isEqualTo(404);
        var none = person.get(PATH + "?type=crypto&reference=" + nobodys);
        assertThat(none.statusCode()).isEqualTo(200);
        assertThat(none.body()).contains("No results for these filters");
    }
}
