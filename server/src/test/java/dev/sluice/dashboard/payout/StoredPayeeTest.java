package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests of a payout to a preselected saved recipient, regardless of the number of newer ones.
class StoredPayeeTest extends DashboardTest {
    private static final String ELSEWHERE = "9999000041";
    private static final Pattern PAY = Pattern.compile("href=\"(/dashboard/payouts/new[^\"]+)\"");
    private static final Pattern OPTION = Pattern.compile("<option value=\"([0-9a-f-]{36})\"( selected)? ?>");

    @Test
    void whoever_is_paid_from_their_page_is_chosen_also_behind_a_hundred_newer_ones() {
        var oldest = merchant.storedInIndonesia();
        IntStream.range(0, 100).forEach(_ -> merchant.storedInIndonesia());
        var maker = person(Role.MAKER);
        var page = maker.get(pay(maker.get("/dashboard/recipients/" + oldest).body()))
                .body();
        assertThat(chosen(page)).isEqualTo(oldest);
        assertThat(OPTION.matcher(page).results()).hasSize(101);

        var refused = maker.post(
                "/dashboard/payouts/new",
                Map.of("kind", "fiat", "unit", "IDR", "to", "stored", "recipientId", oldest, "amount", "many"));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(chosen(refused.body())).isEqualTo(oldest);

        assertThat(maker.post("/dashboard/recipients/" + oldest + "/delete", Map.of())
                        .statusCode())
                .isEqualTo(303);
        assertThat(OPTION.matcher(maker.get(path("IDR", oldest)).body()).results())
                .hasSize(100)
                .noneMatch(option -> option.group(1).equals(oldest));
    }

    @Test
    void payees_are_looked_for_among_all() {
        var oldest = merchant.client()
                .post("/v1/recipient", """
                        {"name":"Budi Santoso","email":"budi@example.com","address":"Jalan Braga 99","city":"Bandung",
                        "postCode":"40111","bank":{"accountName":"Budi Santoso","currency":"IDR","country":"ID",
                        "bankName":"Bank Central Asia","accountNumber":"1234567890","paymentCode":"014"}}""")
                .expect(201)
                .data()
                .path("id")
                .stringValue();
        IntStream.range(0, 100).forEach(_ -> merchant.storedInIndonesia());
        var maker = person(Role.MAKER);
        for (var search : List.of("santoso", "budi@example.com")) {
            var form = Map.of("kind", "fiat", "unit", "IDR", "to", "stored", "payee", search, "step", "find");
            var response = maker.post("/dashboard/payouts/new", form);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(OPTION.matcher(response.body()).results().map(option -> option.group(1)))
                    .as(search)
                    .containsExactly(oldest);
        }
        var nobody = Map.of("kind", "fiat", "unit", "IDR", "to", "stored", "payee", "nobody", "step", "find");
        var none = maker.post("/dashboard/payouts/new", nobody).body();
        assertThat(OPTION.matcher(none).results()).isEmpty();
        assertThat(none).contains("id=\"payee\"", "value=\"nobody\"");
    }

    @Test
    void a_payout_leads_to_its_payee_until_they_are_deleted() {
        var payout = merchant.paid("1234567890", "10000");
        var path = "/dashboard/payouts/" + payout;
        var payee = merchant.latest()
                .findFirst()
                .orElseThrow()
                .path("recipient")
                .path("recipientId")
                .stringValue();
        var link = "href=\"/dashboard/recipients/" + payee + "\"";
        var maker = person(Role.MAKER);
        assertThat(maker.get(path).body()).contains(link);
        assertThat(maker.post("/dashboard/recipients/" + payee + "/delete", Map.of())
                        .statusCode())
                .isEqualTo(303);
        assertThat(maker.get(path).body()).contains("Siti Rahayu").doesNotContain(link);
    }

    @Test
    void nobody_is_chosen_who_is_not_this_organizations_or_has_no_account_in_the_currency() {
        merchant.storedInIndonesia();
        var american = merchant.storedInAmerica("123456789");
        var maker = person(Role.MAKER);
        assertThat(maker.get(path("IDR", american)).body()).doesNotContain(american);
        assertThat(maker.get(path("IDR", "nobody")).statusCode()).isEqualTo(200);
        try (var other = Merchant.at(service)) {
            var theirs = other.storedInIndonesia();
            assertThat(maker.get(path("IDR", theirs)).body()).doesNotContain(theirs);
        }
    }

