package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.mail.SmtpSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The mail settings: all that belong together, or none.
class MailSettingsTest {
    private static Config load(Map<String, String> env) throws Config.Invalid {
        return Config.load(env, Path.of("no-such-sluice.yaml"));
    }

    private static List<String> faults(Map<String, String> env) {
        var invalid = catchThrowableOfType(Config.Invalid.class, () -> load(env));
        assertThat(invalid).isNotNull();
        return invalid.lines();
    }

    @Test
    void a_mail_server_is_read() throws Exception {
        assertThat(load(Map.of(
                                "SLUICE_MAIL_HOST", "mail.example.com",
                                "SLUICE_MAIL_USER", "sluice",
                                "SLUICE_MAIL_PASSWORD", "secret",
                                "SLUICE_MAIL_FROM", "Sluice <pay@example.com>"))
                        .mail())
                .contains(new SmtpSettings(
                        "mail.example.com",
                        587,
                        SmtpSettings.Security.STARTTLS,
                        Optional.of(new SmtpSettings.Account("sluice", "secret")),
                        "Sluice <pay@example.com>"));
        assertThat(load(Map.of(
                                "SLUICE_MAIL_HOST", "localhost",
                                "SLUICE_MAIL_FROM", "pay@example.com",
                                "SLUICE_MAIL_TLS", "tls"))
                        .mail()
                        .orElseThrow()
                        .port())
                .isEqualTo(465);
    }

    @Test
    void half_a_mail_server_is_refused() {
        assertThat(faults(Map.of("SLUICE_MAIL_HOST", "mail.example.com")))
                .containsExactly("SLUICE_MAIL_FROM is missing: SLUICE_MAIL_HOST has no effect without it");
        assertThat(faults(Map.of("SLUICE_MAIL_FROM", "pay@example.com")))
                .containsExactly("SLUICE_MAIL_HOST is missing: SLUICE_MAIL_FROM has no effect without it");
        assertThat(faults(Map.of(
                        "SLUICE_MAIL_HOST", "localhost",
                        "SLUICE_MAIL_FROM", "nobody",
                        "SLUICE_MAIL_USER", "sluice")))
                .containsExactly(
                        "SLUICE_MAIL_PASSWORD is missing: SLUICE_MAIL_USER has no effect without it",
                        "SLUICE_MAIL_FROM must be an address, or Name <address>, not 'nobody'");
    }
}
