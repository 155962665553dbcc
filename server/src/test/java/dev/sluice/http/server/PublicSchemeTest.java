package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublicSchemeTest {
    private static final String SESSION = "sluice_session=abc; Path=/; HttpOnly; SameSite=Lax";

    @Test
    void by_tls_cookies_are_of_this_host_alone() {
        assertThat(PublicScheme.TLS.sent(SESSION))
                .isEqualTo("__Host-sluice_session=abc; Path=/; HttpOnly; SameSite=Lax; Secure");
        assertThat(PublicScheme.TLS.sent("a=b; Path=/dashboard; Max-Age=0; SameSite=Lax; Secure"))
                .isEqualTo("__Host-a=b; Path=/; Max-Age=0; SameSite=Lax; Secure");
    }

    @Test
    void by_tls_no_others_are_read() {
        assertThat(PublicScheme.TLS.received("__Host-a=1; sluice_session=planted; __Secure-c=3;__Host-b=2=2"))
                .isEqualTo("a=1; b=2=2");
        assertThat(PublicScheme.TLS.received("sluice_session=planted")).isEmpty();
        assertThat(PublicScheme.TLS.received(null)).isNull();
    }

    @Test
    void without_tls_all_is_as_it_was() {
        assertThat(PublicScheme.PLAIN.sent(SESSION)).isEqualTo(SESSION);
        assertThat(PublicScheme.PLAIN.received("a=1; b=2")).isEqualTo("a=1; b=2");
    }

    @Test
    void by_tls_browsers_are_told_to_come_by_tls_alone() {
        assertThat(PublicScheme.TLS.headers()).anySatisfy(header -> {
            assertThat(header.name()).isEqualTo("Strict-Transport-Security");
            assertThat(header.values()).isEqualTo("max-age=31536000; includeSubDomains");
        });
        assertThat(PublicScheme.PLAIN.headers())
                .noneMatch(header -> header.name().startsWith("Strict"))
                .hasSize(PublicScheme.TLS.headers().size() - 1);
    }
}
