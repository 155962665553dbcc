package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import dev.sluice.app.Axe;
import dev.sluice.app.Chromium;
import dev.sluice.app.MerchantTest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The payment page in a real browser: on a phone and a desktop, with and without scripts, to the end.
@Tag("slow")
class CheckoutBrowserTest extends MerchantTest {
    private static final Path IMAGES = Path.of("..", "docs", "images");
    private static final double PATIENCE_MILLIS = 20_000;
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("MMM d, uuuu, h:mm a", Locale.ENGLISH);

    /// The browser's console errors and requests during a test.
    private final List<String> complaints = new ArrayList<>();

    private final List<String> asked = new ArrayList<>();

    private String checkout(String more) {
        return text(
                merchant.client()
                        .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000" + more + "}")
                        .expect(200)
                        .data(),
                "url");
    }

    private BrowserContext context(int width, boolean scripts, String language) {
        return Chromium.context(new Browser.NewContextOptions()
                .setViewportSize(width, 740)
                .setJavaScriptEnabled(scripts)
                .setLocale(language));
    }

    private Page page(BrowserContext context) {
        var page = context.newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> {
            asked.add(URI.create(request.url()).getPath());
            if (!URI.create(request.url())
                    .getAuthority()
                    .equals(service.baseUrl().getAuthority())) {
                complaints.add("asked " + request.url());
            }
        });
        return page;
    }

    @ParameterizedTest
    @CsvSource({
        "QRIS,      360,  true,  en, Payment received",
        "QRIS,      1280, false, id, Pembayaran diterima",
        "014_VA,    360,  false, en, Payment received",
        "014_VA,    1280, true,  id, Pembayaran diterima",
        "014_TRANSFER, 360, true, id, Pembayaran diterima",
        "014_TRANSFER, 1280, false, en, Payment received",
        "OVO,       360,  true,  en, Payment received",
        "OVO,       1280, false, id, Pembayaran diterima"
    })
    void a_customer_pays(String method, int width, boolean scripts, String language, String received) {
        try (var context = context(width, scripts, language)) {
            var page = page(context);
            page.navigate(checkout(",\"successUrl\":\"https://shop.example/ok\""));
            assertFits(page, width);
            Choosing.choose(page, method);
            assertFits(page, width);
            assertThat(page.locator(".steps li").count()).isGreaterThan(1);
            page.locator("form.test button").click();
            page.locator(".state.good").waitFor();
            assertThat(asked).noneMatch(path -> path.endsWith("/status"));
            assertThat(page.locator(".state.good").textContent()).isEqualTo(received);
            assertThat(page.locator("a.primary").getAttribute("href")).isEqualTo("https://shop.example/ok");
            assertThat(complaints).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void many_methods_are_groups_of_which_the_first_is_open(boolean scripts) {
        try (var context = context(360, scripts, "en")) {
            var page = page(context);
            page.navigate(checkout(""));
            var groups = page.locator("details.group");
            assertThat(groups.count()).isGreaterThan(2);
            assertThat(page.locator("details.group[open]").count()).isEqualTo(1);
            assertThat(groups.first().getAttribute("open")).isNotNull();
            var wallets = page.locator("details.group:has(button[value='OVO'])");
            assertThat(wallets.locator("summary").textContent()).contains("OVO");
            assertThat(page.locator(".within").all())
                    .isNotEmpty()
                    .allSatisfy(named -> assertThat(named.evaluate("it => it.scrollWidth <= it.clientWidth"))
                            .isEqualTo(true));
            assertThat(wallets.locator("button[value='OVO']").isVisible()).isFalse();
            wallets.locator("summary").focus();
            page.keyboard().press("Enter");
            assertThat(wallets.locator("button[value='OVO']").isVisible()).isTrue();
            assertFits(page, 360);
        }
    }

    @Test
    void an_e_wallet_is_opened_paid_and_seen_on_the_page() {
        try (var context = context(360, true, "en")) {
            var page = page(context);
            page.navigate(checkout(""));
            Choosing.choose(page, "OVO");
            var wallet = page(context);
            wallet.navigate(page.locator("a.primary").getAttribute("href"));
            wallet.locator("button.primary").click();
            assertThat(wallet.locator("[role=status]").textContent()).isEqualTo("Payment sent");
            page.locator(".state.good").waitFor();
            assertThat(complaints).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"QRIS", "014_TRANSFER"})
    void a_deadline_is_told_by_the_clock_of_who_pays(String method) {
        try (var context = Chromium.context(
                new Browser.NewContextOptions().setLocale("en-US").setTimezoneId("Asia/Jayapura"))) {
            var page = page(context);
            page.navigate(checkout(""));
            assertTold(page);
            Choosing.choose(page, method);
            page.locator(".steps").waitFor();
            page.locator("[data-left]:not([hidden])").waitFor(); // the script's last act
            assertTold(page);
            assertThat(page.locator("[data-left]").textContent())
                    .matches(method.equals("QRIS") ? "Time left: 1[45]:\\d\\d" : "Time left: 2[34]:\\d\\d:\\d\\d");
            assertThat(complaints).isEmpty();
        }
    }

    private static void assertTold(Page page) {
        var time = page.locator("main time");
        var local = Instant.parse(time.getAttribute("datetime")).atZone(ZoneId.of("Asia/Jayapura"));
        assertThat(time.textContent().replace('\u202f', ' ')).isEqualTo(LOCAL.format(local));
    }

    @Test
    void without_a_script_a_deadline_is_in_utc() {
        try (var context = context(360, false, "en")) {
            var page = page(context);
            page.navigate(checkout(""));
            assertThat(page.locator("main time").textContent()).endsWith(" UTC");
        }
    }

    @Test
    void once_the_time_is_over_the_page_says_so_and_is_looked_up_again() {
        try (var context = context(360, true, "en")) {
            var page = page(context);
            page.clock().install();
            page.navigate(checkout(""));
            var spoken = page.locator("[data-spoken]");
            page.clock().runFor(9 * 60_000);
            assertThat(spoken.textContent()).isEmpty();
            page.clock().runFor(90_000);
            assertThat(spoken.textContent()).isEqualTo("Time left: 5 minutes");
            page.clock().runFor(4 * 60_000);
            assertThat(spoken.textContent()).isEqualTo("Time left: 1 minute");
            merchant.advance("PT15M");
            page.clock().runFor(30_000);
            page.locator(".state.over").waitFor();
            assertThat(page.locator(".state.over").textContent()).isEqualTo("This page has expired");
        }
    }

    @Test
    void a_page_that_cannot_listen_asks() {
        try (var context = context(360, true, "en")) {
            context.route("**/events", Route::abort);
            var page = page(context);
            page.navigate(checkout(""));
            Choosing.choose(page, "QRIS");
            page.locator("form.test button").click();
            page.locator(".state.good").waitFor();
            assertThat(asked).anyMatch(path -> path.endsWith("/status"));
        }
    }

    @Test
    void two_tabs_that_choose_show_the_same() {
        try (var context = context(360, true, "en")) {
            var address = checkout("");
            var first = page(context);
            var second = page(context);
            first.navigate(address);
            second.navigate(address);
            Choosing.choose(first, "014_VA");
            Choosing.choose(second, "QRIS");
            assertThat(first.locator(".steps").innerText())
                    .isEqualTo(second.locator(".steps").innerText());
            assertThat(merchant.eventTypes(address.substring(address.lastIndexOf('/') + 1)))
                    .containsExactly("deposit.created");
        }
    }

    @Test
    void a_page_that_was_left_open_for_too_long_says_so() {
        try (var context = context(360, true, "en")) {
            var page = page(context);
            page.navigate(checkout(",\"cancelUrl\":\"https://shop.example/cart\""));
            merchant.advance("PT15M");
            Choosing.choose(page, "QRIS");
            assertThat(page.locator(".state.over").textContent()).isEqualTo("This page has expired");
            assertThat(page.locator("a.primary").getAttribute("href")).isEqualTo("https://shop.example/cart");
            assertThat(Axe.violations(page, Axe.WCAG)).isEmpty();
        }
    }

    @Test
    void it_can_be_done_by_keyboard() {
        try (var context = context(360, true, "en")) {
            var page = page(context);
            page.navigate(checkout(""));
            page.keyboard().press("Tab"); // the group that is open
            page.keyboard().press("Tab");
            page.keyboard().press("Enter");
            page.locator(".qr svg").waitFor();
            assertThat(page.locator(".qr svg").getAttribute("role")).isEqualTo("img");
        }
    }

    @Test
    void a_number_is_copied() {
        try (var context = context(360, true, "en")) {
            context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
            var page = page(context);
            page.navigate(checkout(""));
            Choosing.choose(page, "014_VA");
            var button = page.locator("button.copy").first();
            button.click();
            assertThat(page.evaluate("navigator.clipboard.readText()")).isEqualTo(button.getAttribute("data-copy"));
            assertThat(button.textContent()).isEqualTo("Copied");
        }
    }

    @ParameterizedTest
    @CsvSource({"en,LIGHT", "en,DARK", "ar,LIGHT", "ar,DARK"})
    void nothing_stands_in_anybodys_way(String language, ColorScheme scheme) {
        try (var context = context(360, true, language)) {
            var page = page(context);
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            page.navigate(checkout(",\"customerName\":\"Budi\",\"cancelUrl\":\"https://shop.example/no\""));
            assertThat(Axe.violations(page, Axe.WCAG)).isEmpty();
            Choosing.choose(page, "014_TRANSFER");
            assertThat(Axe.violations(page, Axe.WCAG)).isEmpty();
            page.locator("form.test button").click();
            page.locator(".state.good").waitFor();
            assertThat(Axe.violations(page, Axe.WCAG)).isEmpty();
        }
    }

    /// Takes the pictures of the README. Run with `-Dsluice.docs.write=true` to replace them.
    @ParameterizedTest
    @CsvSource({"choose,en,", "qr,en,QRIS", "arabic,ar,014_TRANSFER"})
    void a_picture_is_taken(String name, String language, @Nullable String method) throws IOException {
        try (var context = context(390, true, language)) {
            var page = page(context);
            page.setViewportSize(390, 844);
            page.navigate(checkout(",\"customerName\":\"Budi Santoso\",\"cancelUrl\":\"https://shop.example/cart\""));
            if (method != null) {
                Choosing.choose(page, method);
                page.locator("[data-left]:not([hidden])").waitFor();
            }
            var picture = page.screenshot();
            assertThat(picture).hasSizeBetween(10_000, 200_000);
            if (Boolean.getBoolean("sluice.docs.write")) {
                Files.write(IMAGES.resolve("checkout-" + name + ".png"), picture);
            }
        }
    }

    /// Checks that the page is no wider than the screen, with or without its own scripts.
    private static void assertFits(Page page, int width) {
        assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
                .isLessThanOrEqualTo(width);
    }
}
