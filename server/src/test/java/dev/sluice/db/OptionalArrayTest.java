package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Array filters of lists use an index, and match everything if they are missing.
class OptionalArrayTest {
    private static final UUID ORGANIZATION = new UUID(1, 1);
    private static final String FILTERED = """
            FROM generate_series(1, 1) CROSS JOIN deposit
            WHERE organization_id = :organization AND (:ids::uuid[] IS NULL OR id = ANY (:ids::uuid[]))
            """;

    private static TestDatabase db;

    @BeforeAll
    static void open() {
        db = TestDatabase.create();
    }

    @AfterAll
    static void close() {
        db.close();
    }

    private static String plan(@Nullable List<UUID> ids) {
        return db.database().browse(handle -> {
            handle.execute("SET LOCAL enable_seqscan = off");
            return String.join(
                    "\n",
                    OptionalArray.bind(handle.createQuery("EXPLAIN SELECT * " + FILTERED), "ids", UUID.class, ids)
                            .bind("organization", ORGANIZATION)
                            .mapTo(String.class)
                            .list());
        });
    }

    @Test
    void what_it_names_is_looked_for_in_the_index() {
        assertThat(plan(List.of(new UUID(2, 2), new UUID(3, 3))))
                .containsPattern("Index Cond: .*id = ANY")
                .doesNotContain("Filter");
    }

    @Test
    void where_it_is_missing_nothing_is_compared() {
        assertThat(plan(null)).doesNotContain("ANY", "Filter");
    }

    @Test
    void an_empty_one_names_nothing() {
        long found = db.database()
                .browse(handle -> OptionalArray.bind(
                                handle.createQuery("SELECT count(*) FROM generate_series(1, 3) AS id"
                                        + " WHERE (:ids::int[] IS NULL OR id = ANY (:ids::int[]))"),
                                "ids",
                                Integer.class,
                                List.of())
                        .mapTo(Long.class)
                        .one());
        assertThat(found).isZero();
    }
}
