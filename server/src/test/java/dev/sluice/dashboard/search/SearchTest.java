package dev.sluice.dashboard.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that every identifier of a payment finds that payment, within the organization.
@Tag("slow")
class SearchTest extends DashboardTest {
    private static final String SEARCH = "/dashboard/search?q=";

    @Test
    void an_id_leads_straight_to_what_it_is_of() {
        var payout = merchant.paid("1234567890", "10000");
        var deposit = merchant.createDeposit("014_VA", "150000");
        var recipient = merchant.storedInIndonesia();
        var person = person(Role.VIEWER);
        assertThat(person.get(SEARCH + payout).headers().firstValue("Location"))
                .hasValue("/dashboard/payouts/" + payout);
        assertThat(person.get(SEARCH + deposit).headers().firstValue("Location"))
                .hasValue("/dashboard/deposits/" + deposit);
        assertThat(person.get(SEARCH + recipient).headers().firstValue("Location"))
                .hasValue("/dashboard/recipients/" + recipient);
    }

    @Test
    void a_reference_a_name_and_a_page_are_found() {
        var payout = merchant.paidItem(Merchant.item("1234567890", "10000", "\"reference\":\"INV-7\""));
        var deposit = merchant.createDeposit("014_VA", "150000", "\"reference\":\"INV-7\"");
        var recipient = merchant.storedInIndonesia();
        var person = person(Role.VIEWER);
        assertThat(person.get(SEARCH + "INV-7").body())
                .contains("/dashboard/payouts/" + payout, "/dashboard/deposits/" + deposit);
        assertThat(person.get(SEARCH + "rahayu").body()).contains("/dashboard/recipients/" + recipient);
        assertThat(person.get(SEARCH + "balanc").body()).contains("list-group-item", "href=\"/dashboard/balances\"");
        assertThat(person.get(SEARCH + "nothing-like-it").body()).contains("No results");
    }

    @Test
    void a_deposit_is_found_by_the_id_of_a_payment_and_a_checkout_by_its_reference() {
        var deposit = merchant.createDeposit("014_VA", "150000");
        merchant.payIn(deposit, null).expect(200);
        var paid = merchant.awaitDeposit(deposit, "completed");
        var payment = Merchant.text(paid.path("payments").get(0), "paymentId");
        var maker = person(Role.MAKER);
        assertThat(maker.get(SEARCH + payment).headers().firstValue("Location"))
                .hasValue("/dashboard/deposits/" + deposit);
        var link = maker.post(
                        "/dashboard/checkouts/new",
                        Map.of("currency", "IDR", "amount", "150000", "reference", "CART-7", "formKey", "cart"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        assertThat(maker.get(SEARCH + "CART-7").body()).contains("href=\"" + link + "\"");
        enter();
        var stranger = person(Role.OWNER);
        assertThat(stranger.get(SEARCH + payment).body()).contains("No results");
        assertThat(stranger.get(SEARCH + "CART-7").body()).contains("No results");
    }

    @ParameterizedTest
    @CsvSource({
        "webhooks, /dashboard/developers/webhooks",
        "API keys, /dashboard/developers/keys",
        "new payout, /dashboard/payouts/new",
        "notifications, /dashboard/notifications",
        "account, /dashboard/account",
        "passkeys, /dashboard/account#passkeys",
        "sessions, /dashboard/account#sessions",
        "statement, /dashboard/balances/statement",
        "payment methods, /dashboard/settings/methods"
    })
    void a_page_below_another_is_found_by_words_of_its_name(String words, String path) {
        var owner = person(Role.OWNER);
        var query = words.replace(' ', '+');
        assertThat(owner.get(SEARCH + query).body()).contains("<a href=\"" + path + "\"");
        assertThat(owner.get(path.replaceFirst("#.*", "")).statusCode()).isEqualTo(200);
    }

    @Test
    void clients_keys_and_endpoints_are_found_by_what_tells_them_apart() {
        var key = service.apiKeys()
                .create(merchant.organizationId(), "Warehouse robot", Set.of(Scope.values()), Allowlist.ANY)
                .key();
        service.apiClients().create(merchant.organizationId(), "Warehouse till", Scope.ALL, Allowlist.ANY);
        merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"https://warehouse.example.com/in\"}")
                .expect(201);
        var developer = person(Role.DEVELOPER);
        assertThat(developer.get(SEARCH + "wareHOUSE").body())
                .contains("Warehouse robot", "Warehouse till", "https://warehouse.example.com/in");
        assertThat(developer.get(SEARCH + key.prefix()).body())
                .contains("Warehouse robot", "href=\"/dashboard/developers/keys#keys\"");
        assertThat(developer.get(SEARCH + key.id()).headers().firstValue("Location"))
                .hasValue("/dashboard/developers/keys#keys");
        assertThat(person(Role.VIEWER).get(SEARCH + "warehouse").body()).doesNotContain("Warehouse");
        service.apiKeys().revoke(merchant.organizationId(), key.id());
        var there = developer
                .get(SEARCH + key.id())
                .headers()
                .firstValue("Location")
                .orElseThrow();
        assertThat(there).endsWith("#keys");
        assertThat(developer.get(there.replace("#keys", "")).body()).contains("Warehouse robot");
    }

    @Test
    void a_page_is_found_by_those_alone_who_may_see_it() {
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(SEARCH + "webhooks").body()).doesNotContain("href=\"/dashboard/developers");
        assertThat(viewer.get(SEARCH + "payout").body())
                .contains("<a href=\"/dashboard/payouts\"")
                .doesNotContain("<a href=\"/dashboard/payouts/new\"");
    }

