package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Maintained counts and sums that one transaction changes in both directions.
class TallyTest {
    private static final String ADD = """
            INSERT INTO shelf AS s (organization_id, label, total, volume)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::int8[], ?::numeric[])
            ON CONFLICT (organization_id, label)
            DO UPDATE SET total = s.total + excluded.total, volume = s.volume + excluded.volume
            """;
    private static final String SUBTRACT = """
            UPDATE shelf s SET total = s.total - less.total, volume = s.volume - less.volume
            FROM unnest(?::uuid[], ?::text[], ?::int8[], ?::numeric[]) AS less (organization_id, label, total, volume)
            WHERE s.organization_id = less.organization_id AND s.label = less.label
            """;
    private static final UUID OWNER = new UUID(0, 1);

    private static TestDatabase test;
    private static Database database;

    @BeforeAll
    static void open() {
        test = TestDatabase.create();
        database = Database.open(test.address(), 2, null);
        database.run(tx -> tx.handle().execute("""
                CREATE TABLE shelf (organization_id uuid, label text, total bigint CHECK (total >= 0), volume numeric,
                                    PRIMARY KEY (organization_id, label))
                """));
    }

    @AfterAll
    static void close() {
        database.close();
        test.close();
    }

    @Test
    void what_comes_and_what_goes_change_the_sum_also_where_the_count_stays() {
        change(new Tally().add(OWNER, 1, sum("10"), "a").add(OWNER, 1, sum("5"), "a"));
        assertThat(shelves()).containsExactly("a 2 15");
        change(new Tally().add(OWNER, -1, sum("10"), "a").add(OWNER, 1, sum("0.5"), "a"));
        assertThat(shelves()).containsExactly("a 2 5.5");
        change(new Tally()
                .add(OWNER, -1, sum("5"), "a")
                .add(OWNER, 1, sum("1"), "a")
                .add(OWNER, 1, sum("2"), "a"));
        assertThat(shelves()).containsExactly("a 3 3.5");
        change(new Tally().add(OWNER, -3, BigDecimal.ZERO, "a").add(OWNER, 1, sum("7"), "b"));
        assertThat(shelves()).containsExactly("a 0 3.5", "b 1 7");
    }

    private static BigDecimal sum(String text) {
        return new BigDecimal(text);
    }

    private static void change(Tally tally) {
        database.run(tx -> tally.flushSums(tx, ADD, SUBTRACT));
    }

    private static List<String> shelves() {
        return database.<List<String>>read(handle -> handle.createQuery(
                        "SELECT label || ' ' || total || ' ' || trim_scale(volume) FROM shelf ORDER BY label")
                .mapTo(String.class)
                .list());
    }
}
