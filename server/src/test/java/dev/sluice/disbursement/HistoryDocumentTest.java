package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class HistoryDocumentTest {
    private static final long YEAR_9999 = 253_000_000_000_000L;

    @Property
    void what_was_written_is_read_again(
            @ForAll List<String> texts, @ForAll @LongRange(min = 0, max = YEAR_9999) long millis) {
        var at = Instant.ofEpochMilli(millis);
        var history = new History(texts.stream()
                .map(text -> text.replaceAll("\\p{Cs}", "?"))
                .map(text -> new Activity(text, text, text, at))
                .toList());
        assertThat(HistoryDocument.read(HistoryDocument.of(history))).isEqualTo(history);
    }

    @Test
    void the_keys_may_come_in_any_order() {
        var history = HistoryDocument.read("""
                [{"t":"2026-11-21T10:00:00.123Z","d":"Transfer completed","s":"completed","a":"Sent"}]
                """);
        assertThat(history.activities())
                .containsExactly(new Activity(
                        "Sent", "completed", "Transfer completed", Instant.parse("2026-11-21T10:00:00.123Z")));
    }
}
