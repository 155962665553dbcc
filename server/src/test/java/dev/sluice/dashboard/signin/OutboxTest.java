package dev.sluice.dashboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Method;
import dev.sluice.http.Request;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who sits at the machine itself, and so may read all mail of a sandbox.
class OutboxTest {
    private static boolean isHere(String address, Map<String, String> headers) {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers);
        return OutboxPages.isHere(
                new Request("r-1", Method.GET, OutboxPages.PATH, "", new byte[0], address, Map.of(), all::get));
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
