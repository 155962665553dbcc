package dev.sluice.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.bench.micro.SignatureCheck.Signed;
import dev.sluice.client.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignatureCheckTest {
    private static final Instant NOW = Instant.parse("2026-01-15T09:30:00Z");
    private static final byte[] BODY = Sample.request();

    private final SignatureCheck check = new SignatureCheck("client", "secret");

    @Test
    void a_request_signed_as_a_client_signs_it_passes() {
        assertThat(check.passes(signed(NOW.toString(), "secret"), NOW)).isTrue();
    }

    @Test
    void a_signature_by_another_secret_or_of_another_body_does_not_pass() {
        var signed = signed(NOW.toString(), "secret");
        var otherBody = new Signed(
                "client",
                signed.timestamp(),
                signed.signature(),
                signed.method(),
                signed.path(),
                signed.rawQuery(),
                "{}".getBytes(StandardCharsets.UTF_8));
        assertThat(check.passes(signed(NOW.toString(), "guess"), NOW)).isFalse();
        assertThat(check.passes(otherBody, NOW)).isFalse();
    }

    @Test
    void a_timestamp_further_away_than_300_seconds_does_not_pass() {
        assertThat(check.passes(signed(NOW.minusSeconds(300).toString(), "secret"), NOW))
                .isTrue();
        assertThat(check.passes(signed(NOW.minusSeconds(301).toString(), "secret"), NOW))
                .isFalse();
        assertThat(check.passes(signed(NOW.plusSeconds(301).toString(), "secret"), NOW))
                .isFalse();
    }

    @Test
    void headers_that_are_missing_or_malformed_do_not_pass() {
        for (var header : new String[] {"", "v1=", "v1=xyz", "v2=00"}) {
            assertThat(check.passes(new Signed("client", NOW.toString(), header, "GET", "/", "", BODY), NOW))
                    .isFalse();
        }
        assertThat(check.passes(signed("yesterday", "secret"), NOW)).isFalse();
    }

    private static Signed signed(String timestamp, String secret) {
        var text = RequestSigner.stringToSign("client", timestamp, "POST", "/v2/x", "a=b", BODY);
        return new Signed("client", timestamp, RequestSigner.signature(secret, text), "POST", "/v2/x", "a=b", BODY);
    }
}
