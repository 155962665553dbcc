package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Logo;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A payment page, from its creation to the payment.
class CheckoutTest extends MerchantTest {
    /// A change on one node reaches all others after a few seconds.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String IDR = "\"inputCurrency\":\"IDR\",\"inputAmount\":100000";

    private Reply create(String fields) {
        return merchant.client().post("/v1/checkout", "{" + fields + "}");
    }

    private String page(String fields) {
        return URI.create(text(create(fields).expect(200).data(), "url")).getPath();
    }

    private static String id(String page) {
        return page.substring(page.lastIndexOf('/') + 1);
    }

    private static Reply look(String page, String... language) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.send(
                    "GET", page, null, language.length == 0 ? Map.of() : Map.of("Accept-Language", language[0]));
        }
    }

    private static Reply choose(String page, String method) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.send(
                    "POST", page, "method=" + method, Map.of("Content-Type", "application/x-www-form-urlencoded"));
        }
    }

    private static Reply payAsTestCustomer(String page) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.send("POST", page + "/pay", null, Map.of());
        }
    }

    /// Returns the size of a file that pages load. Files are not part of the contract.
    private static int size(String file) {
        try (var in = service.baseUrl().resolve(file).toURL().openStream()) {
            return in.readAllBytes().length;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private List<String> fields(Reply refused) {
        return refused.json()
                .path("details")
                .valueStream()
                .map(each -> text(each, "field"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"QRIS,<svg", "014_VA,Virtual account number", "014_TRANSFER,Payment reference", "OVO,Open OVO"})
    void a_customer_chooses_pays_and_returns(String method, String shown) {
        var page = page(IDR + ",\"successUrl\":\"https://shop.example/ok\",\"reference\":\"cart-" + method + "\"");
        var id = id(page);
        assertThat(look(page).expect(200).text()).contains("Acme", "100,000", "QRIS", "Bank Central Asia", "OVO");
        merchant.client().get("/v1/deposit/fiat/" + id).expect(404);
        assertThat(choose(page, method).expect(303).header("Location")).isEqualTo(page);
        var deposit = merchant.deposit(id);
        assertThat(text(deposit, "paymentMethod")).isEqualTo(method);
        assertThat(text(deposit, "reference")).isEqualTo("cart-" + method);
        assertThat(look(page).expect(200).text()).contains(shown, "Waiting for your payment", "Pay as test customer");
        payAsTestCustomer(page).expect(303);
        payAsTestCustomer(page).expect(303);
        merchant.awaitDeposit(id, "completed");
        assertThat(look(page).expect(200).text()).contains("Payment received", "https://shop.example/ok");
        assertThat(merchant.deposit(id).path("payments")).hasSize(1);
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.completed");
    }

    @Test
    void the_page_is_bounded_and_small() {
        var page = page(IDR);
        var shown = look(page).expect(200);
        assertThat(shown.header("Content-Security-Policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(shown.header("Referrer-Policy")).isEqualTo("same-origin");
        int files = Stream.of("/assets/pages/pay.css", "/assets/pages/pay.js")
                .mapToInt(CheckoutTest::size)
                .sum();
        assertThat(shown.body().length + files).isLessThan(60_000);
        assertThat(shown.text()).doesNotContain("style=", "onclick", "<script>", "http://", "https://");
    }

    @Test
    void a_merchant_has_its_logo_on_the_page() throws IOException {
        var page = page(IDR);
        assertThat(look(page).expect(200).text()).contains("class=\"badge\"");
        look(page + "/logo").expect(404);
        var picture = Files.readAllBytes(Path.of("..", "docs", "images", "checkout-arabic.png"));
        assertThatThrownBy(() -> Logo.of(picture)).hasMessageContaining("at most");
        var logo = Logo.of(picture());
        var organizations = Organizations.wire(service.connections(), service.clocks());
        organizations.brand(merchant.organizationId(), Optional.of(logo));
        Eventually.within(
                PATIENCE,
                "the page has a logo",
                () -> look(page).expect(200).text().contains("class=\"logo\""));
        var served = look(page + "/logo").expect(200);
        assertThat(served.header("Content-Type")).isEqualTo("image/png");
        assertThat(served.body()).isEqualTo(logo.picture());
        organizations.brand(merchant.organizationId(), Optional.empty());
        look(page + "/logo").expect(404);
    }

    private static byte[] picture() throws IOException {
        var out = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(64, 64, BufferedImage.TYPE_INT_ARGB), "png", out);
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "RIFF1234WAVE"})
    void a_picture_of_another_kind_is_no_logo(String start) {
        assertThatThrownBy(() -> Logo.of(start.getBytes(StandardCharsets.ISO_8859_1)))
                .hasMessage("a logo is a PNG, or a JPEG in RGB or grey");
    }

    @Test
    void two_tabs_that_choose_at_once_make_one_deposit() {
        var page = page(IDR);
        var methods = List.of("QRIS", "014_VA", "OVO", "QRIS", "014_TRANSFER", "DANA");
        AtOnce.each(methods, method -> choose(page, method)).forEach(reply -> reply.expect(303));
        assertThat(merchant.eventTypes(id(page))).containsExactly("deposit.created");
        assertThat(merchant.deposits()).isEqualTo(1);
    }

    @Test
    void a_page_that_nobody_used_in_time_makes_nothing_and_gives_up_its_reference() {
        var page = page(IDR + ",\"reference\":\"late\",\"cancelUrl\":\"https://shop.example/cart\"");
        assertThat(create(IDR + ",\"reference\":\"late\"").expect(400).code()).isEqualTo("REFERENCE_EXISTS");
        assertThat(merchant.postDeposit("014_VA", "100000", "\"reference\":\"late\"")
                        .expect(400)
                        .code())
                .isEqualTo("REFERENCE_EXISTS");
        merchant.advance("PT15M");
        choose(page, "QRIS").expect(303);
        assertThat(look(page).expect(200).text())
                .contains("This page has expired", "https://shop.example/cart")
                .doesNotContain("<form");
        merchant.client().get("/v1/deposit/fiat/" + id(page)).expect(404);
        Eventually.within(
                PATIENCE,
                "the reference is given up",
                () -> merchant.postDeposit("014_VA", "100000", "\"reference\":\"late\"")
                                .status()
                        == 201);
    }

    @Test
    void a_page_shows_that_its_deposit_expired() {
        var page = page(IDR);
        choose(page, "QRIS").expect(303);
        merchant.advance("PT15M");
        merchant.awaitDeposit(id(page), "expired");
        assertThat(look(page).expect(200).text()).contains("Payment time has ended");
    }

    @Test
    void whoever_listens_is_told_what_changes() throws IOException {
        var page = page(IDR);
        choose(page, "QRIS").expect(303);
        var events = service.baseUrl().resolve(page + "/events").toURL().openConnection();
        events.setReadTimeout(20_000);
        try (var lines = new BufferedReader(new InputStreamReader(events.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(events.getContentType()).isEqualTo("text/event-stream");
            assertThat(lines.readLine()).isEqualTo("data: pending-1");
            payAsTestCustomer(page).expect(303);
            assertThat(Stream.generate(() -> readLine(lines))
                            .filter(line -> line.startsWith("data"))
                            .findFirst())
                    .hasValue("data: completed-2");
        }
    }

    @Test
    void nobody_listens_to_a_page_that_is_none() {
        look("/checkout/nope/events").expect(404);
        look("/checkout/nope/status").expect(404);
    }

    private static String readLine(BufferedReader lines) {
        try {
            return lines.readLine();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void an_amount_that_is_to_arrive_costs_the_customer_what_each_method_takes() {
        var page = page("\"inputCurrency\":\"IDR\",\"outputAmount\":100000");
        assertThat(look(page).expect(200).text()).contains("You pay 104,000", "You pay 100,705");
        choose(page, "014_VA").expect(303);
        assertThat(merchant.deposit(id(page)).path("outputAmount").decimalValue())
                .isEqualByComparingTo("100000");
    }

    @ParameterizedTest
    @CsvSource({
        "id-ID,Pilih",
        "vi,Chọn",
        "th,เลือก",
        "es-MX,Elija",
        "pt-BR,Escolha",
        "ar,اختر",
        "fr,Choose",
        "'',Choose",
        "'xx;q=broken',Choose"
    })
    void the_page_speaks_the_browsers_language(String language, String word) {
        assertThat(look(page(IDR), language).expect(200).text()).contains(word);
    }

    @Test
    void a_locale_comes_before_the_browser() {
        var page = page(IDR + ",\"locale\":\"ar\"");
        assertThat(look(page, "en").expect(200).text()).contains("dir=\"rtl\"", "lang=\"ar\"");
    }

    @Test
    void the_wallet_that_the_sandbox_plays_is_opened_in_the_language_of_the_page() {
        var page = page(IDR + ",\"locale\":\"id\"");
        choose(page, "OVO").expect(303);
        assertThat(look(page, "en").expect(200).text()).contains("?language=id\"");
    }

    @Test
    void a_method_that_is_none_is_chosen_again() {
        var page = page(IDR);
        assertThat(choose(page, "NOPE").expect(303).header("Location")).endsWith("?outcome=gone");
        assertThat(look(page + "?outcome=gone").expect(200).text()).contains("Please choose another", "QRIS");
        merchant.client().get("/v1/deposit/fiat/" + id(page)).expect(404);
    }

    @Test
    void names_cannot_become_markup() {
        var page = page(IDR + ",\"customerName\":\"<script>alert(1)</script>\"");
        assertThat(look(page).expect(200).text()).contains("&lt;script&gt;").doesNotContain("<script>alert");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/checkout/nope", "/checkout/01a1ffaa-0599-710c-8f8e-e136563434e5"})
    void another_page_is_nobodys(String page) {
        assertThat(look(page).expect(404).text()).contains("Payment not found");
        choose(page, "QRIS").expect(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"inputAmount\":1|inputCurrency",
                "\"inputCurrency\":\"XXX\",\"inputAmount\":1|inputCurrency",
                "\"inputCurrency\":\"IDR\"|inputAmount",
                "\"inputCurrency\":\"IDR\",\"inputAmount\":1,\"outputAmount\":1|inputAmount",
                "\"inputCurrency\":\"IDR\",\"inputAmount\":0|inputAmount",
                "\"inputCurrency\":\"IDR\",\"inputAmount\":10000.001|inputAmount",
                "\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"outputCurrency\":\"YYY\"|outputCurrency",
                "\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"locale\":\"xx\"|locale",
                "\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"successUrl\":\"javascript:alert(1)\"|successUrl",
                "\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"cancelUrl\":\"/cart\"|cancelUrl",
                "\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"customerName\":7|customerName"
            })
    void what_is_wrong_is_named(String body, String field) {
        assertThat(fields(create(body).expect(400))).containsExactly(field);
    }

    @Test
    void an_amount_beyond_every_method_is_refused() {
        var refused = create("\"inputCurrency\":\"IDR\",\"inputAmount\":999").expect(400);
        assertThat(refused.message()).isEqualTo("Amount is outside the limits of every payment method");
        assertThat(fields(refused)).containsExactly("inputAmount");
    }

    @Test
    void a_used_reference_is_told_with_everything_else_that_is_wrong() {
        var first = id(page(IDR + ",\"reference\":\"cart-1\""));
        var wrong = "\"inputCurrency\":\"IDR\",\"inputAmount\":999,\"reference\":\"cart-1\",\"cancelUrl\":\"/cart\"";
        var refused = create(wrong).expect(400);
        assertThat(refused.code()).isEqualTo("AMOUNT_OUTSIDE_LIMITS");
        assertThat(fields(refused)).containsExactly("inputAmount", "cancelUrl", "reference");
        assertThat(text(refused.json().path("details").get(2), "existingId")).isEqualTo(first);
        var lenient = new Switches(Set.of(Switch.CHECKOUT, Switch.DUPLICATE_REFERENCES), Map.of());
        try (var other = Merchant.of(service, lenient, EnumSet.allOf(Scope.class), true)) {
            other.client()
                    .post("/v1/checkout", "{" + IDR + ",\"reference\":\"cart-1\"}")
                    .expect(200);
            assertThat(fields(other.client()
                            .post("/v1/checkout", "{" + wrong + "}")
                            .expect(400)))
                    .containsExactly("inputAmount", "cancelUrl");
        }
    }

    @Test
    void what_else_is_wrong_is_told_where_pages_are_not_enabled() {
        var switches = new Switches(Set.of(), Map.of());
        try (var without = Merchant.of(service, switches, EnumSet.allOf(Scope.class), true)) {
            without.createDeposit("014_VA", "100000", "\"reference\":\"cart-1\"");
            var body = "{" + IDR.replace("100000", "999") + ",\"reference\":\"cart-1\",\"locale\":\"xx\"}";
            var refused = without.client().post("/v1/checkout", body).expect(400);
            assertThat(refused.message()).isEqualTo("Checkout is not enabled");
            assertThat(refused.code()).isEqualTo("CHECKOUT_NOT_ENABLED");
            assertThat(fields(refused)).containsExactly("inputAmount", "locale", "reference");
        }
    }

    @Test
    void switches_are_heeded() {
        try (var without = Merchant.of(service, new Switches(Set.of(), Map.of()), EnumSet.allOf(Scope.class), true)) {
            var refused = without.client().post("/v1/checkout", "{" + IDR + "}").expect(400);
            assertThat(refused.message()).isEqualTo("Checkout is not enabled");
            assertThat(fields(refused)).isEmpty();
        }
        var pair = Switches.Pair.of("USDC", "IDR");
        try (var without =
                Merchant.of(service, Switches.sandbox().with(pair, false), EnumSet.allOf(Scope.class), true)) {
            var refused = without.client()
                    .post("/v1/checkout", "{" + IDR + ",\"outputCurrency\":\"usdc-polygon\"}")
                    .expect(400);
            assertThat(refused.message()).isEqualTo("Conversion is not enabled");
            assertThat(text(refused.json().path("details").get(0), "message"))
                    .isEqualTo("usdc-polygon and IDR cannot be exchanged on this account");
        }
        page(IDR + ",\"outputCurrency\":\"usdc-polygon\"");
        var pages = new Switches(Set.of(Switch.CHECKOUT), Map.of());
        try (var without = Merchant.of(service, pages, EnumSet.allOf(Scope.class), true)) {
            var refused = without.client()
                    .post("/v1/checkout", "{" + IDR + ",\"outputCurrency\":\"USD\"}")
                    .expect(400);
            assertThat(refused.code()).isEqualTo("CONVERSION_NOT_ENABLED");
            without.client()
                    .post("/v1/checkout", "{" + IDR + ",\"outputCurrency\":\"IDR\"}")
                    .expect(200);
        }
        page(IDR + ",\"outputCurrency\":\"USD\"");
    }

    @Test
    void the_same_request_makes_one_page() {
        var first = merchant.client()
                .post("/v1/checkout", "{" + IDR + "}", "page-1")
                .expect(200);
        var again = merchant.client()
                .post("/v1/checkout", "{" + IDR + "}", "page-1")
                .expect(200);
        assertThat(again.data()).isEqualTo(first.data());
    }
}
