package dev.sluice.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.event.Events.FeedPosition;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The feed: positions without gaps, in commit order.
class EventsTest {
    private static final int WRITERS = 6;
    private static final int ROUNDS = 60;

    private static TestDatabase database;
    private static Events events;
    private static final Clocks CLOCKS = new Clocks(InstantSource.system());

    @BeforeAll
    static void open() {
        database = TestDatabase.create();
        events = new Events(Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static Event event(UUID organization, UUID resource, int sequence, Instant at) {
        var data = ("{\"n\":" + sequence + "}").getBytes(StandardCharsets.UTF_8);
        return new Event(organization, resource, "deposit.updated", sequence, data, at);
    }

    @Test
    void whoever_reads_on_from_the_last_position_misses_nothing_however_writers_overlap() throws Exception {
        var organizations = List.of(CLOCKS.newId(), CLOCKS.newId(), CLOCKS.newId());
        var writing = new AtomicBoolean(true);
        try (var threads = Executors.newFixedThreadPool(WRITERS + 1)) {
            var reader = threads.submit(() -> {
                var seen = new ArrayList<Recorded>();
                while (writing.get()) {
                    seen.addAll(next(organizations.getFirst(), seen));
                }
                for (var more = next(organizations.getFirst(), seen); !more.isEmpty(); ) {
                    seen.addAll(more);
                    more = next(organizations.getFirst(), seen);
                }
                return seen;
            });
            var writers = IntStream.range(0, WRITERS)
                    .mapToObj(_ -> threads.submit(() -> write(organizations)))
                    .toList();
            for (var writer : writers) {
                writer.get();
            }
            writing.set(false);
            var seen = reader.get();
            assertThat(seen.stream().map(Recorded::position))
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, (long) WRITERS * ROUNDS * 3)
                            .boxed()
                            .toList());
            assertThat(seen.stream().map(Recorded::id)).doesNotHaveDuplicates();
        }
    }

    private static List<Recorded> next(UUID organization, List<Recorded> seen) {
        long after = seen.isEmpty() ? 0 : seen.getLast().position();
        return events.after(database.database(), new FeedPosition(organization, after), Optional.empty(), 50)
                .events();
    }

    /// Appends events of all organizations in one transaction that stays open for a while.
    private static void write(List<UUID> organizations) {
        for (int round = 0; round < ROUNDS; round++) {
            var resource = CLOCKS.newId();
            database.database().run(tx -> {
                var all = new ArrayList<Event>();
                for (int sequence = 1; sequence <= 3; sequence++) {
                    for (var organization : organizations) {
                        all.add(event(organization, resource, sequence, CLOCKS.instant()));
                    }
                }
                events.append(tx, all);
                tx.handle().execute("SELECT pg_sleep(random() / 500)");
            });
        }
    }

    @Test
    void a_rare_type_is_found_look_by_look_in_both_directions() {
        var organization = CLOCKS.newId();
        for (int round = 0; round < 25; round++) {
            var resource = CLOCKS.newId();
            database.database()
                    .run(tx -> events.append(
                            tx,
                            IntStream.rangeClosed(1, 1_000)
                                    .mapToObj(n -> event(organization, resource, n, CLOCKS.instant()))
                                    .toList()));
        }
        var rare = new Event(organization, CLOCKS.newId(), "convert.completed", 1, new byte[] {'1'}, CLOCKS.instant());
        database.database().run(tx -> events.append(tx, List.of(rare)));
        var type = Optional.of("convert.completed");
        var place = new FeedPosition(organization, 0);
        var found = new ArrayList<Recorded>();
        int looks = 0;
        for (boolean more = true; more; looks++) {
            var slice = events.after(database.database(), place, type, 10);
            found.addAll(slice.events());
            place = new FeedPosition(
                    organization, slice.lastSeen().orElseThrow().position());
            more = slice.hasMore();
        }
        assertThat(found).hasSize(1);
        assertThat(looks).isEqualTo(3);
        var back = events.before(database.database(), new FeedPosition(organization, Long.MAX_VALUE), type, 10);
        assertThat(back.events()).hasSize(1);
        assertThat(back.hasMore()).isTrue();
        assertThat(back.lastSeen().orElseThrow().position()).isEqualTo(25_002 - 10_000);
        var start = events.before(database.database(), new FeedPosition(organization, 5), Optional.empty(), 10);
        assertThat(start.events().stream().map(Recorded::position)).containsExactly(4L, 3L, 2L, 1L);
        assertThat(start.hasMore()).isFalse();
        var end = events.after(database.database(), new FeedPosition(organization, 25_001), Optional.empty(), 10);
        assertThat(end.events()).isEmpty();
        assertThat(end.lastSeen()).isEmpty();
    }

