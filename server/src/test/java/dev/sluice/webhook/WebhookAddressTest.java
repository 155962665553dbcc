package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestService;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switches;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Addresses that can be registered, and the settings for that.
class WebhookAddressTest extends MerchantTest {
    private static final String ENDPOINTS = "/v1/webhook/endpoint";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.1/hooks",
                "http://169.254.169.254/latest/meta-data",
                "https://[fd00::1]/",
                "https://[::ffff:192.168.0.1]/",
                "http://0.0.0.0:8080/"
            })
    void an_address_that_is_not_public_is_refused(String url) {
        var refused =
                merchant.client().post(ENDPOINTS, "{\"url\":\"" + url + "\"}").expect(400);
        Golden.assertSame("error/forbidden-address", refused.json());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "http://[fe80::1%25eth0]/; zone",
                "https://[fd00::1%25lo]/; zone",
                "http://0177.0.0.1/; four decimal numbers",
                "http://012.0.0.1/; four decimal numbers",
                "http://0x7f000001/; four decimal numbers",
                "http://0x7f.1/; four decimal numbers",
                "http://2130706433/; four decimal numbers",
                "http://127.1/; four decimal numbers",
                "http://93.184.215.14./; four decimal numbers",
                "http://93.184.215.256/; four decimal numbers",
                "http://999999999999/; four decimal numbers",
                "http://shop.example.123/; four decimal numbers",
                "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example/; at most 63",
                "http://back~office.example/; '~'",
                "http://-shop.example/; hyphen",
                "http://shop..example/; full stop",
                "http://straße.example/; punycode",
                "http://１２７.1/; four decimal numbers",
                "ftp://shop.example/; absolute http or https URL",
                "http://m%C3%BCnchen.example/; punycode",
                "http://shop.example:65536/; port",
                "http://shop.example:99999999999/; port",
                "http://shop.example:0/; port",
                "http://user@shop.example/; user",
                "http:///path; host",
            })
    void a_host_that_is_malformed_or_ambiguous_is_refused_with_the_reason(String url, String reason) {
        var refused = merchant.client()
                .post(ENDPOINTS, "{\"url\":\"" + url + "\"}")
                .expect(400)
                .json();
        var detail = refused.at("/details/0");
        assertThat(Merchant.text(detail, "field")).isEqualTo("url");
        assertThat(Merchant.text(detail, "code")).isEqualTo("INVALID_FORMAT");
        assertThat(Merchant.text(detail, "message")).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://93.184.215.14:8443/hooks",
                "https://xn--mnchen-3ya.invalid/",
                "https://back_office.invalid/",
                "https://_dmarc.shop.invalid:8443/hooks",
                "https://shop.invalid./",
                "https://SHOP-1.invalid:/",
                "https://1.example.invalid/",
                "https://[2606:4700::1111]:443/"
            })
    void a_host_that_is_written_well_is_taken(String url) {
        merchant.client().post(ENDPOINTS, "{\"url\":\"" + url + "\"}").expect(201);
    }

    @Test
    void a_host_of_other_letters_is_kept_in_ascii() {
        var created = merchant.client()
                .post(ENDPOINTS, "{\"url\":\"https://münchen.invalid:8443/hooks\"}")
                .expect(201);
        assertThat(Merchant.text(created.data(), "url")).isEqualTo("https://xn--mnchen-3ya.invalid:8443/hooks");
    }

    /// Full-width digits are equivalent to a resolver.
    @Test
    void other_digits_lead_to_no_private_address() {
        var refused = merchant.client()
                .post(ENDPOINTS, "{\"url\":\"http://１０.０.０.１/\"}")
                .expect(400)
                .json();
        assertThat(Merchant.text(refused.at("/details/0"), "code")).isEqualTo("FORBIDDEN_ADDRESS");
    }

    @Test
    void what_is_empty_takes_the_description_away_and_never_the_url() {
        var url = "http://127.0.0.1:9/webhooks";
        var created = merchant.client()
                .post(ENDPOINTS, "{\"url\":\"" + url + "\",\"description\":\"Back office\"}")
                .expect(201);
        var path = ENDPOINTS + "/" + Merchant.text(created.data(), "id");
        var stored = merchant.client().patch(path, "{}").expect(200);
        assertThat(Merchant.text(stored.data(), "description")).isEqualTo("Back office");
        merchant.client().patch(path, "{\"description\":\"\"}").expect(200);
        assertThat(merchant.client().get(path).expect(200).data().has("description"))
                .isFalse();
        var refused =
                merchant.client().patch(path, "{\"url\":\"\"}").expect(400).json();
        assertThat(Merchant.text(refused.at("/details/0"), "field")).isEqualTo("url");
        assertThat(Merchant.text(refused.at("/details/0"), "code")).isEqualTo("REQUIRED");
        assertThat(Merchant.text(merchant.client().get(path).expect(200).data(), "url"))
                .isEqualTo(url);
    }

    @Test
    void a_live_deployment_takes_https_alone() {
        try (var live = TestService.start(Map.of(
                        "SLUICE_ENVIRONMENT", "live",
                        "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
                        "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
                var other = Merchant.of(live, Switches.sandbox(), EnumSet.allOf(Scope.class), false)) {
            other.client()
                    .post(ENDPOINTS, "{\"url\":\"http://93.184.215.14/\"}")
                    .expect(400);
            other.client().post(ENDPOINTS, "{\"url\":\"https://127.0.0.1/\"}").expect(400);
            other.client()
                    .post(ENDPOINTS, "{\"url\":\"https://93.184.215.14/\"}")
                    .expect(201);
        }
    }

    @Test
    void this_machine_is_told_where_the_database_is_embedded_or_its_operator_says_so() {
        var body = "{\"url\":\"http://127.0.0.1:9/webhooks\"}";
        var elsewhere = Map.of("SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice");
        var allowed = new HashMap<>(elsewhere);
        allowed.put("SLUICE_WEBHOOK_LOOPBACK", "on");
        merchant.client().post(ENDPOINTS, body).expect(201);
        assertThat(registering(body, Map.of("SLUICE_WEBHOOK_LOOPBACK", "off"))).isEqualTo(400);
        assertThat(registering(body, elsewhere)).isEqualTo(400);
        assertThat(registering(body, allowed)).isEqualTo(201);
    }

    private static int registering(String body, Map<String, String> settings) {
        try (var other = TestService.start(settings);
                var owner = Merchant.of(other, Switches.sandbox(), EnumSet.allOf(Scope.class), true)) {
            return owner.client().post(ENDPOINTS, body).status();
        }
    }
}
