package dev.sluice.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Literals of IP addresses, and the network that a limit counts for one.
class IpAddressTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1,192.0.2.1",
        "::1,0:0:0:0:0:0:0:1",
        "[::1],0:0:0:0:0:0:0:1",
        "2001:DB8::A,2001:db8:0:0:0:0:0:a",
        "::ffff:192.0.2.1,192.0.2.1",
        "::ffff:c000:201,192.0.2.1",
        "fe80::1%no-such-interface,fe80:0:0:0:0:0:0:1",
    })
    void a_literal_has_one_normal_form(String text, String normal) {
        assertThat(IpAddress.parse(text)).map(InetAddress::getHostAddress).contains(normal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "localhost",
                "10.1",
                "2130706433",
                "0x7f.0.0.1",
                "256.0.0.1",
                "1.2.3.4.5",
                "1.2.3.4.",
                ":::",
                "::1::",
                "[::1",
                "%"
            })
    void another_text_is_no_address(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,true",
        "127.255.0.9,true",
        "::1,true",
        "[::1],true",
        "::ffff:127.0.0.1,true",
        "128.0.0.1,false",
        "::2,false",
        "localhost,false",
    })
    void loopback_addresses_are_recognized(String text, boolean loopback) {
        assertThat(IpAddress.isLoopback(text)).isEqualTo(loopback);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1,192.0.2.1",
        "::ffff:192.0.2.1,192.0.2.1",
        "2001:db8:0:1:a:b:c:d,20010db800000001",
        "2001:db8:0:1::9%eth0,20010db800000001",
        "unknown,unknown",
    })
    void a_client_is_counted_by_its_ipv4_address_or_its_ipv6_network(String address, String network) {
        assertThat(ClientNetwork.of(address)).isEqualTo(network);
    }
}
