package dev.sluice.db;

import dev.sluice.refusal.CannotStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// Schema migrations: forward only, one file per step. The node that starts first applies them while the others wait.
public final class Migrations {
    private static final String RIGHTS = "/db/rights.sql";
    private static final String NOT_ALLOWED = "42501";

    private Migrations() {}

    /// Migrates the database as the serving role. A role that owns nothing may call this if no step is pending.
    ///
    /// @throws Missing if steps are pending and the role may not apply them
    public static void migrate(Database database) {
        var flyway = flyway(database.patientSource());
        if (flyway.info().pending().length == 0) {
            flyway.validate();
            return;
        }
        try {
            flyway.migrate();
        } catch (FlywayException failed) {
            if (isNotAllowed(failed)) {
                throw new Missing("this database is not of this version, and its user may not change it: run"
                        + " ./sluice migrate, or start a node, with SLUICE_DATABASE_OWNER_URL");
            }
            throw failed;
        }
    }

    /// Migrates the database as its owner, and grants the serving role only the rights that it needs.
    ///
    /// @throws Missing if the serving role has the owner's rights or uses another database
    public static void migrate(Database database, Database.Address owner) {
        var source = Pool.patient(owner);
        flyway(source).migrate();
        var owners = Jdbi.create(source);
        var role = owners.withHandle(RightsStore::role);
        if (database.read(handle -> RightsStore.mayActAs(handle, role))) {
            throw new Missing("the user of SLUICE_DATABASE_URL may do what the owner of the tables (" + role
                    + ") or of the database may: give it a role of its own");
        }
        var serving = database.read(RightsStore::role);
        owners.useTransaction(handle -> grant(handle, serving));
        require(database);
    }

    /// Returns true if the serving role may alter the tables, the journal or the audit log.
    public static boolean mayChangeTables(Database database) {
        return database.read(RightsStore::mayChangeTables);
    }

    private static void grant(Handle handle, String serving) {
        RightsStore.nameServingRole(handle, serving);
        try (var in = Objects.requireNonNull(Migrations.class.getResourceAsStream(RIGHTS), RIGHTS);
                var statement = handle.getConnection().createStatement()) {
            statement.execute(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    private static boolean isNotAllowed(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof SQLException sql && NOT_ALLOWED.equals(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /// Checks that the database has this program's schema; changes nothing.
    ///
    /// @throws Missing if steps are pending
    public static void require(Database database) {
        var steps = flyway(database.patientSource()).info();
        if (steps.applied().length == 0) {
            throw new Missing("no service was started on this database yet: start one (./sluice serve), which makes"
                    + " its tables");
        }
        int missing = steps.pending().length;
        if (missing > 0) {
            throw new Missing("this database is that of an earlier version (migrations that are missing: " + missing
                    + "): start the service of this version (./sluice serve), which brings it up to date, or run the"
                    + " command of the version that its nodes are of");
        }
    }

    private static Flyway flyway(DataSource source) {
        return Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration")
                .sqlMigrationPrefix("V")
                .validateMigrationNaming(true)
                .loggers("slf4j")
                .load();
    }

    /// The database lacks a migration or a separate role.
    public static final class Missing extends CannotStart {
        private static final long serialVersionUID = 1L;

        Missing(String message) {
            super(message, null);
        }
    }
}
