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

/// The schema's history: forward only, one file a step, applied by whichever node starts first while the others wait.
public final class Migrations {
    private static final String RIGHTS = "/db/rights.sql";
    private static final String NOT_ALLOWED = "42501";

    private Migrations() {}

    /// Brings a database to this program's schema, as the role that serves. One that owns nothing may do it where
    /// nothing is to be done.
    ///
    /// @throws Missing where something is, and the role may not
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

    /// The same as the role that owns it. The one that serves is given what it needs of it, and nothing else.
    ///
    /// @throws Missing where the one that serves could do what the owner can, or is in another database
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

    /// Whether the role that serves could change the tables, or what is in the journal and the audit log.
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

    /// Makes sure that a database has this program's schema, and changes nothing.
    ///
    /// @throws Missing where steps are to be taken yet
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

    /// The database lacks what this program needs.
    public static final class Missing extends CannotStart {
        private static final long serialVersionUID = 1L;

        Missing(String message) {
            super(message, null);
        }
    }
}
