package dev.sluice.trial.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trial.soak.Pulse.Beat;
import dev.sluice.trial.stage.Compiled;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
}
