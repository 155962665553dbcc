package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Filter of the price table by currency or token.
class PricesTest extends DashboardTest {
    private static final String PRICES = "/dashboard/operator/prices";
    private static final Pattern PAIR = Pattern.compile("<td data-label=\"Pair\">([^<]+)</td>");

    private static List<String> pairs(Person operator, String query) {
        return PAIR.matcher(operator.get(PRICES + query).body())
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    @Test
    void it_has_the_pairs_of_that_one_alone() {
        var operator = person(Role.OPERATOR);
        var all = pairs(operator, "");
        var some = pairs(operator, "?asset=IDR");
        assertThat(some)
                .hasSizeLessThan(all.size())
                .contains("USDC/IDR")
                .containsExactlyElementsOf(all.stream()
                        .filter(pair -> ("/" + pair + "/").contains("/IDR/"))
                        .toList());
        assertThat(pairs(operator, "?asset=USDC")).hasSizeGreaterThan(1).allMatch(pair -> pair.contains("USDC"));
        for (var none : List.of("?asset=", "?asset=XXX", "?asset=%3Cb%3E")) {
            assertThat(pairs(operator, none)).as(none).isEqualTo(all);
        }
    }

    @Test
    void what_is_asked_about_once_more_stands_there_as_it_was_typed() {
        var operator = person(Role.OPERATOR);
        var form = Map.of("base", "USDC", "quote", "PHP", "price", "1", "reason", "As agreed");
        var response = operator.post(PRICES, form);
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body())
                .contains("id=\"confirmed-wrong\"")
                .containsPattern("id=\"base\"(?s:.)*?value=\"USDC\" selected")
                .containsPattern("id=\"quote\"(?s:.)*?value=\"PHP\" selected")
                .containsPattern("id=\"price\"[^>]* value=\"1\"")
                .containsPattern("id=\"reason\"[^>]* value=\"As agreed\"");
        var wrong = operator.post(PRICES, Map.of("base", "PHP", "quote", "PHP", "price", "many", "reason", "None"));
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("id=\"quote-wrong\"", "id=\"price-wrong\"");
    }

    /// A user may swap the two, for example: an inverse or a cross rate has a price that is in no table.
    @Test
    void the_first_price_of_a_pair_is_asked_about_where_it_is_far_from_what_is_in_effect() {
        var operator = person(Role.OPERATOR);
        var mistaken = new HashMap<>(Map.of("base", "IDR", "quote", "SGD", "price", "12788", "reason", "As agreed"));
        var response = operator.post(PRICES, mistaken);
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body())
                .contains("The table has no price of IDR/SGD.", "is 0.0000781981", "and 12,788 differs")
                .contains("name=\"confirmed\" value=\"IDR/SGD to 12788\"");
        assertThat(pairs(operator, "?asset=SGD")).doesNotContain("IDR/SGD");
        mistaken.put("confirmed", "IDR/SGD to 12788");
        mistaken.put("price", "12789");
        assertThat(operator.post(PRICES, mistaken).statusCode())
                .as("another price than was asked about")
                .isEqualTo(409);
        var meant = Map.of("base", "SGD", "quote", "IDR", "price", "12788", "reason", "As agreed");
        assertThat(operator.post(PRICES, meant).statusCode()).isEqualTo(303);
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields())
                .containsEntry("price", "12788")
                .containsEntry("before.price", "12788.01843");
        var otherWay = operator.post(PRICES, mistaken);
        assertThat(otherWay.statusCode()).isEqualTo(400);
        assertThat(otherWay.body()).contains("id=\"quote-wrong\">The table has SGD/IDR. Set that pair instead;");
    }

    @Test
    void a_price_that_is_far_can_be_meant_and_is_set_right_where_it_stands() {
        var operator = person(Role.OPERATOR);
        var form = Map.of("base", "KES", "quote", "NGN", "price", "1", "reason", "As agreed");
        assertThat(LargeChangeTest.surely(operator, PRICES, form)).isEqualTo(303);
        assertThat(pairs(operator, "?asset=KES")).contains("KES/NGN");
        var right = Map.of("base", "KES", "quote", "NGN", "price", "11.2", "reason", "As agreed");
        assertThat(LargeChangeTest.surely(operator, PRICES, right)).isEqualTo(303);
    }

    @Test
    void a_pair_that_was_added_is_taken_off_and_one_of_the_data_files_is_not() {
        var operator = person(Role.OPERATOR);
        var form = Map.of("base", "MXN", "quote", "BRL", "price", "3", "reason", "As agreed");
        assertThat(LargeChangeTest.surely(operator, PRICES, form)).isEqualTo(303);
        assertThat(operator.get(PRICES).body())
                .contains("value=\"MXN/BRL 3\"", "Remove price")
                .doesNotContain("value=\"USDC/IDR 16650\"");
        for (var other : List.of("MXN/BRL 3.5", "USDC/IDR 16650", "")) {
            var refused = operator.post(PRICES + "/off", Map.of("pair", other, "reason", "A slip"));
            assertThat(refused.statusCode()).as(other).isEqualTo(409);
            assertThat(refused.body()).contains("nothing is changed").containsPattern("id=\"reason-off\"[^>]*A slip");
        }
        assertThat(operator.post(PRICES + "/off", Map.of("pair", "MXN/BRL 3")).statusCode())
                .isEqualTo(400);
        assertThat(operator.post(PRICES + "/off", Map.of("pair", "MXN/BRL 3", "reason", "A slip"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(pairs(operator, "?asset=MXN")).contains("USDC/MXN").doesNotContain("MXN/BRL");
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.action().action()).isEqualTo("operator/prices/off");
        assertThat(entry.fields()).containsEntry("before.price", "3").containsEntry("reason", "A slip");
        assertThat(LargeChangeTest.surely(operator, PRICES, form)).isEqualTo(303);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void it_is_narrowed_in_a_browser(int width) {
        try (var page = window(person(Role.OPERATOR), width)) {
            page.navigate(PRICES);
            assertWellMade(page);
            page.selectOption("#asset", "PHP");
            page.click("form[method=get] button:has-text('Filter')");
            page.waitForURL("**" + PRICES + "?asset=PHP");
            assertThat(page.inputValue("#asset")).isEqualTo("PHP");
            assertThat(page.locator("td[data-label=Pair]").allTextContents())
                    .isNotEmpty()
                    .allMatch(pair -> pair.contains("PHP"));
            assertWellMade(page);
        }
    }
}
