package dev.sluice.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.bench.stage.Cost;
import dev.sluice.bench.stage.Rate;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadingTest {
    @Test
    void a_ratio_is_taken_by_the_clock_and_by_cpu_time_of_service_and_database() {
        var payouts = new Rate("payouts", 20_000, 10, new Cost(10, 6, 4, 2e6, 250), Map.of());
        var baseline = new Rate("pgbench", 50_000, 10, new Cost(10, 10, 0, 1e6, 0), Map.of());
        var reading = Reading.ratio(payouts, baseline);
        assertThat(reading.value()).isEqualTo(0.4);
        assertThat(reading.perCpuSecond()).isEqualTo(2_000.0 / 5_000);
        assertThat(reading.numbers())
                .containsEntry("payoutsPerSecond", 2_000.0)
                .containsEntry("payoutsDatabaseCpuMicros", 300.0)
                .containsEntry("payoutsServiceCpuMicros", 200.0)
                .containsEntry("payoutsWalBytes", 100.0)
                .containsEntry("pgbenchPerSecond", 5_000.0)
                .doesNotContainKey("pgbenchServiceCpuMicros");
    }

    @Test
    void cost_that_was_read_over_a_longer_time_is_spread_over_it() {
        var rate = new Rate("payouts", 1_000, 10, new Cost(20, 10, 10, 0, 0), Map.of());
        assertThat(rate.perCpuSecond()).isEqualTo(100);
    }

    @Test
    void where_cpu_time_cannot_be_seen_there_is_no_such_ratio() {
        var unseen = new Rate("payouts", 10, 1, new Cost(1, Double.NaN, 1, 1, 1), Map.of());
        var reading = Reading.ratio(unseen, unseen);
        assertThat(reading.perCpuSecond()).isNull();
        assertThat(reading.numbers()).doesNotContainKey("payoutsDatabaseCpuMicros");
    }
}
