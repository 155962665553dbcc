package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutsideTest {
    private static final String SESSION = "sluice_session=abc; Path=/; HttpOnly; SameSite=Lax";

    @Test
    void by_tls_cookies_are_of_this_host_alone() {
        assertThat(Outside.TLS.sent(SESSION))
                .isEqualTo("__Host-sluice_session=abc; Path=/; HttpOnly; SameSite=Lax; Secure");
        assertThat(Outside.TLS.sent("a=b; Path=/dashboard; Max-Age=0; SameSite=Lax; Secure"))
                .isEqualTo("__Host-a=b; Path=/; Max-Age=0; SameSite=Lax; Secure");
    }

    @Test
    void by_tls_no_others_are_read() {
        assertThat(Outside.TLS.received("__Host-a=1; sluice_session=planted; __Secure-c=3;__Host-b=2=2"))
                .isEqualTo("a=1; b=2=2");
        assertThat(Outside.TLS.received("sluice_session=planted")).isEmpty();
        assertThat(Outside.TLS.received(null)).isNull();
    }

    @Test
    void without_tls_all_is_as_it_was() {
        assertThat(Outside.PLAIN.sent(SESSION)).isEqualTo(SESSION);
        assertThat(Outside.PLAIN.received("a=1; b=2")).isEqualTo("a=1; b=2");
    }

    @Test
    void by_tls_browsers_are_told_to_come_by_tls_alone() {
        assertThat(Outside.TLS.headers()).anySatisfy(header -> {
            assertThat(header.name()).isEqualTo("Strict-Transport-Security");
            assertThat(header.values()).isEqualTo("max-age=31536000; includeSubDomains");
        });
        assertThat(Outside.PLAIN.headers())
                .noneMatch(header -> header.name().startsWith("Strict"))
                .hasSize(Outside.TLS.headers().size() - 1);
    }
}
