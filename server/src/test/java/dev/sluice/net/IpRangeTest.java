package dev.sluice.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpRangeTest {
    @Test
    void a_block_contains_its_addresses() throws Exception {
        assertThat(IpRange.parse("10.1.2.3/9").contains(InetAddress.ofLiteral("10.127.0.1")))
                .isTrue();
        assertThat(IpRange.parse("10.1.2.3/9").contains(InetAddress.ofLiteral("10.128.0.1")))
                .isFalse();
        assertThat(IpRange.parse("10.1.2.3").contains(InetAddress.ofLiteral("10.1.2.4")))
                .isFalse();
        assertThat(IpRange.parse("0.0.0.0/0").contains(InetAddress.ofLiteral("::1")))
                .isFalse();
        assertThat(IpRange.parse("2001:db8::/33").contains(InetAddress.ofLiteral("2001:db8:7fff::1")))
                .isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> IpRange.parse("localhost"));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,10.255.0.1,true",
        "10.0.0.0/8,11.0.0.1,false",
        "0.0.0.0/0,203.0.113.9,true",
        "0.0.0.0/0,::1,false",
        "192.0.2.1,192.0.2.1,true",
        "192.0.2.1/31,192.0.2.0,true",
        "192.0.2.1/32,192.0.2.0,false",
        "2001:db8::/33,2001:db8:7fff::1,true",
        "2001:db8::/33,2001:db8:8000::1,false",
        "::1,0:0:0:0:0:0:0:1,true",
        "10.0.0.0/8,not-an-address,false",
        "10.0.0.0/8,::ffff:10.1.2.3,true",
        "::ffff:10.0.0.0/8,10.1.2.3,true",
        "::/0,::ffff:10.1.2.3,false",
        "fe80::/10,fe80::1%eth0,true",
        "fe80::1%eth0,fe80::1,true",
        "10.0.0.0/8,10.1,false",
    })
    void a_block_has_the_addresses_with_its_prefix(String block, String address, boolean inside) {
        assertThat(IpRange.anyContains(List.of(IpRange.parse(block)), address)).isEqualTo(inside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0/8",
                "::/129",
                "10.0.0.0/",
                "/8",
                "a.b",
                "10.0.0.0/8/8",
                "1.2.3.4.5",
                "example.com",
                ":::",
                "10.1/8",
                "10.0.0.0/+8",
                "10.0.0.0/008x",
                "::ffff:10.0.0.0/104"
            })
    void what_is_no_block_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> IpRange.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,10.1.0.0/16,true",
        "10.0.0.0/8,10.255.255.255,true",
        "10.0.0.0/8,10.9.9.9/8,true",
        "10.1.0.0/16,10.0.0.0/8,false",
        "10.0.0.0/8,11.0.0.0/16,false",
        "0.0.0.0/0,::/0,false",
        "::/0,2001:db8::/32,true",
        "2001:db8::/32,2001:db8::/31,false",
    })
    void a_block_covers_the_blocks_inside_it(String block, String other, boolean covers) {
        assertThat(IpRange.parse(block).covers(IpRange.parse(other))).isEqualTo(covers);
    }

    @Test
    void a_range_keeps_its_text_and_has_one_canonical_form() {
        var range = IpRange.parse("10.1.2.3/8");
        assertThat(range.text()).isEqualTo("10.1.2.3/8");
        assertThat(range).hasToString("10.0.0.0/8");
        assertThat(IpRange.parse("2001:DB8::7")).hasToString("2001:db8:0:0:0:0:0:7/128");
        assertThat(IpRange.parse("::ffff:192.0.2.1")).hasToString("192.0.2.1/32");
    }
}
