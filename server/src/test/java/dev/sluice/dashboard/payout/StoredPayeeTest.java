package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A payout to a stored payee who is chosen already, however many were stored after them.
class StoredPayeeTest extends DashboardTest {
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
