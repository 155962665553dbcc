package dev.sluice.rail.iso20022.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.transport.BankTransport.Found;
import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A connection that is cut at a byte of a delivery, in either direction, or falls silent.
@Tag("slow")
class SftpCutTest {
    private static final KeyPair HOST = SftpKeys.make("ssh-ed25519");
    private static final KeyPair USER = SftpKeys.make("ssh-ed25519");
    private static final int CUTS = 16;
    private static final SftpTimeouts SHORT = new SftpTimeouts(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(20));

    @TempDir
    Path root;

    @TempDir
    Path keys;

    private SftpTestServer server;
    private CutProxy proxy;

    @BeforeEach
    void start() throws IOException {
        Files.createDirectories(root.resolve("out"));
        Files.createDirectories(root.resolve("in"));
        server = new SftpTestServer(root, HOST, USER);
        proxy = new CutProxy(server.port());
        proxy.open();
        SftpKeys.write(keys.resolve("user"), USER);
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private BankTransport transport() throws IOException {
        var folders = new Folders("/out", null, null, "/in", null, Folders.After.LEAVE, null, "{msgId}.xml");
        return FileTransport.open(
                new BankProfile.Transport.Sftp(
                        folders,
                        URI.create("sftp://127.0.0.1:" + proxy.port()),
                        "sluice",
                        SftpKeys.fingerprint(HOST),
                        keys.resolve("user")),
                SHORT);
    }

    private static OutgoingFile file(String id, int attempt) {
        var bytes = new byte[100_000];
        new Random(id.hashCode()).nextBytes(bytes);
        return new OutgoingFile(id + ".xml", id, bytes, attempt);
    }

    private void deliver(OutgoingFile file) throws IOException {
        try (var transport = transport()) {
            transport.upload(file);
            transport.release(file);
        }
    }

    private Found find(OutgoingFile file) throws IOException {
        proxy.open();
        try (var transport = transport()) {
            return transport.find(file);
        }
    }

    /// Delivers a file over a connection that is cut, looks for it, and delivers it in a second attempt.
    private Found survive(String id) throws IOException {
        var first = file(id, 1);
        assertThatThrownBy(() -> deliver(first)).isInstanceOf(IOException.class);
        var found = find(first);
        var temporary = root.resolve("out/" + id + ".xml.1.part");
        var last = root.resolve("out/" + id + ".xml");
        switch (found) {
            case NOWHERE -> {
                assertThat(last).doesNotExist();
                assertThat(!Files.exists(temporary) || Files.size(temporary) < first.bytes().length)
                        .isTrue();
                deliver(file(id, 2));
            }
            case UPLOADED -> {
                assertThat(last).doesNotExist();
                assertThat(temporary).hasBinaryContent(first.bytes());
                try (var transport = transport()) {
                    transport.release(first);
                }
            }
            case DELIVERED -> assertThatThrownBy(() -> deliver(file(id, 2))).isInstanceOf(IOException.class);
        }
        assertThat(last).hasBinaryContent(first.bytes());
        assertThat(temporary).doesNotExist();
        assertThat(find(file(id, 2))).isEqualTo(Found.DELIVERED);
        return found;
    }

    @Test
    void a_cut_of_what_we_send_is_survived_at_any_byte() throws IOException {
        deliver(file("WHOLE", 1));
        var all = proxy.sent();
        var random = new Random(11);
        for (var cut = 0; cut < CUTS; cut++) {
            proxy.cutAfter(cut % 2 == 0 ? all * cut / CUTS : random.nextLong(all - 200), Long.MAX_VALUE);
            survive("UP" + cut);
        }
    }

    @Test
    void a_cut_of_what_the_server_answers_is_survived_at_any_byte() throws IOException {
        deliver(file("WHOLE", 1));
        var all = proxy.received();
        var random = new Random(12);
        for (var cut = 0; cut < CUTS; cut++) {
            proxy.cutAfter(Long.MAX_VALUE, cut % 2 == 0 ? all * cut / CUTS : random.nextLong(all - 200));
            survive("DOWN" + cut);
        }
    }

    /// The answer to the rename is the last that the server sends.
    @Test
    void a_lost_answer_to_the_rename_is_found_as_delivered() throws IOException {
        var file = file("LOST", 1);
        try (var transport = transport()) {
            transport.upload(file("KEPT", 1));
            transport.upload(file);
            proxy.open();
            transport.release(file("KEPT", 1));
            proxy.cutAfter(Long.MAX_VALUE, proxy.received() - 10);
            assertThatThrownBy(() -> transport.release(file)).isInstanceOf(IOException.class);
        }
        assertThat(root.resolve("out/LOST.xml")).exists();
        assertThat(find(file)).isEqualTo(Found.DELIVERED);
    }

    @Test
    void a_silent_connection_is_given_up_after_the_time() throws IOException {
        for (var toServer : new boolean[] {true, false}) {
            proxy.open();
            try (var transport = transport()) {
                assertThat(transport.list()).isEmpty();
                proxy.fallSilentAfter(toServer ? 0 : Long.MAX_VALUE, toServer ? Long.MAX_VALUE : 0);
                var begin = System.nanoTime();
                var big = new OutgoingFile("BIG.xml", "BIG", new byte[8_000_000], 1);
                assertThatThrownBy(transport::list)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("lost or took too long");
                assertThatThrownBy(() -> transport.upload(big)).isInstanceOf(IOException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
            }
        }
    }

    /// The server takes the beginning of the file, and then nothing more.
    @Test
    void an_upload_that_stalls_is_given_up_after_the_time() throws IOException {
        try (var transport = transport()) {
            var begin = System.nanoTime();
            var big = new OutgoingFile("BIG.xml", "BIG", new byte[8_000_000], 1);
            proxy.fallSilentAfter(500_000, Long.MAX_VALUE);
            assertThatThrownBy(() -> transport.upload(big)).isInstanceOf(IOException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        }
    }
}