    @Test
    void an_event_is_found_by_its_id_by_its_own_organization_alone() {
        var mine = CLOCKS.newId();
        var other = CLOCKS.newId();
        var resource = CLOCKS.newId();
        for (var organization : List.of(mine, other)) {
            database.database()
                    .run(tx -> events.append(tx, List.of(event(organization, resource, 1, CLOCKS.instant()))));
        }
        var recorded = next(mine, List.of()).getFirst();
        assertThat(recorded.id().version()).isEqualTo(7);
        assertThat(Clocks.timeOf(recorded.id())).isEqualTo(recorded.event().createdAt());
        database.database().run(tx -> {
            assertThat(events.find(tx, mine, recorded.id()).map(Recorded::position))
                    .contains(1L);
            assertThat(events.find(tx, other, recorded.id())).isEmpty();
            var id = recorded.id();
            assertThat(events.find(
                            tx, mine, new UUID(id.getMostSignificantBits() + (1 << 16), id.getLeastSignificantBits())))
                    .isEmpty();
            assertThat(events.find(tx, mine, new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() + 1)))
                    .isEmpty();
            assertThat(events.find(tx, mine, UUID.randomUUID())).isEmpty();
        });
    }

    @Test
    void the_place_before_a_time_within_a_minute_leaves_out_what_was_before_it() {
        var organization = CLOCKS.newId();
        var start = Instant.parse("2026-01-01T00:00:00Z");
        var resource = CLOCKS.newId();
        // The clock of the third event's node is a little behind.
        var seconds = List.of(0, 10, 5, 20, 30);
        database.database()
                .run(tx -> events.append(
                        tx,
                        IntStream.range(0, seconds.size())
                                .mapToObj(each ->
                                        event(organization, resource, each + 1, start.plusSeconds(seconds.get(each))))
                                .toList()));
        var expected = Map.of(0, 0L, 1, 1L, 6, 1L, 11, 3L, 20, 3L, 21, 4L, 31, 5L, 95, 5L);
        expected.forEach((since, position) -> assertThat(database.database()
                        .inTx(tx -> events.placeBefore(tx, organization, start.plusSeconds(since)))
                        .position())
                .as("since second %s", since)
                .isEqualTo(position));
    }

    @Test
    void the_place_before_a_time_is_found_in_a_feed_of_any_length() {
        for (int length : List.of(0, 1, 2, 7, 64)) {
            var organization = CLOCKS.newId();
            var start = Instant.parse("2026-01-01T00:00:00Z");
            var resource = CLOCKS.newId();
            database.database()
                    .run(tx -> events.append(
                            tx,
                            IntStream.rangeClosed(1, length)
                                    .mapToObj(hour ->
                                            event(organization, resource, hour, start.plus(Duration.ofHours(hour))))
                                    .toList()));
            for (int hour = 0; hour <= length + 1; hour++) {
                var since = start.plus(Duration.ofHours(hour));
                long expected = Math.clamp(hour - 1, 0, length);
                assertThat(database.database()
                                .inTx(tx -> events.placeBefore(tx, organization, since))
                                .position())
                        .as("%s of %s", hour, length)
                        .isEqualTo(expected);
            }
        }
    }
}
