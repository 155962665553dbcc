package dev.sluice.rail.iso20022.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.rail.iso20022.transport.ForwardingTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that stands still past its lease while another node delivers its file and the bank takes it.
class SlowNodeTest {
    private static final Duration LEASE_AND_MORE = Duration.ofMinutes(16);

    private TestAccount account;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        account = TestAccount.in(root);
    }

    @AfterEach
    void close() {
        account.close();
    }

    @Test
    void a_node_that_stands_still_past_its_lease_sends_nothing_again() {
        var instruction = account.instruction("1.00");
        account.rail().submit(List.of(instruction));
        var slow =
                account.node(() -> new Slow(FileTransport.open(account.profile().transport()), true));
        slow.seal();
        slow.send();
        assertThat(account.files("out")).noneMatch(SlowNodeTest::isFinal);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        account.pass(Duration.ofHours(1));
        account.send();
        assertThat(account.files("out")).noneMatch(SlowNodeTest::isFinal);
    }

    @Test
    void a_node_that_stands_still_before_the_rename_sends_nothing_again() {
        account.rail().submit(List.of(account.instruction("1.00")));
        var slow =
                account.node(() -> new Slow(FileTransport.open(account.profile().transport()), false));
        slow.seal();
        slow.send();
        account.pass(Duration.ofHours(1));
        account.send();
        assertThat(account.files("out")).noneMatch(SlowNodeTest::isFinal);
    }

    private static boolean isFinal(Path file) {
        return file.toString().endsWith(".xml");
    }

    /// Lets the lease end; the other node delivers the file, and the bank takes it and keeps no archive.
    private void meanwhile() {
        account.pass(LEASE_AND_MORE);
        account.send();
        var sent = account.files("out").stream().filter(SlowNodeTest::isFinal).toList();
        assertThat(sent).hasSize(1);
        try {
            Files.delete(sent.getFirst());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// @param atUpload stands still before the upload; otherwise before the rename
    private final class Slow implements ForwardingTransport {
        private final BankTransport transport;
        private final boolean atUpload;

        private Slow(BankTransport transport, boolean atUpload) {
            this.transport = transport;
            this.atUpload = atUpload;
        }

        @Override
        public BankTransport transport() {
            return transport;
        }

        @Override
        public void upload(OutgoingFile file) throws IOException {
            if (atUpload) {
                meanwhile();
            }
            transport.upload(file);
        }

        @Override
        public void release(OutgoingFile file) throws IOException {
            if (!atUpload) {
                meanwhile();
            }
            transport.release(file);
        }
    }
}
