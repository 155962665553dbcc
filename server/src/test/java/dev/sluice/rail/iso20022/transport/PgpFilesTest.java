package dev.sluice.rail.iso20022.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.Unreadable;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport.Pgp;
import dev.sluice.rail.iso20022.transport.BankTransport.Found;
import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Signed and encrypted files over OpenSSH, with our keys and those of a bank.
class PgpFilesTest {
    private static final byte[] XML =
            "<Document>EndToEndId</Document>".repeat(200).getBytes(UTF_8);
    private static final Instant SEALED_AT = Instant.parse("2026-03-02T09:00:00Z");
    private static final OutgoingFile FILE = new OutgoingFile("M1.xml.pgp", "M1", XML, 1, SEALED_AT);
    private static final KeyPair HOST_KEY = SftpKeys.make("ssh-ed25519");
    private static final KeyPair USER = SftpKeys.make("ssh-ed25519");
    private static final PgpPerson US = PgpPerson.rsa("secret");
    private static final PgpPerson BANK = PgpPerson.curve();
    private static final PgpPerson OTHER = PgpPerson.curve();

    @TempDir
    static Path settings;

    @TempDir
    Path root;

    private static OpenSshServer server;

    @BeforeAll
    static void start() throws IOException {
        server = OpenSshServer.start(settings, List.of(HOST_KEY), USER);
        SftpKeys.write(settings.resolve("user"), USER);
        US.secret(settings.resolve("us.pgp"));
        US.open(settings.resolve("us.public.pgp"));
        BANK.secret(settings.resolve("bank.secret.pgp"));
        BANK.open(settings.resolve("bank.pgp"));
        Files.writeString(settings.resolve("password"), "secret\n");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void folders() throws IOException {
        for (var name : List.of("out", "in", "sent")) {
            Files.createDirectory(root.resolve(name));
        }
    }

    private BankProfile.Transport profile() {
        return new BankProfile.Transport.Sftp(
                new Folders(
                        root.resolve("out").toString(),
                        null,
                        root.resolve("sent").toString(),
                        root.resolve("in").toString(),
                        null,
                        Folders.After.LEAVE,
                        null,
                        "{msgId}.xml.pgp"),
                URI.create("sftp://127.0.0.1:" + server.port()),
                OpenSshServer.user(),
                SftpKeys.fingerprint(HOST_KEY),
                settings.resolve("user"),
                new Pgp(
                        settings.resolve("us.pgp"),
                        settings.resolve("bank.pgp"),
                        settings.resolve("bank.pgp"),
                        settings.resolve("us.pgp"),
                        settings.resolve("password")));
    }

    /// Returns the file that the bank reads in a message of ours.
    private byte[] readByBank(Path message) throws IOException, Unreadable {
        return content(settings.resolve("bank.secret.pgp"), settings.resolve("us.public.pgp"))
                .unpack("M1.xml.pgp", Files.readAllBytes(message))
                .getFirst()
                .bytes();
    }

    private static InboundContent content(Path decrypt, Path verify) throws IOException {
        return PgpKeys.content(new Pgp(decrypt, verify, null, null, null));
    }

    @Test
    void the_bank_gets_a_signed_and_encrypted_file_and_each_step_finds_it_after_a_crash() throws Exception {
        try (var transport = FileTransport.open(profile())) {
            assertThat(transport.find(FILE)).isEqualTo(Found.NOWHERE);
            transport.upload(FILE);
        }
        try (var transport = FileTransport.open(profile())) {
            assertThat(transport.find(FILE)).isEqualTo(Found.UPLOADED);
            transport.release(FILE);
        }
        var message = root.resolve("out").resolve("M1.xml.pgp");
        assertThat(new String(Files.readAllBytes(message), UTF_8)).doesNotContain("EndToEndId");
        assertThat(readByBank(message)).isEqualTo(XML);
        try (var transport = FileTransport.open(profile())) {
            assertThat(transport.find(FILE)).isEqualTo(Found.DELIVERED);
            Files.move(message, root.resolve("sent").resolve("M1.xml.pgp"));
            assertThat(transport.find(FILE)).isEqualTo(Found.DELIVERED);
        }
    }

    @Test
    void an_upload_that_lost_bytes_is_no_upload() throws Exception {
        try (var transport = FileTransport.open(profile())) {
            transport.upload(FILE);
            var part = root.resolve("out").resolve("M1.xml.pgp.1.part");
            var bytes = Files.readAllBytes(part);
            bytes[bytes.length - 1] = 0;
            Files.write(part, bytes);
            assertThat(transport.find(FILE)).isEqualTo(Found.NOWHERE);
        }
    }

    static Stream<PgpPerson> senders() {
        return Stream.of(PgpPerson.rsa(""), PgpPerson.curve());
    }

    @ParameterizedTest
    @MethodSource("senders")
    void a_file_has_one_message_and_each_file_another(PgpPerson sender) throws Exception {
        var message = sender.to(BANK).write(FILE);
        assertThat(sender.to(BANK).write(FILE)).isEqualTo(message);
        var changed = XML.clone();
        changed[0] = ' ';
        var other = sender.to(BANK).write(new OutgoingFile("M1.xml.pgp", "M1", changed, 1, SEALED_AT));
        assertThat(other).hasSameSizeAs(message);
        int equal = 0;
        for (int at = 0; at < message.length; at++) {
            equal += message[at] == other[at] ? 1 : 0;
        }
        assertThat(equal).isLessThan(message.length / 10);
    }

    @Test
    void a_signed_message_of_the_bank_is_read_encrypted_or_not() throws Exception {
        var content = PgpKeys.content(profile().pgp());
        for (var message : List.of(BANK.to(US).write(FILE), BANK.signing().write(FILE))) {
            var part = content.unpack("camt.xml.pgp", message).getFirst();
            assertThat(part.bytes()).isEqualTo(XML);
            assertThat(part.name()).isEqualTo("camt.xml");
        }
    }

    @Test
    void a_file_without_a_signature_of_the_bank_is_unreadable() throws Exception {
        var content = PgpKeys.content(profile().pgp());
        assertThatThrownBy(() -> content.unpack("camt.xml", XML))
                .hasMessageStartingWith("The file has no PGP signature");
        assertThatThrownBy(() -> content.unpack("camt.xml.gz", InboundContentTest.gzip(XML)))
                .hasMessageStartingWith("The file has no PGP signature");
        assertThatThrownBy(() ->
                        content.unpack("camt.xml.pgp", PgpPerson.unsigned(US).write(FILE)))
                .hasMessageStartingWith("The file has no PGP signature");
        assertThatThrownBy(() -> content.unpack("camt.xml.pgp", OTHER.to(US).write(FILE)))
                .hasMessageStartingWith("The file is signed with another PGP key");
        assertThatThrownBy(() -> content.unpack("camt.xml.pgp", OTHER.signing().write(FILE)))
                .hasMessageStartingWith("The file is signed with another PGP key");
    }

    @Test
    void a_signed_file_that_was_changed_is_unreadable() throws Exception {
        var content = PgpKeys.content(profile().pgp());
        var message = BANK.signing().write(FILE);
        for (int at = 1; at < message.length; at += 61) {
            var changed = message.clone();
            changed[at] ^= 0x10;
            try {
                assertThat(content.unpack("x", changed).getFirst().bytes())
                        .as("changed at %d", at)
                        .isEqualTo(XML);
            } catch (Unreadable reason) {
                assertThat(reason).as("changed at %d", at).hasMessageContaining("PGP");
            }
        }
        var text = new String(message, ISO_8859_1);
        var replaced = text.replaceFirst("EndToEndId", "EndToEndIx").getBytes(ISO_8859_1);
        assertThatThrownBy(() -> content.unpack("x", replaced)).hasMessageStartingWith("The PGP signature is wrong");
    }

    @Test
    void a_key_that_does_not_fit_is_named() throws Exception {
        var none = Files.writeString(root.resolve("none.pgp"), "no key");
        var keys = new Pgp(null, none, null, null, null);
        assertThatThrownBy(() -> PgpKeys.content(keys))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(none.toString());
        var open = settings.resolve("bank.pgp");
        assertThatThrownBy(() -> PgpKeys.writer(new Pgp(null, null, null, open, null)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(open.toString());
        var wrong = new Pgp(null, null, null, settings.resolve("us.pgp"), Files.writeString(root.resolve("pw"), "x"));
        assertThatThrownBy(() -> PgpKeys.writer(wrong))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("us.pgp");
    }
}
