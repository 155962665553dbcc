package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Operators' pages and actions, and their protection from other users.
@Tag("slow")
class OperatorTest extends DashboardTest {
    private static final String OPERATOR = "/dashboard/operator";
    private static final String ANY =
            UUID.fromString("00000000-0000-0000-0000-000000000000").toString();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MAILS_MAX = 1_000;

    private static final List<String> PAGES = List.of(
            OPERATOR,
            OPERATOR + "/payouts/" + ANY + "/" + ANY,
            OPERATOR + "/search?q=" + ANY,
            OPERATOR + "/ledger",
            OPERATOR + "/ledger/accounts/" + ANY,
            OPERATOR + "/ledger/account?organization=" + ANY + "&asset=IDR&role=available",
            OPERATOR + "/ledger/payment?id=" + ANY,
            OPERATOR + "/organizations",
            OPERATOR + "/organizations/" + ANY,
            OPERATOR + "/organizations/" + ANY + "/terms",
            OPERATOR + "/exceptions",
            OPERATOR + "/exceptions/" + ANY + "/" + ANY,
            OPERATOR + "/rails",
            OPERATOR + "/rails/sandbox",
            OPERATOR + "/prices",
            OPERATOR + "/prices/methods",
            OPERATOR + "/prices/methods/deposit/IDR/QRIS",
            OPERATOR + "/prices/assets",
            OPERATOR + "/prices/assets/usdc-polygon",
            OPERATOR + "/prices/assets/usdc-polygon/fees/payout",
            OPERATOR + "/prices/pairs",
            OPERATOR + "/prices/pairs/USDC/IDR");

    private static final List<String> ACTIONS = List.of(
            OPERATOR + "/payouts/" + ANY + "/" + ANY + "/query",
            OPERATOR + "/payouts/" + ANY + "/" + ANY + "/stop",
            OPERATOR + "/ledger/proof",
            OPERATOR + "/organizations",
            OPERATOR + "/organizations/" + ANY + "/switch",
            OPERATOR + "/organizations/" + ANY + "/terms",
            OPERATOR + "/organizations/" + ANY + "/terms/end",
            OPERATOR + "/organizations/" + ANY + "/conversion",
            OPERATOR + "/exceptions/" + ANY + "/" + ANY + "/close",
            OPERATOR + "/exceptions/" + ANY + "/" + ANY + "/credit",
            OPERATOR + "/exceptions/" + ANY + "/" + ANY + "/refund",
            OPERATOR + "/rails/sandbox/stop",
            OPERATOR + "/rails/sandbox/start",
            OPERATOR + "/prices",
            OPERATOR + "/prices/methods/deposit/IDR/QRIS/availability",
            OPERATOR + "/prices/methods/deposit/IDR/QRIS/fee",
            OPERATOR + "/prices/assets/usdc-polygon/availability",
            OPERATOR + "/prices/assets/usdc-polygon/fees/payout",
            OPERATOR + "/prices/pairs/USDC/IDR");

    @ParameterizedTest
    @EnumSource(value = Role.class, names = "OPERATOR", mode = EnumSource.Mode.EXCLUDE)
    void nobody_else_comes_in(Role role) {
        var person = person(role);
        for (var page : PAGES) {
            assertThat(person.get(page).statusCode()).as(page).isEqualTo(403);
        }
        for (var action : ACTIONS) {
            assertThat(person.post(action, Map.of("reason", "Because")).statusCode())
                    .as(action)
                    .isEqualTo(403);
        }
    }

    @Test
    void whoever_is_not_signed_in_is_sent_to_sign_in() {
        var nobody = new Person(service.baseUrl(), somebody(Role.OPERATOR).user(), "");
        for (var page : PAGES) {
            assertThat(nobody.get(page).statusCode()).as(page).isEqualTo(303);
        }
    }

