package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Search for identifiers of a payment: each leads to the page of the payment, in any organization.
class FindTest extends DashboardTest {
    private static final String SEARCH = "/dashboard/operator/search?q=";
    private static final String ORGANIZATIONS = "/dashboard/operator/organizations";

    @Test
    void payments_of_any_organization_are_found_by_id_and_reference() {
        var reference = UUID.randomUUID().toString();
        try (var other = Merchant.at(service)) {
            var payout = other.paidItem(Merchant.item("1234567890", "10000", "\"reference\":\"" + reference + "\""));
            var deposit = other.createDeposit("014_VA", "150000", "\"reference\":\"" + reference + "\"");
            var operator = person(Role.OPERATOR);
            var there = "/dashboard/operator/payouts/" + other.organizationId() + "/" + payout;
            assertThat(operator.get(SEARCH + payout).headers().firstValue("Location"))
                    .hasValue(there);
            assertThat(operator.get(SEARCH + deposit).headers().firstValue("Location"))
                    .hasValue("/dashboard/operator/ledger/payment?id=" + deposit);
            assertThat(operator.get(SEARCH + reference).body())
                    .contains(there, "payment?id=" + deposit, "10,000")
                    .doesNotContain("Siti Rahayu", "1234567890");
            assertThat(operator.get(SEARCH + "nothing-like-it").body()).contains("No results");
        }
    }

    @Test
    void money_that_came_in_is_found_by_its_payments_id_and_by_its_number_at_the_bank() {
        var operator = person(Role.OPERATOR);
        var deposit = merchant.underReview("100000", "90000");
        var id = Merchant.text(deposit, "depositId");
        var payment = Merchant.payment(deposit);
        var number = service.connections()
                .read(handle -> handle.createQuery("SELECT key FROM deposit_payment WHERE id = :id::uuid")
                        .bind("id", payment)
                        .mapTo(String.class)
                        .one());
        var there = "/dashboard/operator/exceptions/" + merchant.organizationId() + "/" + payment;
        for (var named : List.of(payment, number)) {
            assertThat(operator.get(SEARCH + encoded(named)).body())
                    .contains(there, "payment?id=" + id, "90,000", "Wrong amount")
                    .doesNotContain("Siti Rahayu");
        }
    }

    @Test
    void money_under_review_is_found_by_what_its_deposit_is_called() {
        var operator = person(Role.OPERATOR);
        var reference = "INV-" + UUID.randomUUID();
        var deposit = merchant.underReview("100000", "90000", "\"reference\":\"" + reference + "\"");
        var id = Merchant.text(deposit, "depositId");
        var payment = Merchant.payment(deposit);
        var there = "/dashboard/operator/exceptions/" + merchant.organizationId() + "/" + payment;
        for (var named : List.of(id, reference)) {
            assertThat(operator.get(SEARCH + encoded(named)).body()).contains(there, "payment?id=" + id);
        }
        assertThat(operator.get("/dashboard/operator/ledger/payment?id=" + id).body())
                .contains("href=\"" + there + "\"", "90,000", "100,000", "suspense", reference)
                .doesNotContain("No transfers", "Siti Rahayu");
    }

    @Test
    void a_deposit_of_which_nothing_is_booked_has_a_page_that_says_what_it_is() {
        var id = merchant.createDeposit("014_VA", "150000", "\"reference\":\"INV-31\"");
        assertThat(person(Role.OPERATOR)
                        .get("/dashboard/operator/ledger/payment?id=" + id)
                        .body())
                .contains("150,000", "Pending", "INV-31", "Nothing is booked for this deposit yet.");
    }

    @Test
    void organizations_and_people_are_found() {
        var id = merchant.organizationId().toString();
        var owner = person(Role.OWNER);
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(SEARCH + id).headers().firstValue("Location")).hasValue(ORGANIZATIONS + "/" + id);
        var named = organizations().create("Warung Sambal Matah", Switches.sandbox());
        assertThat(operator.get(SEARCH + encoded("SAMBAL")).body())
                .contains("href=\"" + ORGANIZATIONS + "/" + named.id() + "\"");
        assertThat(operator.get(SEARCH + encoded(owner.user().email())).body())
                .contains(
                        owner.user().email(),
                        ORGANIZATIONS + "/" + id + "#person-" + owner.user().id());
        assertThat(operator.get(SEARCH + "ledg").body()).contains("href=\"/dashboard/operator/ledger\"");
    }

    @Test
    void organizations_are_listed_by_a_part_of_their_name_page_by_page() {
        var operator = person(Role.OPERATOR);
        for (int i = 0; i < 26; i++) {
            organizations().create("Toko Melati " + i, Switches.live());
        }
        var first =
                operator.get(ORGANIZATIONS + "?organizationName=toko+melati").body();
        assertThat(first)
                .contains(">Toko Melati 0<", ">Toko Melati 24<", "Total: 26")
                .containsPattern("organizationName=toko(\\+|%20)melati&(amp;)?page=2\"");
        assertThat(first).doesNotContain(">Toko Melati 25<");
        assertThat(operator.get(ORGANIZATIONS + "?organizationName=toko+melati&page=2")
                        .body())
                .contains(">Toko Melati 25<", "page=1")
                .doesNotContain(">Toko Melati 24<");
        assertThat(operator.get(ORGANIZATIONS + "?organizationName=100%25").body())
                .contains("No organization matches");
    }

    @Test
    void the_palette_of_an_operator_asks_the_operators_search() {
        try (var page = window(person(Role.OPERATOR), 1280)) {
            page.navigate("/dashboard/operator");
            page.keyboard().press("Control+k");
            page.waitForSelector("#palette[open]");
            page.fill("#palette-input", merchant.organizationId().toString());
            page.waitForSelector("#palette-hits [role=option]:has-text('Organization')");
            assertWellMade(page);
            page.keyboard().press("Enter");
            page.waitForURL("**" + ORGANIZATIONS + "/" + merchant.organizationId());
            page.keyboard().press("g");
            page.keyboard().press("p");
            page.keyboard().press("?");
            page.waitForSelector("#keys[open]");
            assertThat(page.url()).as("payouts are no page of theirs").contains(ORGANIZATIONS);
            assertThat(page.locator("#keys dd").allTextContents())
                    .contains(
                            "Operations",
                            "Organizations",
                            "Unmatched payments",
                            "Ledger",
                            "Rails",
                            "Methods and rates");
            page.click("#keys button");
            page.keyboard().press("g");
            page.keyboard().press("e");
            page.waitForURL("**/dashboard/operator/exceptions");
        }
    }

    private static Organizations organizations() {
        return Organizations.wire(service.connections(), service.clocks());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
