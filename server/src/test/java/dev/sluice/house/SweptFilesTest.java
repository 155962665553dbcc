package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.db.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that stay unconfirmed for long are deleted, except one that a user confirms at that moment.
class SweptFilesTest {
    private static final TestDatabase DB = TestDatabase.create();
    private static final UUID ID = new UUID(7, 7);

    @AfterAll
    static void close() {
        DB.close();
    }

    private static String sweep(String table) {
        return SqlConstants.all().stream()
                .filter(each -> each.name().equals("SWEEP") && each.tables().contains(table))
                .findFirst()
                .orElseThrow()
                .sql();
    }

    private static int swept(String sweep) {
        return DB.database()
                .inTx(tx -> tx.handle()
                        .createUpdate(sweep)
                        .bind("before", Instant.now())
                        .bind("limit", 20)
                        .execute());
    }

    private static boolean somebodyWaits() {
        return DB.database()
                .read(handle -> handle.createQuery("""
                        SELECT count(*) > 0 FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """).mapTo(Boolean.class).one());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAYOUT", "RECIPIENT", "DEPOSIT"})
    void what_is_confirmed_while_files_are_swept_stays(String kind) throws Exception {
        var table = "fileimport_file";
        var sweep = sweep(table);
        var assets = kind.equals("PAYOUT") ? "FIAT" : null;
        DB.database()
                .run(tx -> tx.handle()
                        .execute(
                                "INSERT INTO " + table + " (organization_id, id, name, name_folded, state, row_count,"
                                        + " created_by, created_by_name, created_at, faulty_count, kind, asset_kind)"
                                        + " VALUES (?, ?, 'a', 'a', 'READ', 1, ?, 'Ana', now() - interval '9 days',"
                                        + " 0, ?, ?)",
                                ID,
                                ID,
                                ID,
                                kind,
                                assets));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var expired = DB.database().inTx(tx -> {
                tx.handle()
                        .execute("UPDATE " + table + " SET state = 'CONFIRMED', confirmed_by = created_by,"
                                + " confirmed_by_name = created_by_name, confirmed_at = now()");
                var sweeping = threads.submit(() -> swept(sweep));
                Eventually.within(
                        Duration.ofSeconds(60),
                        "the sweep waits",
                        // Runs outside of this transaction, because it keeps its first view of
                        // the activity.
                        () -> CompletableFuture.supplyAsync(SweptFilesTest::somebodyWaits)
                                .join());
                return sweeping;
            });
            assertThat(expired.get()).isZero();
        }
        DB.database()
                .run(tx -> tx.handle()
                        .execute("UPDATE " + table + " SET state = 'READ', confirmed_by = NULL,"
                                + " confirmed_by_name = NULL, confirmed_at = NULL"));
        assertThat(swept(sweep)).isEqualTo(1);
    }
}
