package dev.sluice.db;

/// Version, size and connections of the PostgreSQL database.
///
/// @param connections number of connections of all programs to this database
public record Facts(String version, String name, long bytes, int connections, int connectionsMax) {
    public static Facts of(Database database) {
        return database.browse(FactStore::facts);
    }
}
