package dev.sluice.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ActivitiesTest {
    private static final long YEAR_9999 = 253_000_000_000_000L;

    @Property
    void what_was_written_is_read_again(
            @ForAll List<String> texts, @ForAll @LongRange(min = 0, max = YEAR_9999) long millis) {
        var at = Instant.ofEpochMilli(millis);
        var activities = texts.stream()
                .map(text -> text.replaceAll("\\p{Cs}", "?"))
                .map(text -> new Activity(text, text, text, at))
                .toList();
        assertThat(Activities.read(Activities.document(activities))).isEqualTo(activities);
    }

    @Test
    void the_keys_may_come_in_any_order() {
        var activities = Activities.read("""
                [{"t":"2026-11-21T10:00:00.123Z","d":"Transfer completed","s":"completed","a":"Sent"}]
                """);
        assertThat(activities)
                .containsExactly(new Activity(
                        "Sent", "completed", "Transfer completed", Instant.parse("2026-11-21T10:00:00.123Z")));
    }
}
