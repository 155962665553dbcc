package dev.sluice.rail.iso20022.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders.After;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The SFTP transport against OpenSSH, the server of most banks.
class OpenSshTransportTest extends BankTransportContract {
    private static final List<KeyPair> HOST_KEYS =
            List.of(SftpKeys.make("ssh-ed25519"), SftpKeys.make("ecdsa-sha2-nistp256"), SftpKeys.make("ssh-rsa"));
    private static final KeyPair USER = SftpKeys.make("ssh-ed25519");

    @TempDir
    static Path settings;

    private static OpenSshServer server;

    @BeforeAll
    static void start_the_server() throws IOException {
        server = OpenSshServer.start(settings, HOST_KEYS, USER);
        SftpKeys.write(settings.resolve("user"), USER);
    }

    @AfterAll
    static void stop_the_server() throws IOException {
        server.close();
    }

    @Override
    String folder(String name) {
        return root.resolve(name).toString();
    }

    @Override
    BankProfile.Transport profile(Folders folders) {
        return profile(folders, SftpKeys.fingerprint(HOST_KEYS.getFirst()));
    }

    private static BankProfile.Transport profile(Folders folders, String hostKey) {
        return new BankProfile.Transport.Sftp(
                folders,
                URI.create("sftp://127.0.0.1:" + server.port()),
                OpenSshServer.user(),
                hostKey,
                settings.resolve("user"));
    }

    @Test
    void the_host_key_of_any_type_can_be_pinned() throws IOException {
        for (var key : HOST_KEYS) {
            try (var transport = FileTransport.open(profile(folders(null, After.LEAVE), SftpKeys.fingerprint(key)))) {
                assertThat(transport.list()).isEmpty();
            }
        }
    }

    @Test
    void another_host_key_is_refused_and_all_of_the_server_are_shown() {
        var other = SftpKeys.fingerprint(SftpKeys.make("ssh-ed25519"));
        assertThatThrownBy(() -> FileTransport.open(profile(folders(null, After.LEAVE), other)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the profile names " + other)
                .hasMessageContaining(SftpKeys.fingerprint(HOST_KEYS.get(0)))
                .hasMessageContaining(SftpKeys.fingerprint(HOST_KEYS.get(1)))
                .hasMessageContaining(SftpKeys.fingerprint(HOST_KEYS.get(2)));
    }
}
