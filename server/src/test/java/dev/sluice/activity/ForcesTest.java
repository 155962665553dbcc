package dev.sluice.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Limited history of a status that is forced again and again, since every event contains it.
class ForcesTest {
    private static final Instant AT = Instant.parse("2026-11-26T04:00:00Z");
    private static final Activity FIRST = new Activity("Disburse requested", "pending", "first", AT);
    private static final Activity LATER = new Activity("Returned by recipient bank", "completed", "later", AT);

    @Test
    void of_many_the_last_line_is_the_latest_and_no_other_line_is_lost() {
        var history = List.of(FIRST, LATER);
        for (int i = 0; i < 1_000; i++) {
            history = Forces.plus(history, i % 2 == 0 ? "failed" : "pending", AT.plusSeconds(i));
        }
        assertThat(history).hasSize(2 + Forces.LINES_MAX).startsWith(FIRST, LATER);
        assertThat(history.get(2).updatedAt()).isEqualTo(AT);
        assertThat(history.getLast())
                .isEqualTo(new Activity(
                        "Status forced in the sandbox", "completed", "Status set to pending", AT.plusSeconds(999)));
    }
}
