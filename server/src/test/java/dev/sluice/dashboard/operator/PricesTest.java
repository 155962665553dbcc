package dev.sluice.dashboard.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// The price table narrowed to a currency or a token.
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

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void it_is_narrowed_in_a_browser(int width) {
        try (var page = window(person(Role.OPERATOR), width)) {
            page.navigate(PRICES);
            assertWellMade(page);
            page.selectOption("#asset", "PHP");
            page.click("form[method=get] button:has-text('Look')");
            page.waitForURL("**" + PRICES + "?asset=PHP");
            assertThat(page.inputValue("#asset")).isEqualTo("PHP");
            assertThat(page.locator("td[data-label=Pair]").allTextContents())
                    .isNotEmpty()
                    .allMatch(pair -> pair.contains("PHP"));
            assertWellMade(page);
        }
    }
}
