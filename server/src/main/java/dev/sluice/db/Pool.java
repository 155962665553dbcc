package dev.sluice.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/// Kinds of connection pools. They differ in planner settings and time limits.
final class Pool {
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private static final int STATEMENT_CACHE = 256;
    private static final int IDLE_MIN = 2;
    static final int UNHURRIED_MAX = 2;
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(1);

    /// Lets the server detect a dead node and release its locks: otherwise a node that lost power would lock its
    /// accounts for as long as TCP keeps the connection.
    private static final String SESSION = "-c TimeZone=UTC -c jit=off -c synchronous_commit=on"
            + " -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

    private static final Limits SHORT =
            new Limits(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(25));
    private static final Limits LONG =
            new Limits(Duration.ofSeconds(50), Duration.ofSeconds(60), Duration.ofSeconds(60));

    /// For statements with selective look-ups: one generic plan each, made once. A plan made while a table is
    /// small must stay right when the table is large, so every look-up has to use its index with nested loops.
    private static final String KNOWING =
            " -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off"
                    + " -c enable_mergejoin=off";
    /// All reads of a transaction see one snapshot.
    private static final String SNAPSHOT = " -c default_transaction_isolation=repeatable\\ read";
    /// For statements with optional filters: a custom plan uses the index for the given filters; a generic plan
    /// would use none.
    private static final String SEEKING = " -c plan_cache_mode=force_custom_plan" + SNAPSHOT;

    private Pool() {}

    /// Time limits of a connection. The server cancels a statement before the client gives up the socket, from
    /// which no answer may ever come. The server also ends a transaction whose node has gone silent.
    private record Limits(Duration statement, Duration silentTransaction, Duration socket) {
        private String session() {
            return " -c statement_timeout=%ds -c idle_in_transaction_session_timeout=%ds"
                    .formatted(statement.toSeconds(), silentTransaction.toSeconds());
        }
    }

    /// Pool for selective look-ups. Waits a limited time for the first connection.
    static HikariDataSource knowing(Database.Address address, int connectionsMax, @Nullable MeterRegistry meters) {
        var config = config(address, "sluice", connectionsMax, meters);
        limit(config, SHORT, KNOWING);
        config.setMinimumIdle(Math.min(IDLE_MIN, connectionsMax));
        config.setInitializationFailTimeout(START_TIMEOUT.toMillis());
        return new HikariDataSource(config);
    }

    /// Pool for lists with optional filters. It opens connections on demand.
    static HikariDataSource seeking(Database.Address address, int connectionsMax, @Nullable MeterRegistry meters) {
        var config = config(address, "sluice-lists", connectionsMax, meters);
        limit(config, LONG, SEEKING);
        config.setMinimumIdle(0);
        config.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /// Pool for full scans. It also waits for a server that is just restarting.
    static HikariDataSource forScans(Database.Address address) {
        return forScans(address, SESSION);
    }

    /// Pool for full scans in transactions with one snapshot.
    static HikariDataSource forSnapshotScans(Database.Address address) {
        return forScans(address, SESSION + SNAPSHOT);
    }

    private static HikariDataSource forScans(Database.Address address, String session) {
        var config = config(address, "sluice-proof", UNHURRIED_MAX, null);
        set(config, PGProperty.OPTIONS, session);
        config.setConnectionTimeout(START_TIMEOUT.toMillis());
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(START_TIMEOUT.toMillis());
        return new HikariDataSource(config);
    }

    /// Source of single connections without time limits.
    static DataSource patient(Database.Address address) {
        var source = new PGSimpleDataSource();
        source.setUrl(address.jdbcUrl());
        if (address.user() != null) {
            source.setUser(address.user());
        }
        if (address.password() != null) {
            source.setPassword(address.password());
        }
        source.setConnectTimeout((int) CONNECT_TIMEOUT.toSeconds());
        source.setTcpKeepAlive(true);
        source.setApplicationName("sluice-start");
        source.setOptions("-c TimeZone=UTC -c jit=off -c synchronous_commit=on");
        return source;
    }

    private static HikariConfig config(
            Database.Address address, String name, int connectionsMax, @Nullable MeterRegistry meters) {
        var config = new HikariConfig();
        config.setJdbcUrl(address.jdbcUrl());
        if (address.user() != null) {
            config.setUsername(address.user());
        }
        if (address.password() != null) {
            config.setPassword(address.password());
        }
        config.setPoolName(name);
        config.setMaximumPoolSize(connectionsMax);
        config.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
        config.setAutoCommit(true);
        set(config, PGProperty.PREPARED_STATEMENT_CACHE_QUERIES, STATEMENT_CACHE);
        set(config, PGProperty.PREPARE_THRESHOLD, 1);
        set(config, PGProperty.BINARY_TRANSFER_ENABLE, BinaryArray.OIDS);
        set(config, PGProperty.CONNECT_TIMEOUT, CONNECT_TIMEOUT.toSeconds());
        set(config, PGProperty.TCP_KEEP_ALIVE, true);
        set(config, PGProperty.APPLICATION_NAME, name);
        // Error details quote the row, which may contain personal data.
        set(config, PGProperty.LOG_SERVER_ERROR_DETAIL, false);
        if (meters != null) {
            config.setMetricRegistry(meters);
        }
        return config;
    }

    private static void limit(HikariConfig config, Limits limits, String planning) {
        set(config, PGProperty.SOCKET_TIMEOUT, limits.socket().toSeconds());
        set(config, PGProperty.OPTIONS, SESSION + limits.session() + planning);
    }

    /// Sets the value as text: the driver ignores other types.
    private static void set(HikariConfig config, PGProperty property, Object value) {
        config.addDataSourceProperty(property.getName(), value.toString());
    }
}
