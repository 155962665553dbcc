package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.app.Widths;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Temporary obstacles for a customer with a valid page: each ends as soon as its cause does, and is explained
/// clearly.
class CheckoutHindranceTest extends DashboardTest {
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");
    private static final String BODY = "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"reference\":\"cart-1\","
            + "\"cancelUrl\":\"https://shop.example/cart\"}";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static String paymentPage(Merchant merchant) {
        return "/checkout/"
                + text(merchant.client().post("/v1/checkout", BODY).expect(200).data(), "id");
    }

    private static Reply choose(String page, String method) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.send("POST", page, "method=" + method, FORM).expect(303);
        }
    }

    private static String look(String page) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.get(page).expect(200).text();
        }
    }

    private static void offer(Merchant merchant, List<String> methods) {
        service.connections().run(tx -> {
            DesignStore.lock(tx, merchant.organizationId());
            DesignStore.putMethods(tx, merchant.organizationId(), "IDR", methods);
        });
    }

    private static void execute(String sql, Object... values) {
        service.connections().run(tx -> tx.handle().execute(sql, values));
    }

    @Test
    void a_page_whose_reference_was_shared_is_paid_though_that_is_not_allowed_any_more() {
        var lenient = new Switches(Set.of(Switch.CHECKOUT, Switch.DUPLICATE_REFERENCES), Map.of());
        try (var shop = Merchant.of(service, lenient, EnumSet.allOf(Scope.class), true)) {
            shop.createDeposit("014_VA", "100000", "\"reference\":\"cart-1\"");
            var page = paymentPage(shop);
            var off = Map.of("switch", "duplicate-references", "state", "off", "reason", "Each order once");
            var organization = "/dashboard/operator/organizations/" + shop.organizationId();
            assertThat(person(Role.OPERATOR).post(organization + "/switch", off).statusCode())
                    .isEqualTo(303);
            assertThat(shop.client().post("/v1/checkout", BODY).expect(400).code())
                    .isEqualTo("REFERENCE_EXISTS");
            assertThat(look(page)).contains("QRIS");
            assertThat(choose(page, "QRIS").header("Location")).isEqualTo(page);
            var deposit = shop.deposit(page.substring(page.lastIndexOf('/') + 1));
            assertThat(text(deposit, "reference")).isEqualTo("cart-1");
        }
    }

    @Test
    void a_method_that_is_switched_off_meanwhile_is_said_to_be_gone_and_another_is_chosen() {
        var page = paymentPage(merchant);
        assertThat(look(page)).contains("value=\"OVO\"");
        offer(merchant, List.of("QRIS"));
        var back = choose(page, "OVO").header("Location");
        assertThat(look(back))
                .contains("This payment method is no longer available", "value=\"QRIS\"")
                .doesNotContain("value=\"OVO\"");
        assertThat(choose(page, "QRIS").header("Location")).isEqualTo(page);
        assertThat(look(page)).contains("Waiting for your payment");
    }

    /// The limits of an exchange come from its pair, so an exchange without the pair has none.
    @Test
    void an_exchange_whose_pair_is_taken_off_offer_meanwhile_is_not_offered() {
        var body = "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"usdt-polygon\",\"inputAmount\":500000}";
        var page = "/checkout/"
                + text(merchant.client().post("/v1/checkout", body).expect(200).data(), "id");
        assertThat(look(page)).contains("value=\"QRIS\"");
        pairIs(false);
        try {
            Eventually.within(
                    PATIENCE,
                    "nothing is offered",
                    () -> look(page).contains("No payment method is available right now"));
        } finally {
            pairIs(true);
        }
        Eventually.within(PATIENCE, "it is offered again", () -> look(page).contains("value=\"QRIS\""));
    }

    @Test
    void what_an_organization_may_not_do_any_more_its_open_pages_do_not_either() {
        var exchanged = "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"USD\",\"inputAmount\":500000}";
        var exchanging = "/checkout/"
                + text(
                        merchant.client()
                                .post("/v1/checkout", exchanged)
                                .expect(200)
                                .data(),
                        "id");
        var plain = paymentPage(merchant);
        assertThat(look(exchanging)).contains("value=\"QRIS\"");
        turnOff("conversion");
        isNotOffered(exchanging);
        assertThat(look(plain)).contains("value=\"QRIS\"");
        turnOff("checkout");
        isNotOffered(plain);
    }

    private void isNotOffered(String page) {
        assertThat(look(page)).contains("No payment method is available right now");
        assertThat(choose(page, "QRIS").header("Location")).isNotEqualTo(page);
        merchant.client()
                .get("/v1/deposit/" + page.substring(page.lastIndexOf('/') + 1))
                .expect(404);
    }

    private void turnOff(String which) {
        var off = Map.of("switch", which, "state", "off", "reason", "Not any more");
        var organization = "/dashboard/operator/organizations/" + merchant.organizationId();
        assertThat(person(Role.OPERATOR).post(organization + "/switch", off).statusCode())
                .isEqualTo(303);
    }

    private static void pairIs(boolean enabled) {
        execute("UPDATE reference_pair SET enabled = ? WHERE symbol = 'USDT' AND currency = 'IDR'", enabled);
        execute("UPDATE reference_load SET version = version + 1");
    }

    @Test
    void a_page_says_that_a_payment_is_looked_at_for_as_long_as_it_is() {
        var page = paymentPage(merchant);
        assertThat(choose(page, "014_TRANSFER").header("Location")).isEqualTo(page);
        var id = page.substring(page.lastIndexOf('/') + 1);
        merchant.payIn(id, "{\"amount\":90000}").expect(200);
        merchant.awaitDeposit(id, deposit -> deposit.path("payments").size() == 1);
        assertThat(look(page)).contains("Your payment is under review");
        var exception = "/dashboard/operator/exceptions/" + merchant.organizationId() + "/"
                + Merchant.payment(merchant.deposit(id));
        assertThat(person(Role.OPERATOR)
                        .post(exception + "/refund", Map.of("reason", "Too little"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(text(merchant.deposit(id).path("payments").get(0), "status")).isEqualTo("refunded");
        assertThat(look(page)).doesNotContain("Your payment is under review");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_page_that_nothing_can_come_of_says_so_and_leads_back(int width) {
        var page = paymentPage(merchant);
        execute(
                "UPDATE idempotency_reference SET payment_id = ? WHERE organization_id = ? AND reference = 'cart-1'",
                UUID.randomUUID(),
                merchant.organizationId());
        try (var window = page(context(width))) {
            window.navigate(page);
            window.waitForSelector("text=Another payment has replaced this one");
            assertThat(window.getAttribute("a.primary", "href")).isEqualTo("https://shop.example/cart");
            assertWellMade(window);
        }
    }
}
