package dev.sluice.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.mail.SmtpServer.Parting;
import dev.sluice.mail.SmtpServer.Privacy;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switches;
import dev.sluice.vault.Vault;
import jakarta.mail.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Mail from the transaction that stores it to the SMTP server.
class MailsTest {
    private static final Mail MAIL = new Mail("rani@example.com", "Halo, Düsseldorf €", "One line.\nAnd a link ☂\n");

    private static TestDatabase db;
    private static Vault vault;
    private static Clocks clocks;
    private static UUID organization;
    private static Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @BeforeAll
    static void open() {
        db = TestDatabase.create();
        vault = Vault.open(db.database(), new byte[Vault.MASTER_KEY_BYTES]);
        clocks = new Clocks((InstantSource) () -> now);
        var organizations = Organizations.wire(db.database(), clocks);
        organization = db.database()
                .inTx(tx -> organizations.create(tx, "Mailers", Switches.sandbox()))
                .id();
    }

    @AfterAll
    static void close() {
        db.close();
    }

    private static Mails mails(int port) {
        return Mails.wire(
                db.database(),
                vault,
                clocks,
                Optional.of(new SmtpSettings(
                        "127.0.0.1",
                        port,
                        SmtpSettings.Security.OFF,
                        Optional.of(new SmtpSettings.Account("sluice", "secret")),
                        "Sluice <pay@example.com>")));
    }

    @Test
    void a_mail_waits_for_its_server_and_is_sent_once() throws Exception {
        var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.setUser("pay@example.com", "sluice", "secret");
        server.start();
        int port = server.getSmtp().getPort();
        server.stop();
        var mails = mails(port);
        db.database().run(tx -> mails.send(tx, organization, MAIL));
        mails.step();
        assertThat(mails.latest(1).getFirst().mail()).isEqualTo(MAIL);

        var later = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        later.setUser("pay@example.com", "sluice", "secret");
        later.start();
        try {
            mails.step();
            assertThat(later.getReceivedMessages()).isEmpty();
            now = now.plus(Duration.ofMinutes(1));
            mails.step();
            mails.step();
            assertThat(later.getReceivedMessages()).singleElement().satisfies(message -> {
                assertThat(message.getSubject()).isEqualTo(MAIL.subject());
                assertThat(message.getRecipients(Message.RecipientType.TO)[0]).hasToString(MAIL.to());
                assertThat(message.getFrom()[0]).hasToString("Sluice <pay@example.com>");
                assertThat(message.getContent().toString().replace("\r\n", "\n").strip())
                        .isEqualTo(MAIL.text().strip());
                assertThat(message.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            });
        } finally {
            later.stop();
        }
    }

    /// In a queue at a slow server, its lease could expire before it is sent, and another node would send it, too.
    @Test
    void a_letter_is_taken_up_when_it_is_sent_and_not_before() {
        var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.setUser("pay@example.com", "sluice", "secret");
        server.start();
        try {
            var mails = mails(server.getSmtp().getPort());
            db.database().run(tx -> {
                mails.send(tx, organization, MAIL);
                mails.send(tx, organization, MAIL);
            });
            assertThat(mails.step()).isTrue();
            assertThat(server.getReceivedMessages()).hasSize(1);
            assertThat(mails.latest(2)).extracting(StoredMail::attempts).containsExactlyInAnyOrder(0, 1);
            assertThat(mails.step()).isTrue();
            assertThat(mails.step()).isFalse();
            assertThat(server.getReceivedMessages()).hasSize(2);
        } finally {
            server.stop();
        }
    }

    /// The server has accepted the mail by then.
    @ParameterizedTest
    @EnumSource(Parting.class)
    void however_the_server_parts_a_letter_is_sent_once(Parting parting) throws Exception {
        try (var server = new SmtpServer(Privacy.NONE, parting, SSLContext.getDefault())) {
            var mails = mails(server.port());
            db.database().run(tx -> mails.send(tx, organization, MAIL));
            assertThat(mails.step()).isTrue();
            now = now.plus(Duration.ofHours(1));
            assertThat(mails.step()).isFalse();
            assertThat(server.open()).containsOnlyOnce("DATA");
        }
    }

    /// The server's text quotes the rejected address.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "550 5.1.1 <rani@example.com>: unknown|the server answered 550 5.1.1",
                "450 rani@example.com is greylisted|the server answered 450",
                "552-5.2.2 The mailbox of rani@example.com is full|the server answered 552 5.2.2"
            })
    void of_a_refusal_only_the_codes_are_kept(String refusal, String stored) throws Exception {
        try (var server = new SmtpServer(Privacy.NONE, SSLContext.getDefault())) {
            server.refusal = refusal.contains("-") ? refusal + "\r\n" + refusal.replaceFirst("-", " ") : refusal;
            var mails = mails(server.port());
            db.database().run(tx -> mails.send(tx, organization, MAIL));
            assertThat(mails.step()).isTrue();
            var fault = db.database()
                    .read(handle -> handle.select(
                                    "SELECT fault FROM mail_message ORDER BY written_at DESC, id DESC LIMIT 1")
                            .mapTo(String.class)
                            .one());
            assertThat(fault).isEqualTo(stored);
            db.database().run(tx -> tx.handle().execute("DELETE FROM mail_message WHERE sent_at IS NULL"));
        }
    }

    @Test
    void a_mail_of_a_transaction_that_failed_is_none() {
        var mails = Mails.wire(db.database(), vault, clocks, Optional.empty());
        int before = mails.latest(100).size();
        assertThatThrownBy(() -> db.database().run(tx -> {
                    mails.send(tx, organization, MAIL);
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(mails.latest(100)).hasSize(before);
        assertThat(mails.step()).isFalse();
    }

    @Test
    void pauses_double_and_end() {
        assertThat(Mails.again(1, now)).contains(now.plus(Duration.ofMinutes(1)));
        assertThat(Mails.again(4, now)).contains(now.plus(Duration.ofMinutes(8)));
        assertThat(Mails.again(8, now)).isEmpty();
    }

    @Test
    void nobody_smuggles_in_a_header() {
        assertThatThrownBy(() -> new Mail("a@example.com\r\nBcc: b@example.com", "x", "y"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Mail("a@example.com", "x\nBcc: b@example.com", "y"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
