package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Alerts.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Alerts of rails reach operators once for each condition, whichever nodes find it.
class AlertsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-01T08:00:00Z"));
    private final List<Alert> reported = new CopyOnWriteArrayList<>();

    @Test
    void a_condition_is_reported_once_and_again_while_it_lasts() {
        try (var database = TestDatabase.create()) {
            var nodes = Stream.generate(
                            () -> new Alerts(database.database(), now::get, (_, alert) -> reported.add(alert)))
                    .limit(3)
                    .toList();
            var gas = new Alert("evm", "base/gas", "gas is dear");
            AtOnce.each(nodes, node -> {
                node.raise(gas);
                return true;
            });
            assertThat(reported).containsExactly(gas);
            now.updateAndGet(at -> at.plus(Alerts.REPEATED_AFTER.minus(Duration.ofSeconds(1))));
            nodes.getFirst().raise(gas);
            nodes.getFirst().raise(new Alert("evm", "polygon/gas", "gas is dear"));
            assertThat(reported).hasSize(2);
            now.updateAndGet(at -> at.plusSeconds(1));
            nodes.getLast().raise(gas);
            assertThat(reported).hasSize(3);
        }
    }

    @Test
    void a_message_that_quotes_controls_is_raised() {
        try (var database = TestDatabase.create()) {
            var alerts = new Alerts(database.database(), now::get, (_, alert) -> reported.add(alert));
            alerts.raise(new Alert("evm", "base/watch", "refused:\u0000no\uD800"));
            assertThat(reported).extracting(Alert::message).containsExactly("refused:?no?");
        }
    }
}
