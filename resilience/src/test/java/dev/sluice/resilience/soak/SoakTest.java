package dev.sluice.resilience.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.resilience.soak.Soak.Times;
import dev.sluice.resilience.stage.Compiled;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A short soak. The full one is `./sluice soak`.
@Tag("slow")
class SoakTest {
    private static final Times SHORT = new Times(
            Duration.ofSeconds(5), Duration.ofSeconds(6), 3, Duration.ofSeconds(3), Duration.ofSeconds(12), 64);

    @TempDir
    Path dir;

    /// Ignores the criteria that need more time than a build has, or a dedicated machine: growth of memory and
    /// latency, latency in an overload, and time to recover from it.
    @Test
    void half_of_the_peak_is_borne_and_what_is_far_beyond_it_is_refused_and_nothing_is_lost() throws Exception {
        try (var site = Site.open(Compiled.service(), dir, 1)) {
            var told = new ArrayList<String>();
            var report = new Soak(site, (name, _) -> told.add(name)).run(SHORT);
            assertThat(report.findings()).isEmpty();
            assertThat(report.wrong()).isZero();
            assertThat(report.minutes()).hasSize(3).allSatisfy(minute -> {
                assertThat(minute.success()).isGreaterThanOrEqualTo(SoakLimits.SUCCESS_MIN);
                assertThat(minute.wrong()).isZero();
                assertThat(minute.disk()).isPositive();
            });
            assertThat(report.overload().wrong()).isZero();
            assertThat(report.overload().count(Sample::isShed)).isPositive();
            assertThat(report.overload().samples()).filteredOn(Sample::isShed).allMatch(Sample::saysWhen);
            assertThat(report.overload().rate()).isGreaterThanOrEqualTo(report.peak() * SoakLimits.DONE_MIN);
            assertThat(report.after().wrong()).isZero();
            assertThat(report.after().count(Sample::isSuccess)).isPositive();
            assertThat(report.larger()).isPositive();
            assertThat(report.minutes())
                    .extracting(minute -> minute.memory().live())
                    .allMatch(live -> live > 1 << 20);
            assertThat(told).contains("warming up", "8 callers", "minute 3", "overload", "after overload");
        }
    }
}
