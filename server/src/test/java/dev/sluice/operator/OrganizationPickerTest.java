package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Selection of one of many organizations: no page lists all of them.
@Tag("slow")
class OrganizationPickerTest extends MovingTest {
    private static final String BOOKS = "/dashboard/operator/ledger";
    private static final int MANY = 55;

    private UUID last;

    @BeforeEach
    void thereAreMany() {
        var organizations = Organizations.wire(service.connections(), service.clocks());
        for (int number = 0; number < MANY; number++) {
            last = organizations
                    .create("Toko Melati " + number, Switches.live())
                    .id();
        }
    }

    private static long options(String page) {
        return page.lines().filter(line -> line.startsWith("<option value=\"0")).count();
    }

    @Test
    void the_deposit_that_money_is_moved_to_is_of_one_that_is_looked_for() {
        var operator = person(Role.OPERATOR);
        var path = putAside(asked("100000"), "a", idr("90000"));
        var own = merchant.organizationId();
        var page = operator.get(path).body();
        assertThat(options(page)).isBetween(50L, 51L);
        assertThat(page)
                .contains("<option value=\"" + own + "\" selected>", "Search organizations by name")
                .doesNotContain(last.toString());
        var response = operator.get(path + "/move?step=find&organizationName=melati+54&organization=" + own);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .contains("<option value=\"" + last + "\">Toko Melati 54", "<option value=\"" + own + "\" selected>")
                .doesNotContain("organization-wrong", "deposit-wrong");
        assertThat(operator.get(path + "/move?organization=" + last + "&deposit=none")
                        .body())
                .contains("<option value=\"" + last + "\" selected>");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void who_types_a_part_of_a_name_chooses_of_those_that_have_it(int width) {
        var path = putAside(asked("100000"), "a", idr("90000"));
        var page = window(person(Role.OPERATOR), width);
        page.navigate(path);
        assertWellMade(page);
        page.fill("#organizationName", "melati 54");
        page.waitForSelector("#organization option[value='" + last + "']", attached());
        page.selectOption("#organization", last.toString());
        page.fill("#deposit", "order-7");
        page.click("form[action$='/move'] button[type='submit']");
        page.waitForSelector("#deposit-wrong");
        assertThat(page.inputValue("#organization")).isEqualTo(last.toString());
        assertThat(page.inputValue("#organizationName")).isEqualTo("melati 54");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void the_books_lead_to_the_accounts_of_one_that_is_looked_for(int width) {
        var accounts = BOOKS + "/accounts/";
        var page = window(person(Role.OPERATOR), width);
        page.navigate(BOOKS);
        assertWellMade(page);
        assertThat(page.locator("a[href^='" + accounts + "']").count()).isEqualTo(51);
        assertThat(page.content()).contains("There are more");
        page.fill("#organizationName", "melati 54");
        page.press("#organizationName", "Enter");
        page.waitForURL("**organizationName=melati+54");
        assertThat(page.locator("a[href='" + accounts + last + "']").count()).isOne();
        assertThat(page.content()).doesNotContain("There are more");
        assertWellMade(page);
    }

    @Test
    void a_list_is_narrowed_to_one_that_is_looked_for() {
        var page = window(person(Role.OPERATOR), 1280);
        page.navigate("/dashboard/operator/payouts");
        page.fill("#organizationName", "melati 54");
        page.waitForSelector("#organization option[value='" + last + "']", attached());
        page.selectOption("#organization", last.toString());
        page.click("form[role='search'] button[type='submit']");
        page.waitForURL("**organization=" + last + "**");
        assertThat(page.inputValue("#organization")).isEqualTo(last.toString());
        assertThat(page.textContent("main")).contains("No results match these filters");
        assertWellMade(page);
    }

    private static com.microsoft.playwright.Page.WaitForSelectorOptions attached() {
        return new com.microsoft.playwright.Page.WaitForSelectorOptions()
                .setState(com.microsoft.playwright.options.WaitForSelectorState.ATTACHED);
    }
}
