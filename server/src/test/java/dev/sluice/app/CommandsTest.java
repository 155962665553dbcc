package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.AdminSession;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.TestDatabase;
import dev.sluice.merchant.Deployment;
import dev.sluice.refusal.CannotStart;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands do not modify the database itself. Its schema and its environment belong to the service.
class CommandsTest {
    private static final String KEY = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ/u3cuqmHZUM=";

    @TempDir
    Path dataDir;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void a_database_of_the_service_is_looked_at() throws Exception {
        try (var test = TestDatabase.create()) {
            Deployment.claim(test.database(), "sandbox");
            var commands = over(test, "sandbox");
            assertThat(commands.verifyLedger()).isZero();
            assertThat(commands.verifyAudit(null)).isZero();
            try (var bench = commands.adminSession()) {
                assertThat(bench.isSandbox()).isTrue();
            }
            assertThat(out.toString(StandardCharsets.UTF_8)).contains("the ledger is correct");
        }
    }

    /// The banner's command is for another terminal, without this one's environment.
    @Test
    void the_command_to_try_names_the_data_directory_unless_it_is_the_usual_one() {
        assertThat(Service.tryIt(Path.of("data"))).isEqualTo("./sluice api GET /v1/balance");
        assertThat(Service.tryIt(Path.of("/srv/pay")))
                .isEqualTo("SLUICE_DATA_DIR=/srv/pay ./sluice api GET /v1/balance");
        assertThat(Service.tryIt(Path.of("/srv/o'neil pay")))
                .isEqualTo("SLUICE_DATA_DIR='/srv/o'\\''neil pay' ./sluice api GET /v1/balance");
    }

    @Test
    void a_database_that_serves_nobody_yet_is_not_claimed() {
        try (var test = TestDatabase.create()) {
            for (var environment : List.of("sandbox", "live")) {
                assertRefused(over(test, environment), "no service was started on this database yet");
            }
            Deployment.claim(test.database(), "live");
            assertRefused(over(test, "sandbox"), "this database belongs to a live deployment");
        }
    }

    @Test
    void a_database_of_an_earlier_version_is_not_brought_up_to_date() {
        try (var test = TestDatabase.create()) {
            Deployment.claim(test.database(), "sandbox");
            execute(test.database(), """
                    DELETE FROM flyway_schema_history
                    WHERE installed_rank = (SELECT max(installed_rank) FROM flyway_schema_history)
                    """);
            assertRefused(over(test, "sandbox"), "an earlier version (migrations that are missing: 1)");
            assertThatThrownBy(() -> Migrations.require(test.database())).isInstanceOf(Migrations.Missing.class);
        }
    }

    @Test
    void an_empty_database_stays_empty() {
        try (var test = TestDatabase.create()) {
            execute(test.database(), "DROP SCHEMA public CASCADE");
            execute(test.database(), "CREATE SCHEMA public");
            assertRefused(over(test, "sandbox"), "no service was started on this database yet");
            assertThat(test.database()
                            .<Integer>read(handle ->
                                    handle.createQuery("""
                                    SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace
                                    """).mapTo(Integer.class).one()))
                    .isZero();
        }
    }

    @Test
    void no_database_is_made() {
        var commands = commands(Map.of("SLUICE_DATA_DIR", dataDir.toString()));
        for (var command : List.<ThrowingCallable>of(commands::verifyLedger, commands::adminSession)) {
            assertThatThrownBy(command)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no database in ");
        }
        assertThat(dataDir).isEmptyDirectory();
    }

    private static void assertRefused(Commands commands, String reason) {
        for (var command : List.<ThrowingCallable>of(commands::verifyLedger, () -> commands.verifyAudit(null), () -> {
            try (AdminSession bench = commands.adminSession()) {
                bench.database();
            }
        })) {
            assertThatThrownBy(command).isInstanceOf(CannotStart.class).hasMessageContaining(reason);
        }
    }

    private static void execute(Database database, String sql) {
        database.run(tx -> tx.handle().execute(sql));
    }

    private Commands over(TestDatabase test, String environment) {
        var address = test.address();
        return commands(Map.of(
                "SLUICE_DATABASE_URL",
                address.jdbcUrl() + (address.jdbcUrl().contains("?") ? "&" : "?") + "user=" + address.user()
                        + "&password=" + address.password(),
                "SLUICE_MASTER_KEY",
                KEY,
                "SLUICE_ENVIRONMENT",
                environment));
    }

    private Commands commands(Map<String, String> env) {
        var printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new Commands(env, printed, printed);
    }
}
