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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends mail to an SMTP server (RFC 5321).
final class Smtp {
    private static final Logger LOG = LoggerFactory.getLogger(Smtp.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /// Time for a server to scan a mail before it confirms acceptance. A shorter timeout would send accepted mails
    /// twice.
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(1);

    private final SmtpSettings settings;
    private final Session session;

    Smtp(SmtpSettings settings) {
        this.settings = settings;
        this.session = session(settings);
    }

    /// Sends a mail.
    ///
    /// @throws MessagingException if the server does not accept it now
    void send(StoredMail mail) throws MessagingException {
        var message = message(mail);
        var transport = session.getTransport();
        try {
            transport.connect();
            transport.sendMessage(message, message.getAllRecipients());
        } finally {
            leave(transport);
        }
    }

    /// Ignores errors on closing: by then, the server has accepted or rejected the mail.
    private static void leave(Transport transport) {
        try {
            transport.close();
        } catch (MessagingException broken) {
            LOG.debug("mail server closed the connection at the end: {}", SmtpFault.of(broken));
        }
    }

    private MimeMessage message(StoredMail mail) throws MessagingException {
        var from = new InternetAddress(settings.from(), true);
        var message = new IdentifiedMessage(session, mail, from);
        message.setFrom(from);
        message.setRecipient(
                Message.RecipientType.TO, new InternetAddress(mail.mail().to(), true));
        message.setSubject(mail.mail().subject(), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(Instant.ofEpochMilli(mail.writtenAt().toEpochMilli())));
        // Suppresses out-of-office replies (RFC 3834).
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setText(mail.mail().text(), StandardCharsets.UTF_8.name());
        message.saveChanges();
        return message;
    }

    /// A message with a constant Message-ID, so that duplicates are recognizable.
    private static final class IdentifiedMessage extends MimeMessage {
        private final String name;

        IdentifiedMessage(Session session, StoredMail mail, InternetAddress from) {
            super(session);
            var address = from.getAddress();
            this.name = "<" + mail.id() + address.substring(address.lastIndexOf('@')) + ">";
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", name);
        }
    }

    private static Session session(SmtpSettings settings) {
        var timeout = String.valueOf(TIMEOUT.toMillis());
        var properties = new Properties();
        properties.setProperty("mail.transport.protocol", "smtp");
        properties.setProperty("mail.smtp.host", settings.host());
        properties.setProperty("mail.smtp.port", String.valueOf(settings.port()));
        properties.setProperty("mail.smtp.connectiontimeout", timeout);
        properties.setProperty("mail.smtp.timeout", String.valueOf(ANSWER_TIMEOUT.toMillis()));
        properties.setProperty("mail.smtp.writetimeout", timeout);
        // Does not wait for the answer to QUIT: it may be slow and changes nothing.
        properties.setProperty("mail.smtp.quitwait", "false");
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
