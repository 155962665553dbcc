package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.options.LoadState;
import dev.sluice.merchant.Role;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests of refused forms: their input, and the address of their response.
class RefusedFormTest extends DashboardTest {
    private static final String CHECKOUT = "/dashboard/checkouts/new";
    private static final Pattern KEY = Pattern.compile("name=\"formKey\" value=\"([^\"]+)\"");

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

    /// A browser restores the page of a form with its idempotency key when the user goes back.
    @Test
    void one_that_was_done_and_is_sent_with_something_else_says_so_and_does_it_the_second_time() {
        var owner = person(Role.OWNER);
        var key = UUID.randomUUID().toString();
        var first = Map.of("currency", "IDR", "amount", "150000", "formKey", key);
        assertThat(owner.post(CHECKOUT, first).statusCode()).isEqualTo(303);
        var changed = owner.post(CHECKOUT, Map.of("currency", "IDR", "amount", "160000", "formKey", key));
        assertThat(changed.statusCode()).isEqualTo(422);
        assertThat(changed.body())
                .contains("already submitted with other values", "160000")
                .doesNotContain("Idempotency", key);
        var fresh = KEY.matcher(changed.body());
        assertThat(fresh.find()).isTrue();
        var again = Map.of("currency", "IDR", "amount", "160000", "formKey", fresh.group(1));
        assertThat(owner.post(CHECKOUT, again).statusCode()).isEqualTo(303);
        assertThat(deeds(merchant.organizationId(), 10).stream()
                        .filter(entry -> entry.action().action().equals("checkouts/new") && entry.isDone())
                        .map(entry -> entry.action().subject()))
                .hasSize(2)
                .doesNotHaveDuplicates()
                .doesNotContainNull();
    }

    @Test
    void people_write_no_exponents() {
        var price = Map.of("base", "USDC", "quote", "PHP", "price", "1e5", "reason", "As agreed");
        var answer = person(Role.OPERATOR).post("/dashboard/operator/prices", price);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("value=\"1e5\"");
    }

    /// The response has an address that only accepts POST.
    @Test
    void who_comes_back_to_it_or_loads_it_anew_gets_the_form() {
        var approval = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", approval).statusCode())
                .isEqualTo(303);
        var payout = "/dashboard/payouts/" + merchant.paid("1234567890", "20000");
        try (var page = window(person(Role.CHECKER), 1280)) {
            page.onDialog(Dialog::accept);
            page.navigate(payout);
            page.fill("main form [name=reason]", " ");
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
