package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import dev.sluice.rail.iso20022.simulate.PeakHeap;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A statement of thousands of entries: time and memory of its import. The numbers of a run are printed.
@Tag("slow")
class ImportVolumeTest extends InboundCase {
    private static final int ENTRIES = 10_000;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final long HEAP_MORE_MAX = 128L * 1024 * 1024;

    @Test
    void ten_thousand_entries_are_imported_and_matched() throws Exception {
        var statement = CamtText.statement("S1", 1, "2026-03-02").opening("0.00");
        for (int at = 0; at < ENTRIES; at++) {
            payouts.ids.add("E" + at);
            statement.add(EntryText.of("-1.00")
                    .reference("R" + at)
                    .detail("<Refs><EndToEndId>E" + at + "</EndToEndId></Refs>"));
        }
        var bytes = statement.closing("-" + ENTRIES + ".00").bytes();
        var heap = PeakHeap.watch();
        long begun = System.nanoTime();
        var file = receive(bytes);
        var took = Duration.ofNanos(System.nanoTime() - begun);
        long more = heap.more();
        System.out.printf(
                "%d entries imported and matched in %d ms, %d MiB more heap%n",
                ENTRIES, took.toMillis(), more / 1024 / 1024);
        assertThat(file.state()).as(String.valueOf(file.hold())).isEqualTo(State.APPLIED);
        assertThat(entries())
                .hasSize(ENTRIES)
                .allMatch(each -> new Match(Match.Kind.PAYOUT, null).equals(each.match()));
        assertThat(took).isLessThan(LONGEST);
        assertThat(more).isLessThan(HEAP_MORE_MAX);
    }
}
