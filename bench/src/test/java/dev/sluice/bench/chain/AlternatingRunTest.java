package dev.sluice.bench.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.bench.stage.Pauses;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AlternatingRunTest {
    private static final Duration TURN = Duration.ofMillis(20);

    private final List<String> taken = new ArrayList<>();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    private void serve(int rounds, AlternatingRun.Proof proof) throws Exception {
        var plan = new AlternatingRun.Plan(
                URI.create("http://localhost"), Duration.ZERO, TURN.multipliedBy(3), OptionalLong.empty());
        var orders = new BufferedReader(new StringReader("round\n".repeat(rounds)));
        new AlternatingRun(plan, watch -> take("rail", watch), watch -> take("bare", watch))
                .serve(orders, new PrintStream(output, true, StandardCharsets.UTF_8), proof);
    }

    private long take(String name, AlternatingRun.Watch watch) throws Exception {
        taken.add(name);
        watch.time(() -> Pauses.pause(TURN));
        Pauses.pause(TURN);
        return 7;
    }

    private List<Driven> driven() {
        return output.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Driven::parse)
                .toList();
    }

    @Test
    void both_take_turns_and_each_round_counts_for_itself() throws Exception {
        serve(2, () -> {});
        var rounds = driven();
        assertThat(rounds).hasSize(2).allSatisfy(round -> {
            assertThat(round.rail().items()).isPositive().isEqualTo(round.bare().items());
            assertThat(round.rail().seconds()).isGreaterThanOrEqualTo(3 * TURN.toMillis() / 1e3);
            assertThat(round.rail().databaseCpuSeconds()).isNaN();
        });
        long counted = rounds.stream().mapToLong(round -> round.rail().items()).sum();
        // The warm-up takes one turn here, and does not count.
        assertThat(Collections.frequency(taken, "rail")).isEqualTo((int) (counted / 7) + 1);
        for (int i = 0; i < taken.size(); i++) {
            assertThat(taken.get(i)).isEqualTo(i % 2 == 0 ? "bare" : "rail");
        }
    }

    @Test
    void only_what_is_watched_takes_time() throws Exception {
        long from = System.nanoTime();
        serve(1, () -> {});
        double all = (System.nanoTime() - from) / 1e9;
        var round = driven().getFirst();
        double unwatched = TURN.toMillis() / 1e3 * taken.size();
        assertThat(round.rail().seconds() + round.bare().seconds()).isLessThanOrEqualTo(all - unwatched);
    }

    @Test
    void a_round_that_is_not_proved_is_not_told() {
        assertThatThrownBy(() -> serve(1, () -> {
                    throw new IllegalStateException("not on the chain");
                }))
                .hasMessage("not on the chain");
        assertThat(driven()).isEmpty();
    }
}
