package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every SQL statement of the program: PostgreSQL can prepare it, it uses its own module's tables only, and it avoids
/// constructs that do not scale out.
class SqlTest {
    /// Time, ids and order come from Java; locks are on rows; workers are woken in process and poll.
    private static final Pattern NOT_OURS = Pattern.compile(
            "\\b(now|random|gen_random_uuid|uuidv[47]|nextval|currval|lastval|setval|pg_notify|pg_sleep|timeofday"
                    + "|(clock|statement|transaction)_timestamp|pg_(try_)?advisory_\\w+)\\s*\\("
                    + "|\\b(current_(date|time|timestamp)|localtime(stamp)?)\\b|^\\s*(LISTEN|NOTIFY|LOCK)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern FLOATING_POINT =
            Pattern.compile("\\b(float[48]?|real|double precision|money)\\b", Pattern.CASE_INSENSITIVE);

    private static final List<SqlConstants.Statement> STATEMENTS = SqlConstants.all();

    @Test
    void every_store_has_statements() {
        var withSql = new HashSet<Class<?>>();
        STATEMENTS.forEach(each -> withSql.add(each.store()));
        assertThat(SqlConstants.stores().stream()
                        .filter(each -> each.getEnclosingClass() == null)
                        .filter(each -> !withSql.contains(each)))
                .isEmpty();
    }

    @Test
    void postgresql_prepares_every_statement_on_the_migrated_schema() {
        try (var db = TestDatabase.create()) {
            var faults = db.database()
                    .read(handle -> STATEMENTS.stream()
                            .flatMap(each -> fault(handle.getConnection(), each).stream())
                            .toList());
            assertThat(faults).isEmpty();
        }
    }

    @Test
    void a_store_names_no_table_of_another_module() {
        try (var db = TestDatabase.create()) {
            var tables = Set.copyOf(Schema.of(db.database()).tables());
            var strangers = STATEMENTS.stream()
                    .flatMap(each -> each.tables().stream()
                            .filter(tables::contains)
                            .filter(table -> !owner(table).equals(each.module()))
                            .map(table -> each + " names " + table + " of " + owner(table)));
            assertThat(strangers).isEmpty();
        }
    }

    @Test
    void no_statement_asks_the_database_for_time_ids_chance_or_signals() {
        assertThat(STATEMENTS.stream()
                        .filter(each -> NOT_OURS.matcher(each.sql()).find()))
                .as("all but the one by which a node's clock is compared with the database's")
                .extracting(Object::toString)
                .containsExactly("clock.ClockStore.NOW");
        assertThat(STATEMENTS.stream()
                        .filter(each -> FLOATING_POINT.matcher(each.sql()).find()))
                .isEmpty();
    }

    private static String owner(String table) {
        return Modules.ownerOf(table).map(Modules.Module::name).orElse("nobody");
    }

    private static Optional<String> fault(Connection connection, SqlConstants.Statement statement) {
        try (var prepare = connection.createStatement()) {
            prepare.execute("PREPARE one AS " + statement.numbered());
            prepare.execute("DEALLOCATE one");
            return Optional.empty();
        } catch (SQLException refused) {
            return Stream.of(statement + ": " + refused.getMessage()).findFirst();
        }
    }
}
