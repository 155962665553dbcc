package dev.sluice.dashboard.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests of conversions at a shown quote, each executed once.
class ConversionTest extends DashboardTest {
    private static final String NEW = "/dashboard/conversions/new";
    private static final String HUNDRED = "?token=usdc-polygon&currency=IDR&side=input&amount=100";
    private static final Pattern QUOTE = Pattern.compile("name=\"quoteId\" value=\"([^\"]+)\"");

    private static Map<String, String> confirmation(Person person) {
        var matcher = QUOTE.matcher(person.get(NEW + HUNDRED).body());
        assertThat(matcher.find()).isTrue();
        return new HashMap<>(Map.of(
                "token", "usdc-polygon",
                "currency", "IDR",
                "side", "input",
                "amount", "100",
                "quoteId", matcher.group(1),
                "formKey", service.clocks().newId().toString()));
    }

    @Test
    void a_confirmation_that_is_sent_twice_converts_once() {
        var person = person(Role.MAKER);
        var before = merchant.available("usdc-polygon");
        var confirmation = confirmation(person);
        var first = person.post("/dashboard/conversions", confirmation);
        assertThat(first.statusCode()).isEqualTo(303);
        var again = person.post("/dashboard/conversions", confirmation);
        assertThat(again.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(before.subtract(merchant.available("usdc-polygon"))).isEqualByComparingTo(new BigDecimal("100"));
        assertThat(person.get(first.headers().firstValue("Location").orElseThrow())
                        .body())
                .contains(confirmation.get("quoteId"), "Ledger entries", "USDC on Polygon")
                .doesNotContain("Events and webhooks");
        assertThat(person(Role.OWNER)
                        .get(first.headers().firstValue("Location").orElseThrow())
                        .body())
                .contains("Events and webhooks", "/dashboard/developers/events/");
        assertThat(person.get("/dashboard/conversions?inputCurrency=usdc-polygon")
                        .body())
                .contains("USDC on Polygon</td>");
    }

    @Test
    void a_quote_that_has_expired_converts_nothing_and_gives_a_new_one() {
        var person = person(Role.MAKER);
        var before = merchant.available("usdc-polygon");
        var confirmation = confirmation(person);
        merchant.advance("PT10M");
        var page = person.post("/dashboard/conversions", confirmation);
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body()).contains("The quote has expired");
        var fresh = QUOTE.matcher(page.body());
        assertThat(fresh.find()).isTrue();
        assertThat(fresh.group(1)).isNotEqualTo(confirmation.get("quoteId"));
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo(before);
    }

    @Test
    void what_is_no_number_or_too_much_is_said() {
        var person = person(Role.MAKER);
        assertThat(person.get(NEW + "?token=usdc-polygon&currency=IDR&amount=ten")
                        .body())
                .contains("as numbers");
        assertThat(person.get(NEW + "?token=usdc-polygon&currency=IDR&amount=0.0000001")
                        .body())
                .contains("role=\"alert\"");
        for (var thousands : List.of("50.000", "150.0001")) {
            var response = person.get(NEW + "?token=usdc-polygon&currency=IDR&side=output&amount=" + thousands);
            assertThat(response.body())
                    .contains("An amount in IDR can have at most 2 decimals")
                    .doesNotContain("Quote valid for");
        }
        assertThat(person.get(NEW).body()).contains("Enter an amount");
    }

    @Test
    void what_there_is_of_each_token_stands_in_the_form() {
        var person = person(Role.MAKER);
        assertThat(person.get(NEW).body())
                .containsPattern("value=\"usdc-polygon\"[^>]*>[^<]+ · 1,000,000\\.00 available<")
                .contains(" · 0.00 available<");
        assertThat(person.post("/dashboard/conversions", confirmation(person)).statusCode())
                .isEqualTo(303);
        assertThat(person.get(NEW, Map.of("Accept-Language", "id")).body())
                .containsPattern("value=\"usdc-polygon\"[^>]*>[^<]+ · 999\\.900,00 tersedia<");
    }

    @Test
    void who_only_looks_converts_nothing() {
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(NEW + HUNDRED).statusCode()).isEqualTo(403);
        assertThat(viewer.get("/dashboard/conversions/quote" + HUNDRED).statusCode())
                .isEqualTo(403);
        assertThat(viewer.post("/dashboard/conversions", Map.of()).statusCode()).isEqualTo(403);
        assertThat(viewer.get("/dashboard/conversions").statusCode()).isEqualTo(200);
    }

    @Test
    void a_conversion_of_another_merchants_is_not_found() {
        try (var other = Merchant.at(service)) {
            var theirs = other.client()
                    .post("/v1/convert", """
                            {"input":{"currency":"usdc-polygon","amount":10},"output":{"currency":"IDR"}}""")
                    .expect(201)
                    .data()
                    .path("convertId")
                    .stringValue();
            assertThat(person(Role.OWNER)
                            .get("/dashboard/conversions/" + theirs)
                            .statusCode())
                    .isEqualTo(404);
        }
    }
}
