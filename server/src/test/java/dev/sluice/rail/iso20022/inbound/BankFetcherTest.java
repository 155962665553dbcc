package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.transport.BankTransport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Fetching: files are taken when they do not grow any more, and stay at the bank until they are stored here.
class BankFetcherTest extends InboundCase {
    private final Folder folder = new Folder();

    /// Files in memory.
    private static final class Folder implements BankTransport {
        final Map<String, byte[]> files = new TreeMap<>();
        boolean isAway;
        boolean dies;

        @Override
        public Found find(OutgoingFile file) {
            return Found.NOWHERE;
        }

        @Override
        public void upload(OutgoingFile file) {
            throw new IllegalStateException("nothing is sent here");
        }

        @Override
        public void release(OutgoingFile file) {
            throw new IllegalStateException("nothing is sent here");
        }

        @Override
        public boolean isAcknowledged(OutgoingFile file) {
            return false;
        }

        @Override
        public boolean keepsExisting(String id) {
            throw new IllegalStateException("nothing is sent here");
        }

        @Override
        public List<String> sentNames() {
            return List.of();
        }

        @Override
        public List<Remote> list() throws IOException {
            if (isAway) {
                throw new IOException("connection refused");
            }
            return files.entrySet().stream()
                    .map(each -> new Remote(each.getKey(), each.getKey(), each.getValue().length))
                    .toList();
        }

        @Override
        public InputStream open(Remote remote) {
            return new ByteArrayInputStream(files.get(remote.path()));
        }

        @Override
        public void done(Remote remote) throws IOException {
            if (dies) {
                throw new IOException("connection reset");
            }
            files.remove(remote.path());
        }

        @Override
        public void close() {
            // The files are the bank's.
        }
    }

    private BankFetcher fetcher() {
        return new BankFetcher(dependencies(), inbox, profile, () -> folder);
    }

    /// Makes a step a second after the one before.
    private boolean step(BankFetcher fetcher) {
        time.updateAndGet(now -> now.plusSeconds(1));
        return fetcher.step();
    }

    private static byte[] notice(String id) {
        return CamtText.notice(id, "2026-03-02")
                .add(EntryText.of("5.00").reference(id))
                .bytes();
    }

    @Test
    void a_file_is_taken_once_its_size_is_the_same_in_two_listings() {
        var fetcher = fetcher();
        var whole = notice("N1");
        folder.files.put("a.xml", Arrays.copyOf(whole, 100));
        assertThat(step(fetcher)).isFalse();
        folder.files.put("a.xml", whole);
        assertThat(step(fetcher)).isFalse();
        assertThat(inbox.newest(profile.id(), 10)).isEmpty();
        assertThat(step(fetcher)).isTrue();
        assertThat(folder.files).isEmpty();
        assertThat(inbox.newest(profile.id(), 10))
                .extracting(InboundFile::state)
                .containsExactly(State.APPLIED);
        assertThat(entries()).hasSize(1);
    }

    @Test
    void a_file_that_the_bank_still_has_is_stored_once() {
        var fetcher = fetcher();
        folder.files.put("a.xml", notice("N1"));
        folder.dies = true;
        step(fetcher);
        step(fetcher);
        step(fetcher);
        assertThat(inbox.newest(profile.id(), 10)).hasSize(1);
        folder.dies = false;
        assertThat(step(fetcher)).isFalse();
        assertThat(folder.files).isEmpty();
        assertThat(entries()).hasSize(1);
    }

    @Test
    void a_bank_that_is_away_delays_files_and_the_stored_ones_are_applied() {
        inbox.store(profile, "b.xml", notice("N2"));
        folder.isAway = true;
        assertThat(fetcher().step()).isFalse();
        assertThat(entries()).hasSize(1);
    }

    @Test
    void one_node_at_a_time_fetches_for_an_account() {
        folder.files.put("a.xml", notice("N1"));
        var until = clocks.instant().plusSeconds(60);
        boolean leased = db.database().inTx(tx -> InboundFileStore.lease(tx, profile.id(), clocks.instant(), until));
        assertThat(leased).isTrue();
        var fetcher = fetcher();
        step(fetcher);
        step(fetcher);
        assertThat(inbox.newest(profile.id(), 10)).isEmpty();
        time.updateAndGet(now -> now.plusSeconds(61));
        step(fetcher);
        assertThat(step(fetcher)).isTrue();
    }
}
