package dev.sluice.resilience.failover;

import java.sql.Connection;
import java.sql.SQLException;

/// SQL of a PostgreSQL server's settings and state.
final class ServerStore {
    private static final String CREATE_DATABASE = "CREATE DATABASE sluice";
    private static final String NAME_STANDBY = "ALTER SYSTEM SET synchronous_standby_names = 'standby'";
    private static final String RELOAD = "SELECT pg_reload_conf()::text";
    private static final String STANDBYS = "SELECT count(*)::text FROM pg_stat_replication WHERE sync_state = 'sync'";
    private static final String SENDERS = "SELECT count(*)::text FROM pg_stat_replication WHERE state = 'streaming'";
    private static final String SENDER = "SELECT pid::text FROM pg_stat_replication";
    private static final String NOW = "SELECT clock_timestamp()::text";
    private static final String NEXT_SEGMENT = "SELECT pg_walfile_name(pg_switch_wal())";
    private static final String LAST_ARCHIVED = "SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver";
    private static final String RECOVERING = "SELECT pg_is_in_recovery()::text";

    private ServerStore() {}

    static void createDatabase(Connection connection) throws SQLException {
        execute(connection, CREATE_DATABASE);
    }

    /// Configures the synchronous standby, effective at the next start.
    static void nameStandby(Connection connection) throws SQLException {
        execute(connection, NAME_STANDBY);
    }

    /// Makes commits wait for a standby from now on.
    static void waitForStandby(Connection connection) throws SQLException {
        nameStandby(connection);
        text(connection, RELOAD);
    }

    /// Returns true if a synchronous standby follows.
    static boolean isFollowed(Connection connection) throws SQLException {
        return text(connection, STANDBYS).equals("1");
    }

    /// Returns true if any standby follows.
    static boolean isStreaming(Connection connection) throws SQLException {
        return text(connection, SENDERS).equals("1");
    }

    /// Returns the process that sends WAL to a standby.
    static long sender(Connection connection) throws SQLException {
        return Long.parseLong(text(connection, SENDER));
    }

    static String now(Connection connection) throws SQLException {
        return text(connection, NOW);
    }

    /// Ends the current WAL segment and returns its name.
    static String endSegment(Connection connection) throws SQLException {
        return text(connection, NEXT_SEGMENT);
    }

    static boolean isArchived(Connection connection, String segment) throws SQLException {
        return text(connection, LAST_ARCHIVED).equals(segment);
    }

    static boolean isRecovering(Connection connection) throws SQLException {
        return text(connection, RECOVERING).equals("true");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
