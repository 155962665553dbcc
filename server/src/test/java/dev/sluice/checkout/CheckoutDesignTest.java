package dev.sluice.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.sluice.app.Axe;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Payment pages with their organization's branding, and only its methods.
class CheckoutDesignTest extends DashboardTest {
    private static final Pattern SHEET = Pattern.compile("href=\"(/assets/checkout/[^\"]+)\"");
    private static final Pattern CHOICE = Pattern.compile("name=\"method\" value=\"([^\"]+)\"");

    private static CheckoutDesigns designs() {
        var references = new References(service.connections(), Served.everything());
        references.refresh();
        return new CheckoutDesigns(service.connections(), references);
    }

    private void look(CheckoutDesign design) {
        designs().set(merchant.organizationId(), design, _ -> true);
    }

    private void colours(String brand, String accent) {
        look(new CheckoutDesign(Colour.of(brand).orElse(null), Colour.of(accent).orElse(null), null, null, null));
    }

    private String page() {
        return page("\"inputCurrency\":\"IDR\",\"inputAmount\":250000");
    }

    private String page(String fields) {
        var url = merchant.client()
                .post("/v1/checkout", "{" + fields + "}")
                .expect(200)
                .data()
                .path("url");
        return URI.create(url.stringValue()).getPath();
    }

