package dev.sluice.mail;

import dev.sluice.mail.SmtpSettings.Security;
import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Properties;

/// Sends mail to an SMTP server (RFC 5321).
final class Smtp {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final SmtpSettings settings;
    private final Session session;

    Smtp(SmtpSettings settings) {
        this.settings = settings;
        this.session = session(settings);
    }

    /// Hands a letter over.
    ///
    /// @throws MessagingException where the server does not take it now
    void send(Letter letter) throws MessagingException {
        var message = new MimeMessage(session);
        message.setFrom(new InternetAddress(settings.from(), true));
        message.setRecipient(
                Message.RecipientType.TO, new InternetAddress(letter.mail().to(), true));
        message.setSubject(letter.mail().subject(), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(Instant.ofEpochMilli(letter.writtenAt().toEpochMilli())));
        // Nobody's out-of-office answers to a machine (RFC 3834).
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setText(letter.mail().text(), StandardCharsets.UTF_8.name());
        Transport.send(message);
    }

    private static Session session(SmtpSettings settings) {
        var timeout = String.valueOf(TIMEOUT.toMillis());
        var properties = new Properties();
        properties.setProperty("mail.transport.protocol", "smtp");
        properties.setProperty("mail.transport.protocol.rfc822", "smtp");
        properties.setProperty("mail.smtp.host", settings.host());
        properties.setProperty("mail.smtp.port", String.valueOf(settings.port()));
        properties.setProperty("mail.smtp.connectiontimeout", timeout);
        properties.setProperty("mail.smtp.timeout", timeout);
        properties.setProperty("mail.smtp.writetimeout", timeout);
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        properties.setProperty("mail.smtp.ssl.enable", String.valueOf(settings.security() == Security.TLS));
        boolean startTls = settings.security() == Security.STARTTLS;
        properties.setProperty("mail.smtp.starttls.enable", String.valueOf(startTls));
        properties.setProperty("mail.smtp.starttls.required", String.valueOf(startTls));
        properties.setProperty(
                "mail.smtp.auth", String.valueOf(settings.account().isPresent()));
        var account = settings.account().orElse(null);
        return account == null
                ? Session.getInstance(properties)
                : Session.getInstance(properties, new Authenticator() {
                    @Override
                    protected PasswordAuthentication getPasswordAuthentication() {
                        return new PasswordAuthentication(account.user(), account.password());
                    }
                });
    }
}
