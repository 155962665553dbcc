package dev.sluice.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedProxiesTest {
    private static final TrustedProxies PROXIES =
            new TrustedProxies(List.of(IpRange.parse("10.0.0.0/8"), IpRange.parse("2001:db8::/32")));

    @Test
    void without_trusted_proxies_the_peer_is_the_client() {
        assertThat(new TrustedProxies(List.of()).clientAddress("192.0.2.1", "203.0.113.9"))
                .isEqualTo("192.0.2.1");
    }

    @Test
    void a_stranger_is_not_believed() {
        assertThat(PROXIES.clientAddress("192.0.2.1", "203.0.113.9")).isEqualTo("192.0.2.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "203.0.113.9|203.0.113.9",
                "1.1.1.1, 203.0.113.9|203.0.113.9",
                "203.0.113.9, 10.1.2.3|203.0.113.9",
                "203.0.113.9,10.1.2.3 , 2001:db8::7|203.0.113.9",
                "203.0.113.9:4711|203.0.113.9",
                "[2001:DB9::1]:4711|2001:db9:0:0:0:0:0:1",
                "[2001:db9::1]|2001:db9:0:0:0:0:0:1",
                "::ffff:203.0.113.9|203.0.113.9",
                "2001:DB9::1|2001:db9:0:0:0:0:0:1",
                "203.0.113.9, ::ffff:10.0.0.1|203.0.113.9",
                "10.1.1.1, 10.2.2.2|10.9.9.9",
                "unknown|10.9.9.9",
                "dead.beef|10.9.9.9",
                "203.0.113.9, evil|10.9.9.9",
                ",|10.9.9.9",
                "1.2|10.9.9.9",
                "0x7f.1|10.9.9.9",
                "999.1.1.1|10.9.9.9",
            })
    void the_client_is_the_right_most_address_that_no_proxy_has(String forwarded, String client) {
        assertThat(PROXIES.clientAddress("10.9.9.9", forwarded)).isEqualTo(client);
    }

    @Property
    void any_header_gives_some_address(@ForAll String forwarded) {
        assertThat(PROXIES.clientAddress("10.9.9.9", forwarded)).isNotEmpty();
    }
}
