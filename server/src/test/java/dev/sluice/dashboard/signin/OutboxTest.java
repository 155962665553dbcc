package dev.sluice.dashboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Method;
import dev.sluice.http.Request;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the check that a request comes from the machine itself, and so may see all mails of a sandbox.
class OutboxTest {
    private static boolean isHere(String address, Map<String, String> headers) {
        return isHere(address, headers, Optional.empty());
    }

    private static boolean isHere(String address, Map<String, String> headers, Optional<URI> publicAddress) {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers);
        return MailPages.isHere(
                new Request("r-1", Method.GET, MailPages.PATH, "", new byte[0], address, Map.of(), all::get),
                publicAddress);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080"})
    void who_asks_this_machine_by_its_own_name_is_here(String host) {
        assertThat(isHere("127.0.0.1", Map.of("Host", host))).isTrue();
        assertThat(isHere("0:0:0:0:0:0:0:1", Map.of("Host", host))).isTrue();
        assertThat(isHere("192.0.2.1", Map.of("Host", host))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":8080", "[", "[]:1", "pay.example.com", "localhost.example.com:80", "192.0.2.1:8080"})
    void a_proxy_that_was_asked_by_another_name_is_not(String host) {
        assertThat(isHere("127.0.0.1", Map.of("Host", host))).isFalse();
    }

    /// Like nginx with only a `proxy_pass`: it requests by the service's own name, and adds no headers.
    @ParameterizedTest
    @ValueSource(strings = {"https://pay.example.com", "http://192.0.2.1:8080", "https://[2001:db8::1]"})
    void nor_is_one_that_says_nothing_where_the_service_is_known_elsewhere(URI address) {
        assertThat(isHere("127.0.0.1", Map.of("Host", "127.0.0.1:8080"), Optional.of(address)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080"})
    void a_service_that_is_known_at_this_machine_alone_is_as_without_an_address(URI address) {
        assertThat(isHere("127.0.0.1", Map.of("Host", "127.0.0.1:8080"), Optional.of(address)))
                .isTrue();
    }

    @Test
    void nor_is_a_proxy_that_says_so() {
        for (var header : new String[] {"X-Forwarded-For", "Forwarded"}) {
            assertThat(isHere("127.0.0.1", Map.of("Host", "localhost", header, "127.0.0.1")))
                    .as(header)
                    .isFalse();
        }
        assertThat(isHere("127.0.0.1", Map.of())).isFalse();
    }
}
