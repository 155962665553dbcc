package dev.sluice.resilience.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.resilience.proof.Findings.Finding;
import dev.sluice.resilience.proof.Invariant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Limits with made-up measurements.
class SoakLimitsTest {
    private static final double PEAK = 100;
    private static final int SECONDS = 20;
    private static final Memory MEMORY = new Memory(1L << 28, 1L << 26);
    private static final String NO_SUCCESS = "after overload: requests do not succeed again within 1 s";
    private static final String NOT_FAST = "after overload: not as fast as before within 10 s";

    private final List<Stretch> minutes = new ArrayList<>(Collections.nCopies(6, steady(50, 201, 10)));
    private Stretch overload = both(steady(150, 201, 600), steady(250, 503, 2));
    private Stretch after = steady(50, 201, 12);
    private long wrong;
    private List<Finding> findings = List.of();

    private List<String> verdict() {
        return SoakLimits.on(report());
    }

    private Report report() {
        return new Report(PEAK, minutes, overload, after, Duration.ZERO, wrong, findings);
    }

    /// Returns a constant rate of requests with equal latency.
    private static Stretch steady(int perSecond, int status, int millis) {
        var beats = Stream.iterate(0L, at -> at < (long) perSecond * SECONDS, at -> at + 1)
                .map(at -> new Sample(
                        status, true, Duration.ofNanos(at * 1_000_000_000L / perSecond), Duration.ofMillis(millis)))
                .toList();
        return new Stretch(beats, Duration.ofSeconds(SECONDS), 0, 100, MEMORY, Duration.ZERO);
    }

    private static Stretch both(Stretch one, Stretch other) {
        var beats =
                Stream.concat(one.samples().stream(), other.samples().stream()).toList();
        return new Stretch(beats, one.time(), 0, 100, MEMORY, Duration.ZERO);
    }

    private static Stretch with(Stretch stretch, long backlog, Memory memory) {
        return new Stretch(stretch.samples(), stretch.time(), stretch.unsent(), backlog, memory, stretch.disk());
    }

    /// Returns one period for some seconds, and then another one.
    private static Stretch then(Stretch first, int seconds, Stretch rest) {
        var beats = Stream.concat(
                        first.samples().stream().filter(sample -> sample.due().toSeconds() < seconds),
                        rest.samples().stream().filter(sample -> sample.due().toSeconds() >= seconds))
                .toList();
        return new Stretch(beats, first.time(), 0, 100, MEMORY, Duration.ZERO);
    }

    @Test
    void a_service_that_bears_it_is_right() {
        assertThat(verdict()).isEmpty();
    }

    @Test
    void a_service_that_is_dead_is_wrong_everywhere() {
        var dead = steady(50, 0, 1);
        minutes.replaceAll(_ -> dead);
        overload = steady(400, 0, 1);
        after = dead;
        assertThat(verdict())
                .contains("minute 1: 0.00 % of the requests succeeded", "overload: nothing was refused")
                .anyMatch(each -> each.startsWith("minute 6: 1,000 requests had no response"))
                .anyMatch(each -> each.startsWith("overload: only 0 requests a second succeeded"))
                .contains(NO_SUCCESS, NOT_FAST);
    }

    @Test
    void nothing_at_all_is_no_success() {
        var nothing = new Stretch(List.of(), Duration.ofSeconds(SECONDS), 0, 0, MEMORY, Duration.ZERO);
        minutes.replaceAll(_ -> nothing);
        overload = nothing;
        after = nothing;
        assertThat(verdict())
                .contains("minute 1: 0.00 % of the requests succeeded", "overload: nothing was refused")
                .contains(NO_SUCCESS, NOT_FAST);
    }

    @Test
    void one_that_dies_in_the_last_third_has_not_become_faster() {
        minutes.set(4, steady(50, 503, 1));
        minutes.set(5, steady(50, 503, 1));
        assertThat(verdict())
                .contains("minute 5: 0.00 % of the requests succeeded")
                .anyMatch(each -> each.startsWith("latency of slow requests grew"));
    }

    @Test
    void one_that_refuses_everything_after_the_overload_neither_succeeds_nor_is_fast() {
        after = steady(50, 503, 1);
        assertThat(verdict()).containsExactly(NO_SUCCESS, NOT_FAST);
    }

    @Test
    void one_that_refuses_for_longer_than_a_second_after_it_does_not_succeed_at_once() {
        after = then(steady(50, 503, 1), 1, steady(50, 201, 12));
        assertThat(verdict()).isEmpty();
        assertThat(report().succeeding()).contains(Duration.ofSeconds(1));
        after = then(steady(50, 503, 1), 2, steady(50, 201, 12));
        assertThat(verdict()).containsExactly(NO_SUCCESS);
        assertThat(report().succeeding()).contains(Duration.ofSeconds(2));
        assertThat(report().fast(SoakLimits.ALIKE)).contains(Duration.ZERO);
    }

    @Test
    void one_that_is_slow_for_longer_than_ten_seconds_after_it_is_not_as_fast_again() {
        after = then(steady(50, 201, 900), 10, steady(50, 201, 30));
        assertThat(verdict()).isEmpty();
        assertThat(report().succeeding()).contains(Duration.ZERO);
        assertThat(report().fast(SoakLimits.ALIKE)).contains(Duration.ofSeconds(10));
        after = then(steady(50, 201, 900), 11, steady(50, 201, 30));
        assertThat(verdict()).containsExactly(NOT_FAST);
        after = steady(50, 201, 31);
        assertThat(verdict()).containsExactly(NOT_FAST);
        assertThat(report().fast(SoakLimits.ALIKE)).isEmpty();
    }

