package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.sluice.app.Axe;
import dev.sluice.app.Chromium;
import dev.sluice.app.MerchantTest;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Payment pages of payers that change their mind, cannot scan, cannot copy, or come too late, in a real browser.
@Tag("slow")
class PayerPageTest extends MerchantTest {
    private static final double PATIENCE_MILLIS = 20_000;
    /// Folder for pictures of the pages; null for none.
    private static final @Nullable String PICTURES = System.getProperty("sluice.pictures.payer");

    private String checkout(String fields) {
        return text(
                merchant.client()
                        .post("/v1/checkout", "{" + fields + "}")
                        .expect(200)
                        .data(),
                "url");
    }

    private String checkout() {
        return checkout("\"inputCurrency\":\"IDR\",\"inputAmount\":250000");
    }

    private static BrowserContext context(int width) {
        return Chromium.context(new Browser.NewContextOptions().setViewportSize(width, 740));
    }

    private static Page page(BrowserContext context, String address) {
        var page = context.newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.navigate(address);
        return page;
    }

    private static void picture(Page page, String name) {
        if (PICTURES != null) {
            page.screenshot(new Page.ScreenshotOptions()
                    .setPath(Path.of(PICTURES, name + "-" + page.viewportSize().width + ".png"))
                    .setFullPage(true));
        }
    }

    private static void assertReadable(Page page) {
        assertThat(Axe.violations(page, Axe.WCAG)).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 1280})
    void a_payer_pays_another_way(int width) {
        try (var context = context(width)) {
            var page = page(context, checkout());
            Choosing.choose(page, "QRIS");
            picture(page, "pay");
            page.locator("a:has-text('Choose another payment method')").click();
            assertReadable(page);
            picture(page, "another");
            Choosing.choose(page, "014_VA");
            page.locator("dt:has-text('Virtual account number')").waitFor();
            assertReadable(page);
            page.locator("form.test button").click();
            page.locator(".state.good").waitFor();
        }
    }

    /// A browser restores a cached page without a request to the server. The test simulates the event of that.
    @Test
    void a_page_that_comes_back_from_the_cache_shows_what_was_chosen_since() {
        try (var context = context(360)) {
            var address = checkout();
            var first = page(context, address);
            var second = page(context, address);
            Choosing.choose(second, "014_VA");
            first.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))");
            first.locator("dt:has-text('Virtual account number')").waitFor();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "IDR, 250000, QRIS, Text of the QR code, 000201",
        "BRL, 100, PIX, Pix Copia e Cola, 000201",
        "INR, 500, UPI, UPI link, upi://pay"
    })
    void the_text_of_a_code_is_copied(String currency, String amount, String method, String label, String begins) {
        try (var context = context(360)) {
            context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
            var page = page(context, checkout("\"inputCurrency\":\"" + currency + "\",\"inputAmount\":" + amount));
            Choosing.choose(page, method);
            assertThat(page.locator(".long dt").textContent()).isEqualTo(label);
            var button = page.locator(".long button.copy");
            button.click();
            assertThat(page.evaluate("navigator.clipboard.readText()").toString())
                    .startsWith(begins)
                    .isEqualTo(button.getAttribute("data-copy"));
            assertReadable(page);
            picture(page, "copy-" + method);
        }
    }

    @Test
    void where_the_browser_denies_copying_the_text_is_selected_and_that_is_said() {
        try (var context = context(360)) {
            context.addInitScript("Object.defineProperty(navigator, 'clipboard', {value: {"
                    + "writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError'))}})");
            var page = page(context, checkout());
            Choosing.choose(page, "014_VA");
            var button = page.locator("button.copy").first();
            button.click();
            page.locator(".denied:has-text('Your browser does not allow copying')")
                    .first()
                    .waitFor();
            assertThat(page.evaluate("getSelection().toString()")).isEqualTo(button.getAttribute("data-copy"));
            assertReadable(page);
            picture(page, "denied");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unused", "expired"})
    void a_page_that_is_over_leads_back_to_the_shop_without_a_claim_of_success(String how) {
        try (var context = context(360)) {
            var address = checkout("\"inputCurrency\":\"IDR\",\"inputAmount\":250000,"
                    + "\"successUrl\":\"https://shop.example:8443/thanks?paid=1\"");
            var page = page(context, address);
            if (how.equals("expired")) {
                Choosing.choose(page, "QRIS");
            }
            merchant.advance("PT16M");
            if (how.equals("expired")) {
                merchant.awaitDeposit(address.substring(address.lastIndexOf('/') + 1), "expired");
            }
            page.reload();
            // The page reloads by itself as well once it hears of the end.
            page.locator(".state.over").waitFor();
            assertThat(page.locator(".state.over").count()).isEqualTo(1);
            assertThat(page.locator("a.primary").getAttribute("href")).isEqualTo("https://shop.example:8443/");
            picture(page, how);
        }
    }
}
