package dev.sluice.db;

import java.util.UUID;

/// A database without tables, with an owner role and a serving role.
public final class TwoRoles implements AutoCloseable {
    private static final String PASSWORD = "password of a test";

    private final TestDatabase database = TestDatabase.create();
    private final String owner = name("owner");
    private final String serving = name("serving");
    private final String superuser;

    public TwoRoles() {
        superuser = database.database().read(RightsStore::role);
        for (var role : new String[] {owner, serving}) {
            execute("CREATE ROLE " + role + " LOGIN PASSWORD '" + PASSWORD + "'");
        }
        execute("DROP SCHEMA public CASCADE");
        execute("CREATE SCHEMA public AUTHORIZATION " + owner);
        execute("ALTER DATABASE " + databaseName() + " OWNER TO " + owner);
    }

    private static String name(String what) {
        return what + "_" + UUID.randomUUID().toString().replace("-", "");
    }

    /// Returns the database with a superuser's rights.
    public TestDatabase database() {
        return database;
    }

    public Database.Address owner() {
        return as(owner);
    }

    public Database.Address serving() {
        return as(serving);
    }

    private Database.Address as(String role) {
        return new Database.Address(database.address().jdbcUrl(), role, PASSWORD);
    }

    /// Grants the serving role the owner's rights, a misconfiguration.
    public void letServingActAsOwner() {
        execute("GRANT " + owner + " TO " + serving);
    }

    private String databaseName() {
        return database.database()
                .read(handle -> handle.createQuery("SELECT current_database()")
                        .mapTo(String.class)
                        .one());
    }

    private void execute(String sql) {
        database.database().run(tx -> tx.handle().execute(sql));
    }

    @Override
    public void close() {
        execute("ALTER DATABASE " + databaseName() + " OWNER TO " + superuser);
        execute("DROP OWNED BY " + owner + ", " + serving + " CASCADE");
        execute("DROP ROLE " + serving);
        execute("DROP ROLE " + owner);
        database.close();
    }
}
