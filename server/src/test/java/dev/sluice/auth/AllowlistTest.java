package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AllowlistTest {
    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 203.0.113.7, true",
        "203.0.113.7, 203.0.113.8, false",
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "192.0.2.128/25, 192.0.2.127, false",
        "192.0.2.128/25, 192.0.2.129, true",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "::1, 0:0:0:0:0:0:0:1, true",
        "::1, 127.0.0.1, false",
        "0.0.0.0/0, 198.51.100.1, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "127.0.0.1, ::ffff:127.0.0.1, true",
    })
    void an_entry_is_an_address_or_a_block(String entry, String address, boolean allowed) {
        assertThat(Allowlist.parse(List.of(entry)).allows(address)).isEqualTo(allowed);
    }

    @Test
    void an_empty_list_allows_all() {
        assertThat(Allowlist.ANY.allows("198.51.100.1")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/-1", "2001:db8::/129", "", "/8"})
    void anything_else_is_refused(String entry) {
        assertThatThrownBy(() -> Allowlist.parse(List.of(entry))).isInstanceOf(IllegalArgumentException.class);
    }
}
