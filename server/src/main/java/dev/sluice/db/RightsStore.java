package dev.sluice.db;

import org.jdbi.v3.core.Handle;

/// SQL about the rights of database roles.
final class RightsStore {
    private static final String ROLE = """
            SELECT current_user
            """;

    /// A superuser has every role's rights, and the owner of the database may drop its contents.
    private static final String MAY_ACT_AS = """
            SELECT rolsuper OR pg_has_role(rolname, :owner::name, 'MEMBER') OR pg_has_role(rolname, datdba, 'MEMBER')
            FROM pg_roles JOIN pg_database ON datname = current_database() WHERE rolname = current_user
            """;

    /// Checks for the rights of the owner of this schema's tables.
    private static final String MAY_CHANGE_TABLES = """
            SELECT rolsuper OR pg_has_role(rolname, relowner, 'MEMBER')
            FROM pg_roles, pg_class WHERE rolname = current_user AND pg_class.oid = 'flyway_schema_history'::regclass
            """;

    /// Holds until the transaction ends.
    private static final String NAME_SERVING_ROLE = """
            SELECT set_config('sluice.serving_role', :role, true)
            """;

    private RightsStore() {}

    static String role(Handle handle) {
        return handle.createQuery(ROLE).mapTo(String.class).one();
    }

    /// Returns true if the current role has the rights of the tables' owner or of the database's owner.
    static boolean mayActAs(Handle handle, String owner) {
        return handle.createQuery(MAY_ACT_AS)
                .bind("owner", owner)
                .mapTo(Boolean.class)
                .one();
    }

    static boolean mayChangeTables(Handle handle) {
        return handle.createQuery(MAY_CHANGE_TABLES).mapTo(Boolean.class).one();
    }

    static void nameServingRole(Handle handle, String role) {
        handle.createQuery(NAME_SERVING_ROLE)
                .bind("role", role)
                .mapTo(String.class)
                .one();
    }
}