    @Test
    void an_organization_is_made_and_its_switches_turned() {
        var operator = person(Role.OPERATOR);
        assertThat(operator.post(OPERATOR + "/organizations", Map.of("name", "Warung Baru"))
                        .statusCode())
                .isEqualTo(400);
        var created = operator.post(
                OPERATOR + "/organizations", Map.of("name", "Warung Baru", "reason", "Contract 12 is signed"));
        assertThat(created.statusCode()).isEqualTo(303);
        var path = created.headers().firstValue("Location").orElseThrow();
        assertThat(operator.get(path).body()).contains("Warung Baru", "No members yet");
        assertThat(operator.get(OPERATOR + "/organizations").body())
                .containsPattern("id=\"beginning\"[^~]*>checkout<[^~]*>conversion<[^~]*use all enabled methods");
        var told = created.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("sluice_notice="))
                .findFirst()
                .orElseThrow();
        assertThat(java.net.URLDecoder.decode(told, java.nio.charset.StandardCharsets.UTF_8))
                .contains("Warung Baru created. Turned on from the start: checkout, conversion.");
        var reason = "Asked for by mail";
        assertThat(operator.post(
                                path + "/switch",
                                Map.of("switch", "duplicate-references", "state", "on", "reason", reason))
                        .statusCode())
                .isEqualTo(303);
        assertThat(operator.post(path + "/conversion", Map.of("pair", "USDC/IDR", "state", "off", "reason", reason))
                        .statusCode())
                .isEqualTo(303);
        assertThat(operator.post(path + "/conversion", Map.of("pair", "nonsense", "state", "off", "reason", reason))
                        .body())
                .contains("id=\"pair-wrong\">Enter a pair such as USDC/IDR.")
                .containsPattern("<option value=\"USDC/IDR\" ?>USDC/IDR · Off")
                .containsPattern("<option value=\"USDT/IDR\" ?>USDT/IDR · On");
        assertThat(operator.post(path + "/conversion", Map.of("pair", "foo/idr", "state", "on", "reason", reason))
                        .body())
                .contains("The pair FOO/IDR");
        assertThat(operator.get(path).body()).contains("USDC/IDR").doesNotContain("FOO/IDR");
    }

    @Test
    void what_operators_do_to_an_organization_stands_in_its_own_audit_log() {
        var operator = person(Role.OPERATOR);
        var created = operator.post(OPERATOR + "/organizations", Map.of("name", "Toko Lain", "reason", "Signed"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        var organizationId = UUID.fromString(created.substring(created.lastIndexOf('/') + 1));
        operator.post(
                created + "/switch",
                Map.of("switch", "duplicate-references", "state", "on", "reason", "Asked for by mail"));
        var turned = deeds(organizationId, 9);
        assertThat(turned).singleElement().satisfies(entry -> {
            assertThat(entry.action().action()).isEqualTo("operator/organizations/{organization}/switch");
            assertThat(entry.actor()).isEqualTo(operator.user().name());
            assertThat(entry.action().actor().address()).isEqualTo("–");
            assertThat(entry.isDone()).isTrue();
            assertThat(entry.fields())
                    .isEqualTo(Map.of(
                            "switch", "duplicate-references",
                            "state", "on",
                            "before.state", "off",
                            "reason", "Asked for by mail"));
        });
        var payout = UUID.randomUUID().toString();
        operator.post(
                OPERATOR + "/payouts/" + organizationId + "/" + payout + "/query", Map.of("reason", "It is late"));
        assertThat(deeds(organizationId, 1).getFirst().action().subject()).isEqualTo(payout);
        var actions = service.routes().all().stream()
                .filter(route -> route.method() == Method.POST)
                .map(Route::template)
                .filter(template -> template.startsWith(OPERATOR + "/organizations/{organization}/"))
                .filter(template -> !template.endsWith("/owner")
                        && !template.endsWith("/second-factors")) // written once the form is right
                .toList();
        assertThat(actions).hasSizeGreaterThan(8);
        for (var template : actions) {
            var path = template.replace("{organization}", organizationId.toString())
                    .replace("{change}", payout);
            operator.post(path, Map.of());
            assertThat(deeds(organizationId, 1).getFirst().action().action()).isEqualTo(template.substring(11));
        }
    }

    @Test
    void a_pair_that_was_turned_is_the_same_in_any_case() {
        var operator = person(Role.OPERATOR);
        var path = OPERATOR + "/organizations/" + merchant.organizationId() + "/conversion";
        operator.post(path, Map.of("pair", "USDC/IDR", "state", "off", "reason", "Asked for by mail"));
        operator.post(path, Map.of("pair", "usdc/idr", "state", "on", "reason", "Asked for by mail"));
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields()).containsEntry("before.state", "off");
    }

    @Test
    void a_new_organization_gets_its_first_owner() {
        var operator = person(Role.OPERATOR);
        var created = operator.post(
                        "/dashboard/operator/organizations", Map.of("name", "Toko Baru", "reason", "Signed"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        var email = "dewi-" + service.clocks().newId() + "@toko.example";
        var form = new HashMap<>(Map.of("ownerName", "Dewi", "email", "nobody", "reason", "Signed"));
        var refused = operator.post(created + "/owner", form);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("id=\"email-wrong\"", "value=\"Dewi\"");
        form.put("email", email);
        assertThat(operator.post(created + "/owner", form).statusCode()).isEqualTo(303);
        assertThat(operator.get(created).body()).contains("Dewi", email);
        // Other mails are operator notices about other tests.
        var mails = mails().latest(MAILS_MAX).stream()
                .filter(mail -> mail.mail().to().equals(email));
        assertThat(mails).singleElement().satisfies(mail -> {
            assertThat(mail.mail().subject()).contains("Toko Baru");
            assertThat(mail.mail().text()).contains("/dashboard/password/new#token=");
        });
    }

    @Test
    void a_balance_is_explained_and_the_books_are_proved() {
        var operator = person(Role.OPERATOR);
        var id = merchant.paid("1234567890", "10000");
        merchant.await(id, "completed");
        var account = OPERATOR + "/ledger/account?asset=IDR&role=available&explain=1&organization="
                + merchant.organizationId();
        assertThat(operator.get(account).body())
                .contains("equals the balance", ">Hold<", ">Funding<", "Available balance in IDR")
                .contains(" title=\"" + id + "\"", ">…" + id.substring(id.length() - 8) + "</a>");
        assertThat(operator.get(OPERATOR + "/ledger/payment?id=" + id).body()).contains(">Held<", ">Rail sandbox<");
        assertThat(operator.get(OPERATOR + "/ledger").body())
                .contains("Balanced")
                .doesNotContain("Not balanced");
        assertThat(operator.post(OPERATOR + "/ledger/proof", Map.of("reason", "End of month"))
                        .statusCode())
                .isEqualTo(303);
        Eventually.within(
                PATIENCE,
                "the books are proved",
                () -> operator.get(OPERATOR + "/ledger").body().contains("No faults"));
    }

    @Test
    void a_rail_that_is_stopped_gets_no_payouts_and_no_payers_until_it_is_started() {
        var operator = person(Role.OPERATOR);
        var rail = OPERATOR + "/rails/sandbox";
        try (var sibling = service.sibling()) {
            assertThat(operator.post(rail + "/stop", Map.of("reason", "The bank asked us"))
                            .statusCode())
                    .isEqualTo(303);
            assertThat(operator.get(rail).body()).contains("The bank asked us", "Stopped");
            assertThat(operator.get(OPERATOR).body()).contains("The rail sandbox is stopped", "The bank asked us");
            try (var window = window(operator, 360)) {
                window.navigate(OPERATOR);
                assertWellMade(window);
            }
            var elsewhere = merchant.elsewhere(sibling);
            // The rail's methods are not offered on any node.
            Eventually.within(
                    PATIENCE,
                    "the other node offers it no more",
                    () -> !methods(elsewhere).contains("QRIS"));
            assertThat(methods(merchant.client())).doesNotContain("QRIS");
            var id = merchant.paid("1234567890", "10000");
            pause(1_500);
            var waiting = merchant.payout(id);
            assertThat(text(waiting, "status")).isEqualTo("pending");
            assertThat(merchant.cancel(id).status())
                    .as("it was never handed over")
                    .isEqualTo(200);
            var other = merchant.paid("1234567890", "20000");
            assertThat(operator.post(rail + "/start", Map.of("reason", "They are back"))
                            .statusCode())
                    .isEqualTo(303);
            merchant.await(other, "completed");
            Eventually.within(
                    PATIENCE,
                    "the other node offers it again",
                    () -> methods(elsewhere).contains("QRIS"));
        } finally {
            operator.post(rail + "/start", Map.of("reason", "Done"));
        }
    }

    private static String methods(TestClient client) {
        return client.get("/v1/deposit/payment-method").expect(200).json().toString();
    }

    @Test
    void a_price_and_a_fee_are_set_and_a_method_goes_off_and_on() {
        var operator = person(Role.OPERATOR);
        var reason = "The market moved";
        assertThat(operator.post(
                                OPERATOR + "/prices",
                                Map.of("base", "USDC", "quote", "IDR", "price", "16123.45", "reason", reason))
                        .statusCode())
                .isEqualTo(303);
        assertThat(operator.get(OPERATOR + "/prices").body()).contains("16,123.45");
        var mistaken = Map.of("base", "USDC", "quote", "IDR", "price", "161234.5", "reason", "Agreed with the desk");
        var response = operator.post(OPERATOR + "/prices", mistaken);
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains("The current value is 16,123.45", "name=\"confirmed\"");
        var sure = new java.util.HashMap<>(mistaken);
        sure.put("confirmed", "16123.45 to 161234.5");
        assertThat(operator.post(OPERATOR + "/prices", sure).statusCode()).isEqualTo(303);
        assertThat(operator.get(OPERATOR + "/prices").body()).contains("161,234.5");
        for (var wrong : List.of("0", "-1", "many", "0.00000000001")) {
            assertThat(operator.post(
                                    OPERATOR + "/prices",
                                    Map.of("base", "USDC", "quote", "IDR", "price", wrong, "reason", reason))
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        var method = OPERATOR + "/prices/methods/deposit/IDR/OVO";
        var fee = Map.of("flat", "100", "percentage", "1.25", "reason", reason);
        assertThat(LargeChangeTest.surely(operator, method + "/fee", fee)).isEqualTo(303);
        assertThat(operator.post(method + "/fee", Map.of("flat", "0.001", "percentage", "1", "reason", reason))
                        .statusCode())
                .isEqualTo(400);
        assertThat(operator.get(method).body()).contains("1.25");
        // A repeated form, or one from an outdated page, still has its stated effect.
        for (int i = 0; i < 2; i++) {
            operator.post(method + "/availability", Map.of("state", "off", "reason", reason));
            assertThat(operator.get(method).body()).contains("Disabled.", "name=\"state\" value=\"on\"");
        }
        operator.post(method + "/availability", Map.of("state", "on", "reason", reason));
        assertThat(operator.get(method).body()).contains("Enabled for all", "name=\"state\" value=\"off\"");
        for (var state : List.of("", "maybe")) {
            var answer = operator.post(method + "/availability", Map.of("state", state, "reason", reason));
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("Choose on or off.");
        }
        assertThat(operator.get(method).body()).contains("Enabled for all organizations");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void an_operator_looks_at_everything_and_sends_money_back(int width) {
        var deposit = merchant.underReview("100000", "90000");
        var payment = Merchant.payment(deposit);
        var own = merchant.organizationId().toString();
        try (var page = window(person(Role.OPERATOR), width)) {
            page.onDialog(dialog -> dialog.accept());
            for (var path : List.of(
                    "",
                    "/ledger",
                    "/ledger/accounts/" + own,
                    "/ledger/account?explain=1&asset=IDR&role=available&organization=" + own,
                    "/ledger/payment?id=" + payment,
                    "/organizations",
                    "/organizations/" + own,
                    "/rails",
                    "/rails/sandbox",
                    "/prices",
                    "/prices/methods",
                    "/prices/methods/deposit/IDR/QRIS",
                    "/prices/assets",
                    "/prices/assets/usdc-polygon",
                    "/prices/assets/IDR",
                    "/prices/assets/usdc-polygon/fees/deposit",
                    "/exceptions?organization=" + own)) {
                look(page, path);
            }
            page.locator("main td.amount a").first().click();
            page.waitForURL("**/exceptions/" + own + "/" + payment);
            assertWellMade(page);
            page.fill("#reason-refund", "A wrong amount");
            page.click("form[action$='/refund'] button");
            page.waitForSelector("text=Sent back to the payer");
            assertWellMade(page);
        }
        assertThat(text(
                        merchant.deposit(text(deposit, "depositId"))
                                .path("payments")
                                .get(0),
                        "status"))
                .isEqualTo("refunded");
    }

    private void look(Page page, String path) {
        page.navigate(OPERATOR + path);
        assertThat(page.locator("h1").textContent()).isNotBlank();
        assertWellMade(page);
    }

    /// A filter by organization hides other merchants' accounts.
    @Test
    void accounts_are_one_organizations() {
        try (var neighbour = Merchant.at(service)) {
            var body = person(Role.OPERATOR)
                    .get(OPERATOR + "/ledger/accounts/" + neighbour.organizationId())
                    .body();
            assertThat(body)
                    .contains(neighbour.organizationId().toString())
                    .doesNotContain(merchant.organizationId().toString());
        }
    }
}
