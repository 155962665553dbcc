package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// URLs as entered by people.
class WebUrlTest {
    @ParameterizedTest
    @CsvSource({
        "https://shop.example/a?b#c, https://shop.example/a?b#c, shop.example, -1",
        "HTTP://SHOP.example:8080, HTTP://SHOP.example:8080, SHOP.example, 8080",
        "https://my_shop.example:8443/x, https://my_shop.example:8443/x, my_shop.example, 8443",
        "http://stellar_horizon, http://stellar_horizon, stellar_horizon, -1",
        "https://bücher.example/ä, https://xn--bcher-kva.example/ä, xn--bcher-kva.example, -1",
        "https://例え。テスト/, https://xn--r8jz45g.xn--zckzah/, xn--r8jz45g.xn--zckzah, -1",
        "https://user:secret@shop.example:1/, https://user:secret@shop.example:1/, shop.example, 1",
        "https://[2001:db8::1]:443/, https://[2001:db8::1]:443/, [2001:db8::1], 443",
        "http://１２７.0.0.1/, http://127.0.0.1/, 127.0.0.1, -1",
    })
    void an_address_has_its_host_in_ascii(String typed, String uri, String host, int port) {
        var url = WebUrl.of(typed);
        assertThat(url.uri()).hasToString(uri);
        assertThat(url.host()).isEqualTo(host);
        assertThat(WebUrl.hostOf(URI.create(uri))).isEqualTo(host);
        assertThat(WebUrl.portOf(URI.create(uri))).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop.example",
                "//shop.example",
                "javascript:alert(1)",
                "ftp://shop.example",
                "https://good.example\\\\@evil.example/",
                "https://shop.example/a b",
                ""
            })
    void what_is_no_address_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WebUrl.of(text))
                .withMessage("must be an absolute http or https URL");
    }

    @ParameterizedTest
    @CsvSource({
        "https:///path, must have a host",
        "https://good.example／evil.example/, no '/'",
        "https://straße.example/, punycode",
        "https://a\u200db.example/, punycode",
        "https://shop.example:0/, port",
        "https://-shop.example/, hyphen",
    })
    void a_host_that_is_none_is_named_as_the_reason(String text, String reason) {
        assertThatIllegalArgumentException().isThrownBy(() -> WebUrl.of(text)).withMessageContaining(reason);
    }

    @Test
    void what_the_service_calls_has_a_host_that_its_client_takes() {
        assertThat(WebUrl.toCall("http://horizon:8000").host()).isEqualTo("horizon");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> WebUrl.toCall("http://stellar_horizon:8000/secret"))
                .withMessageContaining("stellar_horizon cannot be called by the service")
                .withMessageNotContaining("secret");
    }
}
