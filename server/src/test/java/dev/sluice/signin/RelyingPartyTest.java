package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Relying party of the service for browsers.
class RelyingPartyTest {
    @ParameterizedTest
    @CsvSource({
        "https://pay.example.com, pay.example.com, https://pay.example.com",
        "https://Pay.Example.com:443/sluice, pay.example.com, https://pay.example.com",
        "https://pay.example.com:8443, pay.example.com, https://pay.example.com:8443",
        "http://127.0.0.1:8080, localhost, http://localhost:8080",
        "http://[::1]:8080, localhost, http://localhost:8080",
        "http://localhost:80, localhost, http://localhost"
    })
    void a_name_is_one_and_this_machine_is_called_localhost(String baseUrl, String id, String origin) {
        assertThat(RelyingParty.of(URI.create(baseUrl))).contains(new RelyingParty(id, origin));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://192.0.2.7", "http://[2001:db8::7]:8080"})
    void a_bare_address_is_nobody(String baseUrl) {
        assertThat(RelyingParty.of(URI.create(baseUrl))).isEqualTo(Optional.empty());
    }

    @Test
    void a_port_of_the_other_scheme_is_said() {
        assertThat(RelyingParty.of(URI.create("http://pay.example.com:443"))
                        .orElseThrow()
                        .origin())
                .isEqualTo("http://pay.example.com:443");
    }
}
