package dev.sluice.config;

import dev.sluice.mail.SmtpSettings;
import dev.sluice.mail.SmtpSettings.Security;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The mail settings.
final class MailSettings {
    private static final String PREFIX = "SLUICE_MAIL_";
    private static final String HOST = PREFIX + "HOST";
    private static final String PORT = PREFIX + "PORT";
    private static final String USER = PREFIX + "USER";
    private static final String PASSWORD = PREFIX + "PASSWORD";
    private static final String FROM = PREFIX + "FROM";
    private static final String TLS = PREFIX + "TLS";

    static final List<String> KEYS = List.of(HOST, PORT, USER, PASSWORD, FROM, TLS);

    private MailSettings() {}

    /// Reads `SLUICE_MAIL_…`; empty if mail is not configured. Incomplete settings are reported.
    static Optional<SmtpSettings> read(Settings settings) {
        KEYS.stream().filter(key -> !key.equals(HOST)).forEach(key -> settings.needs(key, HOST));
        settings.needs(HOST, FROM);
        settings.needs(USER, PASSWORD);
        settings.needs(PASSWORD, USER);
        var security = settings.value(TLS, "starttls", MailSettings::security);
        var port = settings.value(PORT, security == Security.TLS ? "465" : "587", ConfigValues::remotePort);
        var from = settings.optional(FROM, MailSettings::sender);
        var user = settings.optional(USER, Function.<String>identity());
        var password = settings.optional(PASSWORD, Function.<String>identity());
        var account = user.flatMap(name -> password.map(secret -> new SmtpSettings.Account(name, secret)));
        return settings.optional(HOST, ConfigValues::host)
                .flatMap(host -> from.map(sender -> new SmtpSettings(host, port, security, account, sender)));
    }

    private static Security security(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "starttls" -> Security.STARTTLS;
            case "tls" -> Security.TLS;
            case "off" -> Security.OFF;
            default -> throw new IllegalArgumentException("must be starttls, tls or off, not '" + text + "'");
        };
    }

    private static String sender(String text) {
        if (!text.matches("[^<>@\\s]+@[^<>@\\s]+|[^<>@\\p{Cntrl}]+<[^<>@\\s]+@[^<>@\\s]+>")) {
            throw new IllegalArgumentException("must be an address, or Name <address>, not '" + text + "'");
        }
        return text;
    }
}
