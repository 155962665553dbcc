package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Transactions on a real PostgreSQL: failures that are retried, refused as unavailable, or thrown as bugs.
class DatabaseTest {
    private static final String RAISE = "DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '%s'; END $$";
    private static final String LOSE = "SELECT pg_terminate_backend(pg_backend_pid())";

    private static TestDatabase test;
    private static Database database;

    @BeforeAll
    static void create() {
        test = TestDatabase.create();
        database = test.database();
        database.run(tx -> tx.handle().execute("CREATE TABLE pot (id int PRIMARY KEY, units int NOT NULL)"));
        database.run(tx -> tx.handle().execute("INSERT INTO pot VALUES (1, 0), (2, 0)"));
    }

    @AfterAll
    static void drop() {
        test.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01"})
    void a_conflict_is_tried_again(String state) {
        var attempts = new AtomicInteger();
        database.run(tx -> {
            if (attempts.incrementAndGet() < 4) {
                tx.handle().execute(RAISE.formatted(state));
            }
        });
        assertThat(attempts).hasValue(4);
    }

    @Test
    void a_conflict_on_the_plain_path_is_tried_again() {
        var attempts = new AtomicInteger();
        database.run(tx -> {
            if (attempts.incrementAndGet() < 3) {
                Batch.of(RAISE.formatted("40001")).update(tx);
            }
        });
        assertThat(attempts).hasValue(3);
    }

    @Test
    void a_conflict_that_never_ends_is_given_up() {
        var attempts = new AtomicInteger();
        assertThatThrownBy(() -> database.run(tx -> {
                    attempts.incrementAndGet();
                    tx.handle().execute(RAISE.formatted("40001"));
                }))
                .isInstanceOf(JdbiException.class);
        assertThat(attempts).hasValue(8);
    }

    @Test
    void two_transactions_that_deadlock_both_get_through() throws Exception {
        int before = total();
        var met = new CyclicBarrier(2);
        var first = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(2)) {
            var work = List.of(1, 2).stream()
                    .map(start -> threads.submit(() -> database.run(tx -> {
                        add(tx, start);
                        if (first.incrementAndGet() <= 2) {
                            await(met);
                        }
                        add(tx, 3 - start);
                    })))
                    .toList();
            for (var each : work) {
                each.get(30, TimeUnit.SECONDS);
            }
        }
        assertThat(first.get()).as("attempts").isGreaterThan(2);
        assertThat(total()).isEqualTo(before + 4);
    }

    @Test
    void a_refusal_rolls_back_and_is_not_tried_again() {
        int before = total();
        var attempts = new AtomicInteger();
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> database.run(tx -> {
                    attempts.incrementAndGet();
                    add(tx, 1);
                    throw Refusal.INSUFFICIENT_BALANCE.refused();
                }));
        assertThat(attempts).hasValue(1);
        assertThat(total()).isEqualTo(before);
    }

    @Test
    void a_lost_connection_is_told_as_unavailable_and_the_next_call_works() {
        int before = total();
        assertUnavailable(() -> database.run(tx -> {
            add(tx, 1);
            tx.handle().execute(LOSE);
        }));
        assertUnavailable(() -> database.run(tx -> {
            add(tx, 1);
            Batch.of(LOSE).query(tx, row -> row.getBoolean(1));
        }));
        assertUnavailable(() -> database.read(handle -> handle.execute(LOSE)));
        assertUnavailable(() -> database.read(handle -> Batch.of(LOSE).query(handle, row -> row.getBoolean(1))));
        assertUnavailable(() -> database.snapshot(handle -> handle.execute(LOSE)));
        assertThat(total()).isEqualTo(before);
        assertThat(database.isReachable()).isTrue();
    }

    @Test
    void while_no_connection_can_be_had_everything_is_refused_and_works_again_after() {
        try (var lone = TestDatabase.create();
                var own = Database.open(lone.address(), 2, null)) {
            var name = own.<String>read(handle -> handle.createQuery("SELECT current_database()")
                    .mapTo(String.class)
                    .one());
            allowConnections(test, name, false);
            try {
                assertUnavailable(() -> own.run(tx -> tx.handle().execute("SELECT 1")));
                assertThat(own.isReachable()).isFalse();
            } finally {
                allowConnections(test, name, true);
            }
            own.run(tx -> tx.handle().execute("SELECT 1"));
            assertThat(own.isReachable()).isTrue();
        }
    }

    @Test
    void while_all_transactions_wait_who_reads_is_answered_and_one_more_is_refused() throws Exception {
        var end = new CountDownLatch(1);
        try (var own = Database.open(test.address(), 2, null);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var open = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                threads.execute(() -> own.run(tx -> {
                    tx.handle().execute("SELECT 1");
                    open.countDown();
                    await(end);
                }));
            }
            assertThat(open.await(20, TimeUnit.SECONDS)).isTrue();
            int before = total();
            assertThat(own.<Integer>read(handle ->
                            handle.createQuery("SELECT 1").mapTo(Integer.class).one()))
                    .isEqualTo(1);
            assertThat(own.isReachable()).isTrue();
            assertUnavailable(() -> own.run(tx -> add(tx, 1)));
            end.countDown();
            own.run(tx -> add(tx, 1));
            assertThat(total()).isEqualTo(before + 1);
        } finally {
            end.countDown();
        }
    }

    @Test
    void a_bug_is_not_told_as_unavailable() {
        assertThatThrownBy(() -> database.run(tx -> tx.handle().execute("SELECT nothing FROM nowhere")))
                .isInstanceOf(JdbiException.class);
        assertThatThrownBy(() -> database.run(tx -> tx.handle()
                        .createQuery("SELECT :missing")
                        .mapTo(String.class)
                        .one()))
                .isInstanceOf(JdbiException.class);
        assertThatThrownBy(() -> database.read(handle ->
                        handle.createQuery("SELECT 1").mapTo(Thread.class).one()))
                .isInstanceOf(JdbiException.class);
    }

    @Test
    void a_violated_constraint_is_told_without_its_values() {
        assertThatThrownBy(() -> database.run(
                        tx -> Batch.of("INSERT INTO pot VALUES (1, 4711)").update(tx)))
                .isInstanceOfSatisfying(
                        SqlFailure.class,
                        failed -> assertThat(failed.isUniqueViolation()).isTrue())
                .message()
                .contains("pot_pkey")
                .doesNotContain("(id)=");
    }

    private static void assertUnavailable(Runnable call) {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(call::run)
                .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
    }

    private static void allowConnections(TestDatabase beside, String name, boolean allowed) {
        beside.database().read(handle -> {
            handle.execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS " + allowed);
            return handle.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?", name);
        });
    }

    private static void add(Tx tx, int id) {
        tx.handle().execute("UPDATE pot SET units = units + 1 WHERE id = ?", id);
    }

    private static int total() {
        return database.read(handle -> handle.createQuery("SELECT sum(units) FROM pot")
                .mapTo(Integer.class)
                .one());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}
