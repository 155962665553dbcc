package dev.sluice.db;

/// What PostgreSQL says of itself.
///
/// @param connections of all programs to this database
public record Facts(String version, String name, long bytes, int connections, int connectionsMax) {
    public static Facts of(Database database) {
        return database.browse(FactStore::facts);
    }
}