    /// Browsers neither report problems of a hidden field nor send the form.
    @Test
    void what_stands_in_a_hidden_field_holds_nothing_up() {
        var payee = merchant.storedInIndonesia();
        try (var page = window(person(Role.MAKER), 1280)) {
            page.navigate(path("IDR", payee));
            page.check("#to-new");
            page.fill("[id='recipient.email']", "siti");
            page.check("#to-stored");
            page.fill("#amount", "20000");
            page.click("form[action='/dashboard/payouts/new'] button.btn-primary");
            page.waitForURL("**/dashboard/payouts/review**");
        }
    }

    @Test
    void what_is_missing_or_malformed_is_said_at_its_field() {
        var typed = Map.of("kind", "fiat", "unit", "IDR", "to", "new", "recipient.email", "siti");
        var answer = person(Role.MAKER).post("/dashboard/payouts/new", typed);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains(
                        "id=\"amount-wrong\"",
                        "id=\"recipient.bank.accountName-wrong\"",
                        "id=\"recipient.bank.accountNumber-wrong\"",
                        "id=\"bankCode-wrong\"",
                        "id=\"recipient.email-wrong\"");
    }

    private void rule(Map<String, String> form) {
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", form).statusCode())
                .isEqualTo(303);
    }

    private static String reviewed(Person maker, Map<String, String> form) {
        return ByHand.review(maker, form).body();
    }

    @Test
    void who_is_refused_as_somebody_new_reads_so_at_their_name() {
        rule(Map.of("kind", "NEW_PAYEE", "span", "2", "unit", "days", "effect", "REFUSE"));
        var refused = person(Role.MAKER).post("/dashboard/payouts/new", ByHand.typed("1234567890", "20000"));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("id=\"recipient.bank.accountName-wrong\">goes to a recipient known for less than 2 days");
    }

    @Test
    void the_review_says_whose_account_it_is_by_the_banks_word_and_why_the_payout_will_wait() {
        rule(Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "50000", "effect", "APPROVE"));
        var maker = person(Role.MAKER);
        assertThat(reviewed(maker, ByHand.typed(ELSEWHERE, "60000")))
                .contains(
                        "Name does not match",
                        "Name at the bank: Jordan Example",
                        "Check with the recipient before you pay")
                .contains("Payout is more than 50,000");
        assertThat(reviewed(maker, ByHand.typed("1234567890", "20000")))
                .contains("Name matches")
                .doesNotContain("Check with the recipient before you pay", "Payout is more than");
        var stored = merchant.stored("IDR", "ID", """
                "bankName":"Bank Central Asia","paymentCode":"014","accountNumber":"%s"
                """.formatted(ELSEWHERE));
        assertThat(maker.get(path("IDR", stored)).body()).contains("· Name does not match");
        var toThem = Map.of("kind", "fiat", "unit", "IDR", "to", "stored", "recipientId", stored, "amount", "20000");
        assertThat(reviewed(maker, toThem)).contains("Name does not match", "Name at the bank: Jordan Example");
    }

    @Test
    void where_an_account_is_in_another_name_the_name_that_was_checked_is_shown() {
        var maker = person(Role.MAKER);
        merchant.storedInIndonesia();
        assertThat(maker.get("/dashboard/recipients").body())
                .contains("Name matches")
                .doesNotContain("Name checked");
        var stored = merchant.client()
                .post("/v1/recipient", """
                        {"name":"PT Trusted Supplier","email":"pay@example.com","address":"Jalan Braga 99",
                        "city":"Bandung","postCode":"40111","bank":{"accountName":"Mallory","currency":"IDR",
                        "country":"ID","bankName":"Bank Central Asia","accountNumber":"1234567890",
                        "paymentCode":"014"}}""")
                .expect(201)
                .data()
                .path("id")
                .stringValue();
        assertThat(maker.get("/dashboard/recipients").body()).contains("Name checked: Mallory");
        var toThem = Map.of("kind", "fiat", "unit", "IDR", "to", "stored", "recipientId", stored, "amount", "20000");
        assertThat(reviewed(maker, toThem)).contains("PT Trusted Supplier", "Name matches", "Name checked: Mallory");
        assertThat(reviewed(maker, ByHand.typed("1234567890", "20000"))).doesNotContain("Name checked");
    }

    private static String path(String unit, String recipient) {
        return "/dashboard/payouts/new?kind=fiat&to=stored&unit=" + unit + "&recipientId=" + recipient;
    }

    private static String pay(String page) {
        var link = PAY.matcher(page);
        assertThat(link.find()).isTrue();
        return link.group(1).replace("&amp;", "&");
    }

    private static String chosen(String page) {
        return OPTION.matcher(page)
                .results()
                .filter(option -> option.group(2) != null)
                .map(option -> option.group(1))
                .findFirst()
                .orElse("");
    }
}
