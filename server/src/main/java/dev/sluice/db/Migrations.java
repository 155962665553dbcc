package dev.sluice.db;

import org.flywaydb.core.Flyway;

/// The schema's history: forward only, one file a step, applied by whichever node starts first while the others wait.
public final class Migrations {
    private Migrations() {}

    /// Brings a database to this program's schema.
    public static void migrate(Database database) {
        Flyway.configure()
                .dataSource(database.patientSource())
                .locations("classpath:db/migration")
                .sqlMigrationPrefix("V")
                .validateMigrationNaming(true)
                .loggers("slf4j")
                .load()
                .migrate();
    }
}
