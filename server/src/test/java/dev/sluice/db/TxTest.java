package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Statements that are sent together: their order, their results, and their rollback if one of them fails.
class TxTest {
    private static final String INSERT = "INSERT INTO box (id, label) SELECT * FROM unnest(?::int4[], ?::text[])";
    private static final String UPDATE =
            "UPDATE box b SET label = 'seen' FROM unnest(?::int4[]) AS wanted (id) WHERE b.id = wanted.id";
    private static final String SELECT = "SELECT label FROM box JOIN unnest(?::int4[]) AS wanted (id) USING (id)";
    private static final String UNNEST = """
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::bytea[], ?::int4[], ?::int8[], ?::bool[], ?::numeric[],
                                 ?::numeric[], ?::timestamptz[])
            """;

    private static final String FAILING_LATE =
            "SELECT id, 1 / (4000 - id) FROM unnest(?::int4[]) AS asked (most), generate_series(1, most) AS id";

    private static TestDatabase test;
    private static Database database;

    @BeforeAll
    static void open() {
        test = TestDatabase.create();
        database = Database.open(test.address(), 2, null);
        database.run(tx -> tx.handle().execute("CREATE TABLE box (id integer PRIMARY KEY, label text NOT NULL)"));
    }

    @BeforeEach
    void empty() {
        database.run(tx -> tx.handle().execute("DELETE FROM box"));
    }

    @AfterAll
    static void close() {
        database.close();
        test.close();
    }

    private static Batch insert(Integer... ids) {
        return Batch.of(INSERT).integers(List.of(ids), id -> id).texts(List.of(ids), id -> "box " + id);
    }

    private static Batch of(String sql, Integer... ids) {
        return Batch.of(sql).integers(List.of(ids), id -> id);
    }

    private static long boxes() {
        return database.<Long>read(handle ->
                handle.createQuery("SELECT count(*) FROM box").mapTo(Long.class).one());
    }

    @Test
    void statements_run_in_the_order_in_which_they_were_given() {
        var labels = database.<List<String>>inTx(tx -> {
            var inserted = insert(1, 2).write(tx);
            var before = of(SELECT, 1).queueQuery(tx, row -> row.getString(1));
            of(UPDATE, 1).write(tx);
            var after = of(SELECT, 1).queueQuery(tx, row -> row.getString(1));
            assertThat(inserted.get()).isEqualTo(2);
            return List.of(before.get().getFirst(), after.get().getFirst());
        });
        assertThat(labels).containsExactly("box 1", "seen");
    }

    @Test
    void what_nobody_looks_at_is_written_all_the_same() {
        database.run(tx -> insert(1, 2, 3).write(tx));
        assertThat(boxes()).isEqualTo(3);
    }

    @Test
    void rows_that_are_read_one_by_one_do_not_wait_for_the_last() {
        var read = new ArrayList<Integer>();
        assertThatThrownBy(() -> database.browse(handle -> {
                    of(FAILING_LATE, 5_000).<Integer>query(handle, row -> row.getInt(1), read::add);
                    return read.size();
                }))
                .isInstanceOf(SqlFailure.class)
                .hasMessageContaining("division by zero");
        assertThat(read).startsWith(1, 2, 3).hasSizeLessThan(4_000);
    }

    @Test
    void other_statements_see_what_was_given_before_them() {
        long seen = database.<Long>inTx(tx -> {
            insert(1).write(tx);
            return tx.handle()
                    .createQuery("SELECT count(*) FROM box")
                    .mapTo(Long.class)
                    .one();
        });
        assertThat(seen).isEqualTo(1);
    }

    @Test
    void where_too_few_rows_change_nothing_is_kept_though_the_commit_travelled_along() {
        assertThatThrownBy(() -> database.run(tx -> {
                    insert(1).write(tx);
                    of(UPDATE, 1, 2).write(tx, 2);
                }))
                .isInstanceOf(SqlFailure.class)
                .hasMessageContaining("division by zero");
        assertThat(boxes()).isZero();
        database.run(tx -> insert(1, 2).write(tx, 2));
        database.run(tx -> of(UPDATE, 1, 2).write(tx, 2));
        assertThat(boxes()).isEqualTo(2);
    }

    @Test
    void where_the_last_statement_fails_the_first_is_not_kept() {
        database.run(tx -> insert(7).write(tx));
        assertThatThrownBy(() -> database.run(tx -> {
                    insert(1).write(tx);
                    insert(7).write(tx);
                }))
                .isInstanceOfSatisfying(
                        SqlFailure.class,
                        failed -> assertThat(failed.isUniqueViolation()).isTrue());
        assertThat(boxes()).isEqualTo(1);
    }

    @Test
    void the_result_of_a_statement_that_failed_cannot_be_had() {
        assertThatThrownBy(() -> database.run(tx -> {
                    var first = insert(1).write(tx);
                    var second = insert(1).write(tx);
                    assertThatThrownBy(first::get).isInstanceOf(SqlFailure.class);
                    assertThatThrownBy(second::get).isInstanceOf(IllegalStateException.class);
                    throw new IllegalStateException("seen");
                }))
                .hasMessage("seen");
    }

    @Test
    void every_type_of_array_arrives_as_it_is_sent() {
        var id = UUID.randomUUID();
        var at = Instant.parse("1969-12-31T23:59:59.123456Z");
        var later = Instant.parse("2026-11-21T10:00:00.000001Z");
        var row = database.<List<Object>>inTx(tx -> Batch.of(UNNEST)
                .uuids(Arrays.asList(id, null), each -> each)
                .texts(Arrays.asList("Jalan é, \"{}\\ 金", null), each -> each)
                .bytes(Arrays.asList(new byte[] {0, -1}, null), each -> each)
                .integers(List.of(Integer.MIN_VALUE, 1), each -> each)
                .longs(Arrays.asList(Long.MAX_VALUE, null), each -> each)
                .booleans(List.of(true, false), each -> each)
                .units(Arrays.asList(new BigInteger("-123456789012345678901234567890"), null), each -> each)
                .decimals(Arrays.asList(new BigDecimal("0.000120"), null), each -> each)
                .instants(Arrays.asList(at, later), each -> each)
                .query(
                        tx,
                        each -> Arrays.<Object>asList(
                                each.getObject(1),
                                each.getString(2),
                                each.getBytes(3),
                                each.getInt(4),
                                each.getObject(5),
                                each.getBoolean(6),
                                each.getBigDecimal(7),
                                each.getBigDecimal(8),
                                each.getObject(9, OffsetDateTime.class).toInstant()))
                .stream()
                .flatMap(List::stream)
                .toList());
        assertThat(row.subList(0, 2)).containsExactly(id, "Jalan é, \"{}\\ 金");
        assertThat((byte[]) row.get(2)).containsExactly(0, -1);
        assertThat(row.subList(3, 9))
                .containsExactly(
                        Integer.MIN_VALUE,
                        Long.MAX_VALUE,
                        true,
                        new BigDecimal("-123456789012345678901234567890"),
                        new BigDecimal("0.000120"),
                        at);
        assertThat(row.subList(9, 18)).containsExactly(null, null, null, 1, null, false, null, null, later);
    }

    @Test
    void no_rows_are_an_empty_array() {
        assertThat(database.<List<String>>inTx(tx -> of(SELECT).query(tx, row -> row.getString(1))))
                .isEmpty();
    }
}
