package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One-time passwords, compared with the vectors of RFC 6238 (appendix B, the last six digits) and RFC 4648.
class TotpTest {
    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    private static Totp totp(long lastStep) {
        return new Totp(SECRET, Optional.empty(), lastStep);
    }

    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void the_codes_are_those_of_the_rfc(long second, String code) {
        assertThat(totp(0).stepOf(code, Instant.ofEpochSecond(second))).isEqualTo(OptionalLong.of(second / 30));
    }

    @Test
    void a_clock_may_be_a_step_off_and_no_more() {
        var at = Instant.ofEpochSecond(1_111_111_109);
        assertThat(totp(0).stepOf("081804", at.plusSeconds(30))).isPresent();
        assertThat(totp(0).stepOf("081804", at.minusSeconds(30))).isPresent();
        assertThat(totp(0).stepOf("081804", at.plusSeconds(61))).isEmpty();
    }

    @Test
    void a_step_that_was_used_up_is_no_more() {
        long step = 1_111_111_109L / 30;
        assertThat(totp(step).stepOf("081804", Instant.ofEpochSecond(1_111_111_109)))
                .isEmpty();
        assertThat(totp(step - 1).stepOf("081804", Instant.ofEpochSecond(1_111_111_109)))
                .isPresent();
    }

    @Test
    void the_secret_is_told_to_apps_in_base_32() {
        assertThat(totp(0).address("Sluice", "rani@example.com"))
                .isEqualTo("otpauth://totp/Sluice:rani%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                        + "&issuer=Sluice");
        assertThat(Base32.text("foobar".getBytes(StandardCharsets.US_ASCII))).isEqualTo("MZXW6YTBOI");
    }
}
