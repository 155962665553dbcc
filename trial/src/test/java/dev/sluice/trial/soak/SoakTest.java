package dev.sluice.trial.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trial.soak.Pulse.Beat;
import dev.sluice.trial.stage.Compiled;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A short one. An hour of it is `./sluice soak`.
class SoakTest {
    private static final Duration MINUTE = Duration.ofSeconds(3);
    private static final Duration BURST = Duration.ofSeconds(6);

    @TempDir
    Path dir;

    @Test
    void more_than_can_be_borne_is_refused_and_nothing_is_lost() throws Exception {
        try (var soak = Soak.open(Compiled.service(), dir, 1)) {
            var told = new ArrayList<Stretch>();
            var report = soak.run(3, MINUTE, BURST, told::add);
            assertThat(report.findings()).isEmpty();
            assertThat(report.capacity()).isPositive();
            assertThat(told).hasSize(3).allMatch(stretch -> stretch.count(Beat::isSuccess) > 0);
            assertThat(report.overload().beats())
                    .allMatch(beat -> beat.isSuccess() || beat.isShed() || beat.status() == 0 || beat.status() == 400);
            assertThat(report.after().count(Beat::isSuccess)).isPositive();
            assertThat(report.larger()).isPositive();
        }
    }

    @Test
    void it_is_itself_again_from_the_second_on_after_which_nothing_is_slow() {
        var before = steady(10, 40);
        var slow = Stream.concat(
                        steady(2, 900).beats().stream(),
                        steady(10, 100).beats().stream()
                                .filter(beat -> beat.sent().toSeconds() >= 2))
                .toList();
        assertThat(report(before, new Stretch(slow, Duration.ofSeconds(10), 1)).recovered(3))
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(report(before, steady(10, 120)).recovered(3)).isZero();
        assertThat(report(before, steady(10, 121)).recovered(3)).isEqualTo(Duration.ofSeconds(10));
    }

    private static Soak.Report report(Stretch before, Stretch after) {
        return new Soak.Report(20, List.of(before), after, after, List.of());
    }

    /// Ten requests a second that all take the same time.
    private static Stretch steady(int seconds, int millis) {
        var beats = IntStream.range(0, seconds * 10)
                .mapToObj(at -> new Beat(201, Duration.ofMillis(at * 100L), Duration.ofMillis(millis)))
                .toList();
        return new Stretch(beats, Duration.ofSeconds(seconds), 1);
    }
}
