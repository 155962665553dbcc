package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.PGConnection;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DatabaseLimitsTest {
    private static final String NO_ROOM = """
            DO $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$
            """;

    private final TestDatabase own = TestDatabase.create();
    private final Database database = own.database();

    @AfterAll
    void close() {
        own.close();
    }

    @Test
    void a_statement_ends_before_its_socket_and_a_lost_node_loses_its_locks() {
        assertThat(database.<String>read(handle -> setting(handle, "statement_timeout")))
                .isEqualTo("20s");
        assertThat(database.<String>read(handle -> setting(handle, "idle_in_transaction_session_timeout")))
                .isEqualTo("20s");
        assertThat(database.<Integer>read(DatabaseLimitsTest::socketMillis)).isEqualTo(25_000);
        assertThat(database.<Integer>browse(DatabaseLimitsTest::socketMillis)).isEqualTo(60_000);
    }

    @Test
    void each_statement_is_prepared_once_and_kept() {
        assertThat(database.<Integer>read(handle -> unwrapped(handle).getPrepareThreshold()))
                .isEqualTo(1);
    }

    @Test
    void a_server_without_room_is_told_as_unavailable() {
        assertThatThrownBy(() -> database.run(tx -> tx.handle().execute(NO_ROOM)))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
    }

    @Test
    void a_snapshot_takes_the_time_that_it_needs_and_leaves_no_trace() {
        assertThat(database.<String>snapshot(handle -> setting(handle, "statement_timeout")))
                .isEqualTo("0");
        assertThat(database.<String>read(handle -> setting(handle, "statement_timeout")))
                .isEqualTo("20s");
    }

    @Test
    void a_snapshot_is_of_one_moment_also_where_nothing_has_a_limit_of_time() {
        try (var unhurried = Database.openForScans(own.address())) {
            database.run(tx -> tx.handle()
                    .execute("INSERT INTO clock_offset (id, offset_millis) VALUES (1, 0) ON CONFLICT DO NOTHING"));
            for (var reader : List.of(database, unhurried)) {
                long moved = reader.<Long>snapshot(handle -> {
                    long before = offset(handle);
                    database.run(
                            tx -> tx.handle().execute("UPDATE clock_offset SET offset_millis = offset_millis + 1"));
                    return offset(handle) - before;
                });
                assertThat(moved).isZero();
            }
        }
    }

    @Test
    void a_statement_that_took_too_long_is_told_as_unavailable() {
        assertThatThrownBy(() -> database.run(tx -> {
                    tx.handle().execute("SET LOCAL statement_timeout = '20ms'");
                    tx.handle().execute("SELECT pg_sleep(5)");
                }))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
    }

    @Test
    void what_may_be_too_much_is_nothing_where_it_took_too_long() {
        assertThat(database.<Integer>browseInTime(handle -> {
                    handle.execute("SET LOCAL statement_timeout = '20ms'");
                    return handle.execute("SELECT pg_sleep(5)");
                }))
                .isEmpty();
        assertThat(database.<String>browseInTime(handle -> setting(handle, "statement_timeout")))
                .hasValue("50s");
        assertThatThrownBy(() -> database.browseInTime(handle -> handle.execute(NO_ROOM)))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
    }

    @Test
    void however_many_lists_are_read_a_transaction_finds_a_connection() throws Exception {
        var released = new CountDownLatch(1);
        var lists = IntStream.range(0, 12)
                .mapToObj(_ -> CompletableFuture.supplyAsync(
                        () -> database.<Boolean>browse(_ -> await(released)),
                        task -> Thread.ofVirtual().start(task)))
                .toList();
        try {
            assertThat(CompletableFuture.supplyAsync(() -> database.<String>inTx(tx -> setting(tx.handle(), "jit")))
                            .get(8, TimeUnit.SECONDS))
                    .isEqualTo("off");
        } finally {
            released.countDown();
        }
        for (var list : lists) {
            assertThat(list.get(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static long offset(Handle handle) {
        return handle.createQuery("SELECT coalesce(max(offset_millis), 0) FROM clock_offset")
                .mapTo(Long.class)
                .one();
    }

    private static int socketMillis(Handle handle) {
        try {
            return handle.getConnection().getNetworkTimeout();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static PGConnection unwrapped(Handle handle) {
        try {
            return handle.getConnection().unwrap(PGConnection.class);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static String setting(Handle handle, String name) {
        return handle.createQuery("SELECT current_setting(:name)")
                .bind("name", name)
                .mapTo(String.class)
                .one();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