    private static Reply get(String path) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.send("GET", path, null, Map.of());
        }
    }

    /// Returns a file of a page. Files are not part of the contract.
    private HttpResponse<String> file(String path) {
        return person(Role.VIEWER).get(path);
    }

    private static List<String> choices(String page) {
        return CHOICE.matcher(get(page).expect(200).text())
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void a_page_has_the_colours_of_its_organization_and_their_address_changes_with_them() {
        var page = page();
        assertThat(get(page).expect(200).text()).doesNotContain("/assets/checkout/");
        colours("#ffcc00", "");
        var first = SHEET.matcher(get(page).expect(200).text());
        assertThat(first.find()).isTrue();
        var sheet = file(first.group(1));
        assertThat(sheet.statusCode()).isEqualTo(200);
        assertThat(sheet.headers().firstValue("Content-Type")).contains("text/css; charset=utf-8");
        assertThat(sheet.headers().firstValue("Cache-Control").orElseThrow()).contains("immutable");
        assertThat(sheet.body()).contains("--brand: #ffcc00", "--on-brand: #000000");
        colours("#003366", "");
        var second = SHEET.matcher(get(page).expect(200).text());
        assertThat(second.find()).isTrue();
        assertThat(second.group(1)).isNotEqualTo(first.group(1));
        assertThat(file(second.group(1)).body()).contains("--on-brand: #ffffff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1-0b57d0-x", "1-0b57d0-x.css.map", "2-0b57d0-x.css", "1-;}body-x.css", "1-0B57D0-x.css"})
    void nothing_else_is_a_style_sheet(String file) {
        assertThat(file("/assets/checkout/" + file.replace(";", "%3B").replace("}", "%7D"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_page_has_the_name_and_the_help_of_its_organization() {
        var page = page();
        look(new CheckoutDesign(null, null, "Toko <Rani>", "help@shop.example", "https://shop.example/help?a=1&b=2"));
        assertThat(get(page).expect(200).text())
                .contains(
                        "Toko &lt;Rani",
                        "href=\"mailto:help@shop.example\"",
                        "href=\"https://shop.example/help?a=1&amp;b=2\"",
                        ">shop.example</a>");
    }

    @Test
    void a_page_offers_what_was_chosen_in_that_order() {
        var page = page();
        assertThat(choices(page)).contains("QRIS", "014_VA", "OVO").startsWith("QRIS");
        designs().offer(merchant.organizationId(), "IDR", List.of("OVO", "014_VA", "DANA"), _ -> true);
        assertThat(choices(page)).containsExactly("OVO", "DANA", "014_VA");
        assertThat(choices(page("\"inputCurrency\":\"PHP\",\"inputAmount\":5000")))
                .hasSizeGreaterThan(1);
    }

    @Test
    void a_method_that_is_switched_off_cannot_be_chosen_by_whoever_knows_its_name() {
        var page = page();
        designs().offer(merchant.organizationId(), "IDR", List.of("014_VA"), _ -> true);
        assertThat(choose(page, "QRIS").expect(303).header("Location")).isEqualTo(page + "?outcome=gone");
        var id = page.substring(page.lastIndexOf('/') + 1);
        merchant.client().get("/v1/deposit/fiat/" + id).expect(404);
        assertThat(choose(page, "014_VA").expect(303).header("Location")).isEqualTo(page);
        merchant.client().get("/v1/deposit/fiat/" + id).expect(200);
        designs().offer(merchant.organizationId(), "IDR", List.of("QRIS"), _ -> true);
        assertThat(get(page).expect(200).text()).contains("Virtual account number");
    }

    private static Reply choose(String page, String method) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.send(
                    "POST", page, "method=" + method, Map.of("Content-Type", "application/x-www-form-urlencoded"));
        }
    }

    @Test
    void an_amount_that_no_method_on_offer_takes_makes_no_page() {
        var asked = "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000000}";
        merchant.client().post("/v1/checkout", asked).expect(200);
        designs().offer(merchant.organizationId(), "IDR", List.of("QRIS"), _ -> true);
        var refused = merchant.client().post("/v1/checkout", asked).expect(400);
        assertThat(refused.json().path("details").get(0).path("field").stringValue())
                .isEqualTo("inputAmount");
    }

    @Test
    void all_in_the_usual_order_is_no_choice_and_none_is_refused() {
        var organization = merchant.organizationId();
        var all = designs().methods(organization, "IDR");
        designs().offer(organization, "IDR", List.of("OVO"), _ -> true);
        designs().offer(organization, "IDR", all, _ -> true);
        assertThat(service.connections().<List<String>>read(handle -> DesignStore.methods(handle, organization, "IDR")))
                .isEmpty();
        for (var wrong : List.of(List.<String>of(), List.of("NO_SUCH"), List.of("OVO", "OVO"))) {
            assertThatThrownBy(() -> designs().offer(organization, "IDR", wrong, _ -> true))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(designs().methods(organization, "IDR")).isEqualTo(all);
    }

    @Test
    void text_on_the_brand_and_links_on_the_page_can_be_read_whatever_the_colours_are() {
        var sheet = Stylesheet.sheet(Colour.of("#ffff00"), Colour.of("#ffffee"));
        assertThat(sheet).contains("--on-brand: #000000").doesNotContain("--accent: #ffffee; }\n@media");
        assertThat(Stylesheet.sheet(Optional.empty(), Optional.empty())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "#ffff00,#ffffff,360,LIGHT",
        "#000000,#000000,360,DARK",
        "#777777,#ff00ff,1280,LIGHT",
        "#ffffff,#000001,1280,DARK"
    })
    void extreme_colours_stand_in_nobodys_way(String brand, String accent, int width, ColorScheme scheme) {
        var page = page();
        look(new CheckoutDesign(
                Colour.of(brand).orElseThrow(),
                Colour.of(accent).orElseThrow(),
                "Toko Rani",
                "help@shop.example",
                "https://shop.example/help"));
        try (var context = context(width)) {
            var window = page(context);
            window.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            window.navigate(page);
            assertThat(window.evaluate("getComputedStyle(document.querySelector('.badge')).backgroundColor"))
                    .isEqualTo(rgb(brand));
            assertThat(Axe.violations(window, Axe.WCAG)).isEmpty();
            Choosing.choose(window, "OVO");
            window.locator("a.primary").waitFor();
            assertThat(Axe.violations(window, Axe.WCAG)).isEmpty();
            assertThat(complaints).isEmpty();
        }
    }

    private static String rgb(String colour) {
        var read = Colour.of(colour).orElseThrow();
        return "rgb(" + read.red() + ", " + read.green() + ", " + read.blue() + ")";
    }
}
