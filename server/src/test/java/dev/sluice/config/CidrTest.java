package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class CidrTest {
    @Test
    void a_block_contains_its_addresses() throws Exception {
        assertThat(Cidr.parse("10.1.2.3/9").contains(InetAddress.ofLiteral("10.127.0.1")))
                .isTrue();
        assertThat(Cidr.parse("10.1.2.3/9").contains(InetAddress.ofLiteral("10.128.0.1")))
                .isFalse();
        assertThat(Cidr.parse("10.1.2.3").contains(InetAddress.ofLiteral("10.1.2.4")))
                .isFalse();
        assertThat(Cidr.parse("0.0.0.0/0").contains(InetAddress.ofLiteral("::1")))
                .isFalse();
        assertThat(Cidr.parse("2001:db8::/33").contains(InetAddress.ofLiteral("2001:db8:7fff::1")))
                .isTrue();
        assertThatThrownBy(() -> Cidr.parse("localhost")).isInstanceOf(IllegalArgumentException.class);
    }
}
