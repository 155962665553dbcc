package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.TwoRoles;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Permissions of the serving role if another role owns the tables: it may run every statement of the program, and
/// nothing that would undo the ledger, the events or the audit log.
class RightsTest {
    private static final String NOT_ALLOWED = "42501";
    private static final Pattern PARAMETER = Pattern.compile("\\$\\d+");
    private static final Pattern DELETED = Pattern.compile("\\bDELETE FROM ([a-z_]+)");

    private static TwoRoles roles;
    private static Database serving;

    @BeforeAll
    static void open() {
        roles = new TwoRoles();
        serving = Database.open(roles.serving(), 2, null);
        Migrations.migrate(serving, roles.owner());
    }

    @AfterAll
    static void close() {
        serving.close();
        roles.close();
    }

    @Test
    void it_may_run_every_statement_of_the_program() {
        var refused = serving.read(handle -> SqlConstants.all().stream()
                .flatMap(each -> fault(handle.getConnection(), each).stream())
                .toList());
        assertThat(refused).isEmpty();
    }

    /// Returns the error of a statement that the role may not run. EXPLAIN checks the permissions and runs
    /// nothing.
    private static List<String> fault(Connection connection, SqlConstants.Statement statement) {
        var numbered = statement.numbered();
        int parameters = (int) PARAMETER
                .matcher(numbered)
                .results()
                .map(match -> match.group())
                .distinct()
                .count();
        var nulls = parameters == 0 ? "" : "(" + String.join(", ", Collections.nCopies(parameters, "NULL")) + ")";
        try (var explain = connection.createStatement()) {
            explain.execute("PREPARE one AS " + numbered);
            try {
                explain.execute("EXPLAIN (COSTS off) EXECUTE one" + nulls);
            } finally {
                explain.execute("DEALLOCATE one");
            }
            return List.of();
        } catch (SQLException refused) {
            return List.of(statement + ": " + refused.getMessage());
        }
    }

    @Test
    void it_may_take_rows_away_only_where_the_program_does() {
        var deleted = new TreeSet<String>();
        SqlConstants.all().stream()
                .flatMap(each -> DELETED.matcher(each.sql()).results())
                .forEach(match -> deleted.add(match.group(1)));
        assertThat(serving.<List<String>>read(
                        handle -> handle.createQuery("""
                        SELECT relname FROM pg_class
                        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                            AND has_table_privilege(oid, 'DELETE')
                        """).mapTo(String.class).list()))
                .containsExactlyInAnyOrderElementsOf(deleted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE ledger_transfer SET organization_id = organization_id",
                "DELETE FROM ledger_transfer",
                "DELETE FROM ledger_account",
                "UPDATE audit_entry SET actor_name = 'somebody else'",
                "UPDATE audit_entry SET begun_at = begun_at",
                "DELETE FROM audit_entry",
                "DELETE FROM audit_head",
                "DELETE FROM audit_register",
                "UPDATE event SET organization_id = organization_id",
                "DELETE FROM event",
                "DELETE FROM disbursement",
                "DELETE FROM deposit",
                "UPDATE merchant_deployment SET environment = 'sandbox'",
                "DELETE FROM flyway_schema_history",
                "TRUNCATE ledger_transfer",
                "TRUNCATE requestlog_entry",
                "DROP TABLE ledger_transfer",
                "DROP SCHEMA public CASCADE",
                "ALTER TABLE ledger_account ADD COLUMN more integer",
                "ALTER TABLE ledger_transfer DISABLE TRIGGER ALL",
                "CREATE TABLE another (id integer)",
                "DELETE FROM ownership_change",
                "UPDATE ownership_change SET sealed = ''",
                "DELETE FROM ownership_step",
                "UPDATE ownership_step SET sealed = ''",
                "CREATE INDEX another ON ledger_transfer (organization_id)",
                "CREATE FUNCTION one() RETURNS integer LANGUAGE sql AS 'SELECT 1'"
            })
    void it_may_not_undo_what_was_written_nor_change_the_tables(String sql) {
        assertThat(serving.<String>read(handle -> state(handle.getConnection(), sql)))
                .isEqualTo(NOT_ALLOWED);
    }

    @Test
    void it_may_not_become_the_owner() {
        var owner = String.valueOf(roles.owner().user());
        assertThat(Stream.of("SET ROLE " + owner, "ALTER TABLE ledger_transfer OWNER TO " + owner)
                        .map(sql -> serving.<String>read(handle -> state(handle.getConnection(), sql))))
                .containsOnly(NOT_ALLOWED);
    }

    private static String state(Connection connection, String sql) {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
            return "done";
        } catch (SQLException refused) {
            return String.valueOf(refused.getSQLState());
        }
    }
}