    /// Many merchants use UUIDs as references.
    @Test
    void a_reference_that_looks_like_an_id_is_found_of_payouts_and_of_deposits() {
        var reference = UUID.randomUUID().toString();
        var payout = merchant.paidItem(Merchant.item("1234567890", "10000", "\"reference\":\"" + reference + "\""));
        var person = person(Role.VIEWER);
        assertThat(person.get(SEARCH + reference).headers().firstValue("Location"))
                .hasValue("/dashboard/payouts/" + payout);
        var first = merchant.createDeposit("014_VA", "150000", "\"reference\":\"" + reference + "\"");
        assertThat(person.get(SEARCH + reference).body())
                .contains("/dashboard/payouts/" + payout, "/deposits/" + first);
        assertThat(person.get("/dashboard/deposits?reference=" + reference).body())
                .contains("/deposits/" + first);
        assertThat(person.get("/dashboard/deposits?reference=" + first)
                        .headers()
                        .firstValue("Location"))
                .hasValue("/dashboard/deposits/" + first);
    }

    @Test
    void groups_and_checkout_links_are_found_by_their_ids() {
        var payout = merchant.paid("1234567890", "10000");
        var group = merchant.payout(payout).path("groupId").stringValue();
        var person = person(Role.OWNER);
        assertThat(person.get(SEARCH + group).headers().firstValue("Location"))
                .hasValue("/dashboard/payouts?group=" + group);
        var created = person.post(
                "/dashboard/checkouts/new", Map.of("currency", "IDR", "amount", "150000", "formKey", "found"));
        var there = created.headers().firstValue("Location").orElse("");
        assertThat(there).startsWith("/dashboard/checkouts/");
        assertThat(person.get(SEARCH + there.substring(there.lastIndexOf('/') + 1))
                        .headers()
                        .firstValue("Location"))
                .hasValue(there);
    }

    @Test
    void who_develops_finds_webhooks_clients_and_requests() {
        var endpoint = merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"https://hooks.example.com/in\"}")
                .expect(201)
                .data()
                .path("id")
                .stringValue();
        var developer = person(Role.DEVELOPER);
        assertThat(developer.get(SEARCH + endpoint).headers().firstValue("Location"))
                .hasValue("/dashboard/developers/webhooks/" + endpoint);
        assertThat(developer
                        .get(SEARCH + endpoint.toUpperCase(Locale.ROOT))
                        .headers()
                        .firstValue("Location"))
                .hasValue("/dashboard/developers/webhooks/" + endpoint);
        assertThat(person(Role.VIEWER).get(SEARCH + endpoint).body()).contains("No results");
        var client = service.apiClients()
                .create(merchant.organizationId(), "Cashier", Scope.ALL, Allowlist.ANY)
                .client();
        assertThat(developer.get(SEARCH + client.clientId()).body())
                .contains("Cashier", "href=\"/dashboard/developers/keys#clients\"");
        var request = merchant.pay("{}").header("X-Request-Id");
        var response = Eventually.await(
                Duration.ofSeconds(10),
                "the request is found",
                () -> developer.get(SEARCH + request),
                answer -> answer.body().contains("POST ") || answer.statusCode() != 200);
        assertThat(response.body() + response.headers().firstValue("Location").orElse(""))
                .contains("/dashboard/developers/requests/");
    }

    @Test
    void nobody_finds_what_is_another_merchants() {
        try (var other = Merchant.at(service)) {
            var theirs = other.paidItem(Merchant.item("1234567890", "10000", "\"reference\":\"INV-8\""));
            var person = person(Role.OWNER);
            assertThat(person.get(SEARCH + theirs).body()).contains("No results");
            assertThat(person.get(SEARCH + "INV-8").body()).doesNotContain(theirs);
        }
    }

    @Test
    void an_operator_has_no_part_in_it() {
        assertThat(person(Role.OPERATOR).get(SEARCH + "x").statusCode()).isEqualTo(403);
    }

    @Test
    void a_slash_opens_the_search_but_not_while_somebody_types() {
        try (var page = window(person(Role.OWNER), 1280)) {
            page.navigate("/dashboard/payouts");
            page.locator("summary").first().click();
            page.locator("main input[name=reference]").focus();
            page.keyboard().press("/");
            assertThat(page.inputValue("main input[name=reference]")).isEqualTo("/");
            assertThat(page.locator("#palette[open]").count()).isZero();
            page.locator("h1").click();
            page.keyboard().press("/");
            page.waitForSelector("#palette[open]");
            assertThat(page.inputValue("#palette-input")).isEmpty();
            page.keyboard().press("Escape");
            page.waitForFunction("!document.getElementById('palette').open");
            page.keyboard().press("?");
            page.waitForSelector("#keys[open] kbd:text-is('/')");
            page.uncheck("#keys-on");
            page.click("#keys button");
            page.keyboard().press("/");
            assertThat(page.locator("#palette[open]").count()).isZero();
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_long_name_of_an_organization_is_shown_in_full(int width) {
        try (var page = window(person(Role.OWNER), width)) {
            page.navigate("/dashboard");
            page.evaluate(
                    "name => document.querySelector('.organization').textContent = name",
                    "Perkumpulan Perdagangan dan Pengiriman Rempah-Rempah Kepulauan Nusantara Bersatu "
                            + "Sejahteraselamanyadanseterusnya Tbk");
            assertThat(page.evaluate("(() => { const shown = document.querySelector('.organization');"
                            + " return shown.scrollWidth <= shown.clientWidth"
                            + " && getComputedStyle(shown).whiteSpace === 'normal'; })()"))
                    .isEqualTo(true);
            assertWellMade(page);
        }
    }
}
