package dev.sluice.rail.iso20022.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders.After;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SftpTransportTest extends BankTransportContract {
    private static final KeyPair HOST = SftpKeys.make("ssh-ed25519");
    private static final KeyPair USER = SftpKeys.make("ecdsa-sha2-nistp256");
    private static final SftpTimeouts SHORT = new SftpTimeouts(
            Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(20));

    @TempDir
    Path keys;

    private SftpTestServer server;

    @BeforeEach
    void start_the_server() throws IOException {
        server = new SftpTestServer(root, HOST, USER);
        SftpKeys.write(keys.resolve("user"), USER);
    }

    @AfterEach
    void stop_the_server() throws IOException {
        server.close();
    }

    @Override
    String folder(String name) {
        return "/" + name;
    }

    @Override
    BankProfile.Transport profile(Folders folders) {
        return profile(folders, server.port(), "sluice", SftpKeys.fingerprint(HOST), keys.resolve("user"));
    }

    private static BankProfile.Transport profile(Folders folders, int port, String user, String hostKey, Path key) {
        return new BankProfile.Transport.Sftp(folders, URI.create("sftp://127.0.0.1:" + port), user, hostKey, key);
    }

    private Folders folders() {
        return folders(null, After.MOVE);
    }

    @Test
    void another_host_key_is_refused_and_both_are_shown() {
        var other = SftpKeys.fingerprint(SftpKeys.make("ssh-ed25519"));
        assertThatThrownBy(() ->
                        FileTransport.open(profile(folders(), server.port(), "sluice", other, keys.resolve("user"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(other)
                .hasMessageContaining(SftpKeys.fingerprint(HOST));
    }

    @Test
    void a_text_that_is_no_fingerprint_is_refused() {
        for (var each : List.of("", "SHA256:", "MD5:00:11", "ssh-ed25519 AAAA")) {
            assertThatThrownBy(() ->
                            FileTransport.open(profile(folders(), server.port(), "sluice", each, keys.resolve("user"))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void another_user_or_key_is_refused() {
        var other = SftpKeys.write(keys.resolve("other"), SftpKeys.make("ssh-ed25519"));
        var host = SftpKeys.fingerprint(HOST);
        assertThatThrownBy(() -> FileTransport.open(profile(folders(), server.port(), "sluice", host, other)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("sftp://sluice@127.0.0.1");
        assertThatThrownBy(
                        () -> FileTransport.open(profile(folders(), server.port(), "root", host, keys.resolve("user"))))
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256"})
    void keys_of_each_type_and_format_are_read(String type) throws IOException {
        var user = SftpKeys.make(type);
        var host = SftpKeys.make(type);
        try (var other = new SftpTestServer(root, host, user)) {
            for (var file : List.of(
                    SftpKeys.write(keys.resolve("openssh"), user), SftpKeys.writePem(keys.resolve("pem"), user))) {
                try (var transport = FileTransport.open(
                        profile(folders(), other.port(), "sluice", SftpKeys.fingerprint(host), file))) {
                    assertThat(transport.list()).isEmpty();
                }
            }
        }
    }

    @Test
    void a_key_file_that_is_missing_or_no_key_is_named() throws IOException {
        var host = SftpKeys.fingerprint(HOST);
        var missing = keys.resolve("missing");
        assertThatThrownBy(() -> FileTransport.open(profile(folders(), server.port(), "sluice", host, missing)))
                .isInstanceOf(IOException.class)
                .hasMessage("the key file " + missing + " does not exist");
        var none = Files.writeString(keys.resolve("none"), "no key");
        assertThatThrownBy(() -> FileTransport.open(profile(folders(), server.port(), "sluice", host, none)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(none.toString());
    }

    @Test
    void a_folder_with_two_dots_is_refused() {
        var folders = new Folders("/out/../other", null, null, "/in", null, After.LEAVE, null, "{msgId}.xml");
        assertThatThrownBy(() -> FileTransport.open(profile(folders))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_server_that_is_down_is_named() throws IOException {
        server.close();
        assertThatThrownBy(this::transport)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("sftp://sluice@127.0.0.1:" + server.port());
    }

    @Test
    void a_server_that_says_nothing_is_given_up_after_the_time() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var begin = System.nanoTime();
            var profile = profile(
                    folders(), silent.getLocalPort(), "sluice", SftpKeys.fingerprint(HOST), keys.resolve("user"));
            assertThatThrownBy(() -> FileTransport.open(profile, SHORT)).isInstanceOf(IOException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        }
    }
}
