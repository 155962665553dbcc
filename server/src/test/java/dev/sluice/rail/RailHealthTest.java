package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Results that count as a failure of a rail.
class RailHealthTest {
    private static final Instant NOW = Instant.parse("2026-11-21T02:30:00Z");
    private static final String RAIL = "bank";
    private static final Outcome TAKEN = new Outcome.Accepted("B1", NOW);
    private static final Outcome NOBODY_KNOWS = new Outcome.Unknown("We cannot tell yet", NOW, true);
    private static final Outcome NO_ANSWER = new Outcome.Unknown("No answer in time", NOW);

    private Instant now = NOW;
    private final RailHealth health = new RailHealth(() -> now);

    /// All of them within the last hour.
    private static RailHealth.Reading reading(
            long calls,
            long failures,
            long undecided,
            @Nullable Instant answeredAt,
            @Nullable Instant failedAt,
            @Nullable String failure) {
        return new RailHealth.Reading(
                calls, failures, undecided, answeredAt, failedAt, failure, new RailHealth.Lately(calls, failures));
    }

    private RailHealth.Reading after(Outcome... outcomes) {
        health.metered(RAIL, () -> List.of(outcomes));
        return health.of(RAIL);
    }

    @Test
    void a_rail_that_was_never_called_has_neither_answered_nor_failed() {
        assertThat(health.of(RAIL)).isEqualTo(reading(0, 0, 0, null, null, null));
    }

    @Test
    void that_nobody_can_tell_yet_is_an_answer_however_often_it_is_given() {
        after(NOBODY_KNOWS);
        assertThat(after(NOBODY_KNOWS)).isEqualTo(reading(2, 0, 2, NOW, null, null));
    }

    @Test
    void no_answer_at_all_is_a_failure() {
        assertThat(after(NO_ANSWER, NO_ANSWER)).isEqualTo(reading(1, 1, 0, null, NOW, "No answer in time"));
    }

    @Test
    void what_throws_is_a_failure() {
        assertThatThrownBy(() -> health.metered(RAIL, () -> {
                    throw new IllegalStateException("away");
                }))
                .hasMessage("away");
        var reading = health.of(RAIL);
        assertThat(reading.failures()).isEqualTo(1);
        assertThat(reading.failure()).contains("away");
    }

    @Test
    void what_a_rail_asks_by_itself_is_counted_with_the_place_that_it_asked() {
        var line = health.line(RAIL, "polygon");
        line.answered();
        assertThat(health.of(RAIL)).isEqualTo(reading(1, 0, 0, NOW, null, null));
        line.failed("no answer");
        assertThat(health.of(RAIL)).isEqualTo(reading(2, 1, 0, NOW, NOW, "polygon: no answer"));
        health.line("stellar", "").failed("no answer");
        assertThat(health.of("stellar").failure()).isEqualTo("no answer");
    }

    @Test
    void an_answer_about_one_payout_is_one() {
        assertThat(after(NO_ANSWER, TAKEN)).isEqualTo(reading(1, 0, 0, NOW, null, null));
        assertThat(after(NO_ANSWER, NOBODY_KNOWS)).isEqualTo(reading(2, 0, 1, NOW, null, null));
        assertThat(after(TAKEN, NOBODY_KNOWS)).isEqualTo(reading(3, 0, 1, NOW, null, null));
    }

    @Test
    void what_was_an_hour_ago_counts_for_the_whole_alone() {
        after(NO_ANSWER);
        now = NOW.plus(Duration.ofMinutes(4));
        after(TAKEN);
        now = NOW.plus(Duration.ofMinutes(40));
        after(NO_ANSWER);
        assertThat(after(TAKEN).lately()).isEqualTo(new RailHealth.Lately(4, 2));
        now = NOW.plus(Duration.ofMinutes(59));
        assertThat(health.of(RAIL).lately()).isEqualTo(new RailHealth.Lately(4, 2));
        now = NOW.plus(Duration.ofMinutes(60));
        assertThat(health.all().get(RAIL).lately()).isEqualTo(new RailHealth.Lately(2, 1));
        assertThat(after(TAKEN).lately()).isEqualTo(new RailHealth.Lately(3, 1));
        now = NOW.plus(Duration.ofHours(9));
        assertThat(health.of(RAIL))
                .isEqualTo(new RailHealth.Reading(
                        5,
                        2,
                        0,
                        NOW.plus(Duration.ofMinutes(60)),
                        NOW.plus(Duration.ofMinutes(40)),
                        "No answer in time",
                        RailHealth.Lately.NOTHING));
    }
}
