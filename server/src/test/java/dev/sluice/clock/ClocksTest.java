package dev.sluice.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The business clock and the ids that carry its time.
class ClocksTest {
    private static final Instant START = Instant.parse("2026-11-21T02:30:00.123456789Z");
    private static TestDatabase test;

    private final AtomicReference<Instant> real = new AtomicReference<>(START);
    private final Clocks clocks = new Clocks(real::get);

    @BeforeAll
    static void create() {
        test = TestDatabase.create();
    }

    @AfterAll
    static void drop() {
        test.close();
    }

    @Test
    void time_is_in_whole_milliseconds() {
        assertThat(clocks.instant()).isEqualTo(Instant.parse("2026-11-21T02:30:00.123Z"));
    }

    @Test
    void an_id_carries_the_time_at_which_it_was_made() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(Clocks.timeOf(clocks.newId())).isEqualTo(clocks.instant());
            real.updateAndGet(now -> now.plusMillis(1));
        }
        assertThat(clocks.newId().version()).isEqualTo(7);
        assertThat(clocks.newId().variant()).isEqualTo(2);
    }

    @Test
    void later_ids_are_greater_also_within_a_millisecond() {
        var previous = clocks.newId().toString();
        for (int i = 0; i < 5_000; i++) {
            var next = clocks.newId().toString();
            assertThat(next).isGreaterThan(previous);
            previous = next;
            if (i % 100 == 0) {
                real.updateAndGet(now -> now.plusMillis(1));
            }
        }
    }

    @Test
    void a_span_of_time_is_a_span_of_ids() {
        var first = Clocks.firstIdOf(clocks.instant());
        var id = clocks.newId();
        assertThat(id.toString()).isGreaterThan(first.toString());
        assertThat(id.toString())
                .isLessThan(Clocks.firstIdOf(clocks.instant().plusMillis(1)).toString());
        assertThat(Clocks.timeOf(first)).isEqualTo(clocks.instant());
    }

    @Test
    void ids_of_many_threads_and_nodes_are_all_different() {
        var other = new Clocks(real::get);
        var ids = ConcurrentHashMap.<UUID>newKeySet();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int thread = 0; thread < 4; thread++) {
                var node = thread % 2 == 0 ? clocks : other;
                threads.execute(() -> {
                    var mine = new HashSet<UUID>();
                    for (int i = 0; i < 5_000; i++) {
                        mine.add(node.newId());
                    }
                    ids.addAll(mine);
                });
            }
        }
        assertThat(ids).hasSize(20_000);
    }

    @Test
    void an_advance_is_for_every_node_and_adds_up() {
        var other = new Clocks(real::get);
        other.refresh(test.database());
        var before = other.offset();
        clocks.advance(test.database(), Duration.ofHours(24));
        clocks.advance(test.database(), Duration.ofMillis(5));
        other.refresh(test.database());
        assertThat(other.offset()).isEqualTo(before.plusHours(24).plusMillis(5)).isEqualTo(clocks.offset());
        assertThat(other.instant()).isEqualTo(clocks.instant());
        assertThat(Clocks.timeOf(other.newId())).isEqualTo(other.instant());
    }

    @Test
    void real_time_is_not_advanced() {
        clocks.advance(test.database(), Duration.ofDays(1));
        assertThat(clocks.realInstant()).isEqualTo(Instant.parse("2026-11-21T02:30:00.123Z"));
    }

    @Test
    void an_advance_in_a_transaction_counts_once_it_is_committed() {
        clocks.refresh(test.database());
        var before = clocks.offset();
        var after = test.database().inTx(tx -> clocks.advance(tx, Duration.ofMinutes(1)));
        assertThat(clocks.offset()).isEqualTo(before);
        clocks.refresh(test.database());
        assertThat(clocks.offset()).isEqualTo(after).isEqualTo(before.plusMinutes(1));
    }

    @Test
    void all_nodes_agree_on_the_time_of_the_database_whatever_their_own_is() {
        for (var off : List.of(Duration.ofDays(3), Duration.ZERO, Duration.ofDays(-3))) {
            var node = Clocks.ofMachine(() -> Instant.now().plus(off));
            clocks.advance(test.database(), Duration.ofHours(5));
            node.refresh(test.database());
            var right = Instant.now().plus(node.offset());
            var read = test.database().read(handle -> node.sharedInstant(handle));
            var asked = test.database().inTx(tx -> node.sharedInstant(tx).get());
            assertThat(List.of(read, asked))
                    .allSatisfy(
                            time -> assertThat(Duration.between(right, time)).isLessThan(Duration.ofMinutes(1)))
                    .allSatisfy(
                            time -> assertThat(Duration.between(time, right)).isLessThan(Duration.ofMinutes(1)));
        }
        assertThat(test.database().<Instant>read(handle -> clocks.sharedInstant(handle)))
                .as("a time that is made up")
                .isEqualTo(clocks.instant());
    }

    @Test
    void an_id_can_be_made_after_one_of_a_clock_that_is_ahead() {
        var last = new Clocks(() -> START.plus(Duration.ofDays(40))).newId();
        var next = clocks.newIdAfter(last);
        assertThat(next.toString()).isGreaterThan(last.toString());
        assertThat(next.version()).isEqualTo(7);
        assertThat(next.variant()).isEqualTo(2);
        assertThat(clocks.newIdAfter(next).toString()).isGreaterThan(next.toString());
        assertThat(Clocks.timeOf(clocks.newIdAfter(clocks.newId()))).isEqualTo(clocks.instant());
    }

    @Test
    void the_clock_never_goes_back_whatever_a_late_refresh_has_read() {
        clocks.advance(test.database(), Duration.ofHours(1));
        var ahead = clocks.offset();
        try (var young = TestDatabase.create()) {
            clocks.refresh(young.database());
        }
        assertThat(clocks.offset()).isEqualTo(ahead);
    }
}