    @Test
    void the_account_says_when_requests_succeed_again_and_when_they_are_fast_again() {
        assertThat(SoakCommand.summary(report()))
                .contains(
                        "after the overload: requests succeed at once (1 s at most), as fast as before at once (10 s");
        after = then(steady(50, 201, 900), 8, steady(50, 201, 12));
        assertThat(SoakCommand.summary(report())).contains("succeed at once (1 s", "as fast as before after 8 s (10 s");
        after = then(steady(50, 503, 1), 3, steady(50, 201, 31));
        assertThat(SoakCommand.summary(report())).contains("succeed after 3 s", "as fast as before NOT AGAIN (10 s");
    }

    @Test
    void one_that_takes_up_everything_never_refuses() {
        overload = steady(400, 201, 600);
        assertThat(verdict()).containsExactly("overload: nothing was refused");
    }

    @Test
    void one_that_refuses_without_a_time_or_answers_late_or_hardly_works_is_wrong() {
        var silent = steady(250, 503, 2).samples().stream()
                .map(sample -> new Sample(sample.status(), false, sample.due(), sample.took()))
                .toList();
        overload = both(
                steady(150, 201, 600), new Stretch(silent, Duration.ofSeconds(SECONDS), 0, 100, MEMORY, Duration.ZERO));
        assertThat(verdict()).containsExactly("overload: 5,000 refusals have no Retry-After");
        overload = both(steady(150, 201, 10_240), steady(250, 503, 2));
        assertThat(verdict()).isEmpty();
        overload = both(steady(150, 201, 10_241), steady(250, 503, 2));
        assertThat(verdict()).containsExactly("overload: accepted requests took 10,241 ms");
        overload = both(steady(49, 201, 600), steady(351, 503, 2));
        assertThat(verdict()).containsExactly("overload: only 49 requests a second succeeded");
    }

    @Test
    void an_overload_that_was_not_sent_is_none() {
        overload = both(steady(100, 201, 600), steady(250, 503, 2));
        assertThat(verdict()).containsExactly("overload: only 350 requests a second were sent");
    }

    @Test
    void an_internal_error_is_wrong_wherever_it_is() {
        overload = both(overload, steady(1, 500, 1));
        after = both(after, steady(1, 400, 1));
        assertThat(verdict())
                .contains(
                        "overload: 20 requests had no response, or one that is neither a success nor a refusal",
                        "after overload: 20 requests had no response, or one that is neither a success nor a refusal");
    }

    @Test
    void an_internal_error_is_wrong_also_where_nobody_measured() {
        wrong = 1_234;
        assertThat(verdict())
                .containsExactly("whole run: 1,234 requests had no response, or one that is neither a success nor a"
                        + " refusal");
    }

    @Test
    void what_grows_is_not_flat() {
        minutes.set(4, steady(50, 201, 21));
        minutes.set(5, with(steady(50, 201, 21), 501, new Memory(MEMORY.resident() * 4 / 3, MEMORY.live())));
        assertThat(verdict())
                .containsExactly(
                        "minute 6: 501 payouts and events are unfinished",
                        "latency of slow requests grew: 2.10",
                        "memory grew: 1.33");
    }

    @Test
    void a_heap_that_fills_is_found_though_the_process_never_grows() {
        minutes.set(5, with(minutes.getLast(), 100, MEMORY.with(MEMORY.live() * 5 / 4)));
        assertThat(verdict()).isEmpty();
        minutes.set(5, with(minutes.getLast(), 100, MEMORY.with(MEMORY.live() * 4 / 3)));
        assertThat(verdict()).containsExactly("the live heap grew: 1.33");
    }

    @Test
    void a_heap_that_nobody_has_looked_at_is_not_flat() {
        minutes.replaceAll(minute -> with(minute, 100, MEMORY.with(0)));
        assertThat(verdict()).containsExactly("the live heap grew: NaN");
    }

    @Test
    void what_the_proof_finds_is_wrong() {
        findings = List.of(new Finding(Invariant.BOOKS_PROVED, "a unit is missing"));
        assertThat(verdict()).containsExactly("BOOKS_PROVED: a unit is missing");
    }

    @Test
    void a_rate_is_borne_where_the_backlog_does_not_grow_and_nothing_is_refused_or_slow() {
        var begin = steady(50, 201, 10);
        assertThat(Peak.isBorne(50, begin, with(begin, 200, MEMORY))).isTrue();
        assertThat(Peak.isBorne(50, begin, with(begin, 201, MEMORY))).isFalse();
        assertThat(Peak.isBorne(50, begin, steady(50, 201, 1_001))).isFalse();
        assertThat(Peak.isBorne(50, begin, both(begin, steady(1, 503, 1)))).isFalse();
    }

    @Test
    void an_overload_is_asked_for_no_more_than_the_peak() {
        assertThat(SoakLimits.acceptedWithin(256)).isEqualTo(Duration.ofSeconds(4));
        assertThat(SoakLimits.acceptedWithin(2_000)).isEqualTo(Peak.ANSWERED_WITHIN);
    }
}
