package dev.sluice.dashboard.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Logo;
import dev.sluice.merchant.Role;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of the payment page settings, as owners and administrators change them.
@Tag("slow")
class SettingsTest extends DashboardTest {
    private static final String PATH = "/dashboard/settings";
    private static final byte[] PNG = png();

    private static final Map<String, String> LOOK = Map.of(
            "brand", "#ffcc00",
            "accent", "#003366",
            "payerName", "Toko Rani",
            "supportEmail", "help@shop.example",
            "supportUrl", "https://shop.example/help");

    private static Map<String, String> look(String field, String value) {
        var all = new TreeMap<>(LOOK);
        all.put(field, value);
        return all;
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_chooses_a_look_and_sees_it_before_it_is_saved(int width) {
        var page = window(person(Role.OWNER), width);
        page.navigate(PATH);
        assertWellMade(page);
        var preview = page.frameLocator("#preview");
        assertThat(preview.locator("h1").textContent()).contains("Acme");
        page.fill("#payerName", "Toko Rani");
        page.fill("#brand", "#ffcc00");
        preview.locator("h1:has-text('Toko Rani')").waitFor();
        preview.locator("link[href*='ffcc00']")
                .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
        assertThat(page.locator("[data-colour-of='brand']").inputValue()).isEqualTo("#ffcc00");
        page.click("button:has-text('Save branding')");
        page.locator(".alert-success").waitFor();
        assertThat(page.locator("#brand-says").textContent()).contains("black", "13.8");
        assertWellMade(page);
        page.setInputFiles("#file", Path.of("..", "docs", "images", "checkout-arabic.png"));
        assertThat((String) page.evaluate("document.getElementById('file').validationMessage"))
                .contains("32 KB");
        page.setInputFiles("#file", new FilePayload("logo.png", "image/png", new byte[100]));
        page.click("button:has-text('Upload logo')");
        page.locator("#file-wrong").waitFor();
        complaints.removeIf(each -> each.contains("400"));
        page.navigate(PATH + "/methods?currency=IDR");
        assertWellMade(page);
        page.fill("[name='place.OVO']", "2");
        page.click("button:has-text('Save methods')");
        page.locator(".method-row .invalid-feedback").waitFor();
        assertThat(page.locator(".method-row .invalid-feedback").textContent()).contains("already has this position");
        complaints.removeIf(each -> each.contains("400"));
        assertWellMade(page);
        page.fill("[name='place.OVO']", "50");
        page.uncheck("input[value='QRIS']");
        page.click("button:has-text('Save methods')");
        page.locator(".alert-success").waitFor();
        assertThat(page.frameLocator("#preview").locator("button[value='QRIS']").count())
                .isZero();
        assertThat(page.frameLocator("#preview").locator("button[value='OVO']").count())
                .isEqualTo(1);
        assertWellMade(page);
        page.context().close();
    }

    @ParameterizedTest
    @CsvSource({
        "brand,blue,#0b57d0",
        "accent,#12345,#0b57d0",
        "supportEmail,nobody,valid e-mail address",
        "supportEmail,a@b.example?cc=c@d.example,valid e-mail address",
        "supportUrl,javascript:alert(1),http or https",
        "supportUrl,https://user@shop.example,http or https"
    })
    void what_is_wrong_is_said_at_its_field_and_nothing_is_saved(String field, String value, String text) {
        var person = person(Role.ADMIN);
        var answer = person.post(PATH + "/branding", look(field, value));
        assertThat(answer.statusCode()).isEqualTo(400);
        var says = field.equals("brand") || field.equals("accent") ? field + "-says" : field + "-wrong";
        assertThat(answer.body().substring(answer.body().indexOf("id=\"" + says)))
                .contains(text);
        assertThat(answer.body()).contains("Toko Rani");
        assertThat(person.get(PATH).body()).doesNotContain("Toko Rani");
    }

    @Test
    void a_name_may_have_120_characters() {
        var person = person(Role.OWNER);
        assertThat(person.post(PATH + "/branding", look("payerName", "x".repeat(121)))
                        .statusCode())
                .isEqualTo(400);
        assertThat(person.post(PATH + "/branding", look("payerName", "x".repeat(120)))
                        .statusCode())
                .isEqualTo(303);
        assertThat(person.post(PATH + "/branding", Map.of()).statusCode()).isEqualTo(303);
        assertThat(person.get(PATH).body()).doesNotContain("xxx");
    }

    @ParameterizedTest
    @EnumSource(names = {"MAKER", "CHECKER", "DEVELOPER", "VIEWER", "OPERATOR"})
    void others_change_nothing(Role role) {
        var person = person(role);
        assertThat(person.get(PATH).statusCode()).isEqualTo(403);
        assertThat(person.get(PATH + "/preview").statusCode()).isEqualTo(403);
        assertThat(person.post(PATH + "/branding", LOOK).statusCode()).isEqualTo(403);
        assertThat(person.post(PATH + "/methods/IDR", Map.of("method", "OVO", "place.OVO", "1"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(person.post(PATH + "/logo/remove", Map.of()).statusCode()).isEqualTo(403);
    }

    private static byte[] png() {
        try {
            var out = new ByteArrayOutputStream();
            ImageIO.write(new BufferedImage(64, 64, BufferedImage.TYPE_INT_ARGB), "png", out);
            return out.toByteArray();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void a_logo_is_put_there_shown_and_removed() {
        var person = person(Role.OWNER);
        assertThat(person.get(PATH + "/logo").statusCode()).isEqualTo(404);
        assertThat(person.upload(PATH + "/logo", Map.of(), "logo.png", PNG).statusCode())
                .isEqualTo(303);
        var logo = person.bytes(PATH + "/logo");
        assertThat(logo.body()).isEqualTo(Logo.of(PNG).picture());
        assertThat(logo.headers().firstValue("Content-Type")).contains("image/png");
        assertThat(person.get(PATH).body()).contains("class=\"logo-shown\"");
        assertThat(person.get(PATH + "/preview").body()).contains("class=\"logo\"");
        assertThat(person.post(PATH + "/logo/remove", Map.of()).statusCode()).isEqualTo(303);
        assertThat(person.get(PATH).body()).doesNotContain("logo-shown");
    }

    @Test
    void a_picture_that_is_none_is_refused_at_its_field() {
        var person = person(Role.OWNER);
        var svg = person.upload(
                PATH + "/logo", Map.of(), "logo.png", "<svg onload=alert(1)>".getBytes(StandardCharsets.UTF_8));
        assertThat(svg.statusCode()).isEqualTo(400);
        assertThat(svg.body()).contains("id=\"file-wrong\">The file is not a PNG or JPEG image, or");
        var webp = person.upload(
                PATH + "/logo", Map.of(), "logo.webp", "RIFF1234WEBPVP8 ".getBytes(StandardCharsets.UTF_8));
        assertThat(webp.body()).contains("The file is not a PNG or JPEG image", "accept=\"image/png,image/jpeg\"");
        var large = person.upload(PATH + "/logo", Map.of(), "logo.png", Arrays.copyOf(PNG, 32 * 1024 + 1));
        assertThat(large.body()).contains("larger than 32 KB");
        var none = person.upload(PATH + "/logo", Map.of(), "", new byte[0]);
        assertThat(none.body()).contains("Choose an image.");
        assertThat(person.get(PATH + "/logo").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "'',1,method-wrong,Select at least one",
        "NO_SUCH,1,method-wrong,no longer exists",
        "OVO,0,place.OVO-wrong,from 1 to 99",
        "OVO,100,place.OVO-wrong,from 1 to 99",
        "OVO,first,place.OVO-wrong,from 1 to 99",
        "OVO,'',place.OVO-wrong,from 1 to 99"
    })
    void methods_that_do_not_fit_are_refused_where_they_stand(String method, String place, String at, String text) {
        var answer = person(Role.OWNER).post(PATH + "/methods/IDR", Map.of("method", method, "place.OVO", place));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body().substring(answer.body().indexOf("id=\"" + at))).contains(text);
    }

    @Test
    void a_currency_without_methods_has_no_page() {
        assertThat(person(Role.OWNER)
                        .post(PATH + "/methods/XXX", Map.of("method", "OVO", "place.OVO", "1"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void the_audit_log_says_what_was_and_what_is() {
        var person = person(Role.OWNER);
        person.post(PATH + "/branding", LOOK);
        person.post(PATH + "/branding", look("brand", "#003366"));
        person.post(PATH + "/methods/IDR", Map.of("method", "OVO", "place.OVO", "1"));
        person.upload(PATH + "/logo", Map.of(), "logo.png", PNG);
        var export = person.get("/dashboard/audit/export").body();
        assertThat(export.lines()
                        .filter(line -> line.contains("settings/branding"))
                        .toList())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .contains("\"\"before.brand\"\":\"\"#ffcc00\"\"", ",\"\"brand\"\":\"\"#003366\"\""));
        assertThat(export)
                .contains("\"\"before.method\"\":\"\"QRIS, ", "\"\"before.logo\"\":\"\"none\"\"")
                .containsPattern(",\"\"logo\"\":\"\"[0-9a-f]{64}\"\"")
                .doesNotContain(Logo.digest(PNG)); // what is kept is drawn anew
    }

    @Test
    void a_preview_may_stand_in_a_frame_of_ours_and_nothing_else_may() {
        var person = person(Role.OWNER);
        var preview = person.get(PATH + "/preview?brand=%23ffcc00&accent=oops&supportUrl=javascript:1");
        assertThat(preview.statusCode()).isEqualTo(200);
        assertThat(preview.headers().firstValue("Content-Security-Policy").orElseThrow())
                .endsWith("frame-ancestors 'self'");
        assertThat(preview.body()).contains("1-ffcc00-x.css").doesNotContain("javascript:");
        assertThat(person.get(PATH).headers().firstValue("X-Frame-Options")).contains("DENY");
    }
}
