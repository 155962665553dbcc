package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.options.LoadState;
import dev.sluice.merchant.Role;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A form that was refused: what was typed, and where its answer stands.
class RefusedFormTest extends DashboardTest {
    @Test
    void what_was_typed_stands_in_it_again() {
        try (var page = window(person(Role.OPERATOR), 1280)) {
            page.navigate("/dashboard/operator/prices");
            page.selectOption("#base", "USDC");
            page.selectOption("#quote", "PHP");
            page.fill("#price", "many");
            page.fill("#reason", "As agreed");
            page.click("main form[method=post] button[type=submit]");
            page.waitForSelector("#price.is-invalid");
            assertThat(page.inputValue("#base")).isEqualTo("USDC");
            assertThat(page.inputValue("#quote")).isEqualTo("PHP");
            assertThat(page.inputValue("#price")).isEqualTo("many");
            assertThat(page.inputValue("#reason")).isEqualTo("As agreed");
            page.reload();
            assertThat(page.inputValue("#reason")).isEmpty();
        }
    }

    /// Its answer stands at an address that takes forms alone.
    @Test
    void who_comes_back_to_it_or_loads_it_anew_gets_the_form() {
        var approval = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", approval).statusCode())
                .isEqualTo(303);
        var payout = "/dashboard/payouts/" + merchant.paid("1234567890", "20000");
        try (var page = window(person(Role.CHECKER), 1280)) {
            page.onDialog(Dialog::accept);
            page.navigate(payout);
            page.click("main form button:has-text('Reject')");
            page.waitForSelector("html[data-answer]");
            page.waitForLoadState(LoadState.LOAD);
            assertThat(page.url()).endsWith(payout);
            page.navigate("/dashboard/balances");
            page.goBack();
            page.waitForLoadState(LoadState.LOAD);
            assertThat(page.url()).endsWith(payout);
            assertThat(page.textContent("h1")).isNotBlank();
            assertThat(page.locator("main form button:has-text('Reject')").count())
                    .isEqualTo(1);
            page.reload();
            assertThat(page.locator("html[data-answer]").count()).isZero();
        }
    }
}
