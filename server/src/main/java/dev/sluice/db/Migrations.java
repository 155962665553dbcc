package dev.sluice.db;

import dev.sluice.refusal.CannotStart;
import org.flywaydb.core.Flyway;

/// The schema's history: forward only, one file a step, applied by whichever node starts first while the others wait.
public final class Migrations {
    private Migrations() {}

    /// Brings a database to this program's schema.
    public static void migrate(Database database) {
        flyway(database).migrate();
    }

    /// Makes sure that a database has this program's schema, and changes nothing.
    ///
    /// @throws Missing where steps are to be taken yet
    public static void require(Database database) {
        var steps = flyway(database).info();
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

    private static Flyway flyway(Database database) {
        return Flyway.configure()
                .dataSource(database.patientSource())
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
