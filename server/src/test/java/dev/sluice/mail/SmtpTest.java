package dev.sluice.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mail.SmtpServer.Privacy;
import dev.sluice.mail.SmtpSettings.Security;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Mail is sent over an encrypted connection, or not at all.
class SmtpTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final StoredMail LETTER = new StoredMail(
            new UUID(0, 1),
            new UUID(0, 2),
            new Mail("rani@example.com", "A new password", "A link that opens an account"),
            Instant.parse("2026-03-01T12:00:00Z"),
            1);

    @TempDir
    private static Path folder;

    private static SSLContext usual;

    /// Uses a certificate for `localhost`, and trusts it.
    private static SSLContext ours;

    /// Uses another, untrusted certificate.
    private static SSLContext strangers;

    /// Uses a trusted certificate for another name.
    private static SSLContext misnamed;

    @BeforeAll
    static void trust() throws Exception {
        usual = SSLContext.getDefault();
        var here = keys("here", "localhost");
        var elsewhere = keys("elsewhere", "mail.example.com");
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("here", here.getCertificate("mail"));
        trusted.setCertificateEntry("elsewhere", elsewhere.getCertificate("mail"));
        ours = context(here, trusted);
        misnamed = context(elsewhere, trusted);
        strangers = context(keys("stranger", "localhost"), trusted);
        SSLContext.setDefault(ours);
    }

    @AfterAll
    static void restore() {
        SSLContext.setDefault(usual);
    }

    /// Returns a key and its certificate, created by the JDK's own tool.
    private static KeyStore keys(String name, String host) throws IOException, GeneralSecurityException {
        var file = folder.resolve(name + ".p12");
        var created = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "mail",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "san=dns:" + host,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .inheritIO()
                .start();
        assertThat(created.onExit().join().exitValue()).isZero();
        var keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static SSLContext context(KeyStore keys, KeyStore trusted) throws GeneralSecurityException {
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        var others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        others.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), others.getTrustManagers(), null);
        return context;
    }

    private static void send(SmtpServer server, Security security) throws MessagingException {
        new Smtp(new SmtpSettings(
                        "localhost",
                        server.port(),
                        security,
                        Optional.of(new SmtpSettings.Account("sluice", "secret")),
                        "Sluice <pay@example.com>"))
                .send(LETTER);
    }

    @Test
    void starttls_comes_before_anything_is_told() throws Exception {
        try (var server = new SmtpServer(Privacy.STARTTLS, ours)) {
            send(server, Security.STARTTLS);
            assertThat(server.open()).hasSize(2);
            assertThat(server.open().getFirst()).startsWith("EHLO");
            assertThat(server.open().getLast()).isEqualTo("STARTTLS");
            assertThat(server.secret())
                    .anyMatch(line -> line.startsWith("AUTH PLAIN"))
                    .contains("RCPT TO:<rani@example.com>", "Subject: A new password")
                    .contains("A link that opens an account");
        }
    }

    @Test
    void a_server_without_starttls_is_told_nothing() throws Exception {
        try (var server = new SmtpServer(Privacy.NONE, ours)) {
            assertThatThrownBy(() -> send(server, Security.STARTTLS)).hasMessageContaining("STARTTLS is required");
            assertToldNothing(server);
        }
    }

    @Test
    void a_server_that_nobody_vouches_for_is_told_nothing() throws Exception {
        for (var imposter : new SSLContext[] {strangers, misnamed}) {
            try (var server = new SmtpServer(Privacy.STARTTLS, imposter)) {
                assertThatThrownBy(() -> send(server, Security.STARTTLS)).isInstanceOf(MessagingException.class);
                assertToldNothing(server);
            }
            try (var server = new SmtpServer(Privacy.TLS, imposter)) {
                assertThatThrownBy(() -> send(server, Security.TLS)).isInstanceOf(MessagingException.class);
                assertToldNothing(server);
            }
        }
    }

    @Test
    void tls_is_there_from_the_first_byte() throws Exception {
        try (var server = new SmtpServer(Privacy.TLS, ours)) {
            send(server, Security.TLS);
            assertThat(server.open()).isEmpty();
            assertThat(server.secret()).contains("A link that opens an account");
        }
    }

    @Test
    void a_server_without_tls_is_told_nothing() throws Exception {
        try (var server = new SmtpServer(Privacy.NONE, ours)) {
            assertThatThrownBy(() -> send(server, Security.TLS)).isInstanceOf(MessagingException.class);
            assertToldNothing(server);
        }
    }

    /// The recipient of a duplicate can recognize it.
    @Test
    void a_letter_has_one_name_however_often_it_is_sent() throws Exception {
        try (var server = new SmtpServer(Privacy.NONE, ours)) {
            send(server, Security.OFF);
            send(server, Security.OFF);
            var name = "Message-ID: <" + LETTER.id() + "@example.com>";
            assertThat(server.open())
                    .filteredOn(line -> line.startsWith("Message-ID"))
                    .containsExactly(name, name);
        }
    }

    private static void assertToldNothing(SmtpServer server) {
        assertThat(server.open()).noneMatch(SmtpTest::tells);
        assertThat(server.secret()).noneMatch(SmtpTest::tells);
    }

    private static boolean tells(String line) {
        return line.startsWith("AUTH") || line.startsWith("MAIL") || line.startsWith("RCPT") || line.contains("link");
    }
}
