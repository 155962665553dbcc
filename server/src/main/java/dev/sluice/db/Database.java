package dev.sluice.db;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.sluice.refusal.CannotStart;
import dev.sluice.refusal.Refusal;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Transactions over small connection pools. Deadlocks and serialization failures are retried. While PostgreSQL is
/// down, all calls are refused as unavailable; they succeed again once it is back.
public final class Database implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    private static final int ATTEMPTS_MAX = 8;
    private static final int BACKOFF_MILLIS = 5;
    private static final Set<String> AWAY_CLASSES = Set.of("08", "53", "57");
    private static final Set<String> AWAY = Set.of("25006", "25P03");
    private static final int POSTGRES_MAJOR_MIN = 15;
    private static final String NOT_AUTHORIZED = "28";
    private static final String NO_SUCH_DATABASE = "3D000";
    private static final String TOOK_TOO_LONG = "57014";
    /// Statements are constants: a shared parser parses each of them once per process, for all pools.
    private static final SqlParser PARSER = new ColonPrefixSqlParser();

    private final Address address;
    private final HikariDataSource pool;
    private final HikariDataSource listPool;
    private final Jdbi jdbi;
    private final Jdbi lists;
    private final TransactionLimit transactionLimit;

    private Database(Address address, HikariDataSource pool, HikariDataSource listPool, int writersMax) {
        this.address = address;
        this.pool = pool;
        this.listPool = listPool;
        this.transactionLimit = new TransactionLimit(writersMax, Duration.ofMillis(pool.getConnectionTimeout()));
        this.jdbi = jdbi(pool);
        this.lists = jdbi(listPool);
    }

    /// Leaves bound parameters out of exceptions, since they may be personal data and exceptions are logged.
    private static Jdbi jdbi(HikariDataSource pool) {
        var jdbi = Jdbi.create(pool);
        jdbi.getConfig(SqlStatements.class).setSqlParser(PARSER);
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(StatementExceptions.MessageRendering.NONE);
        return jdbi;
    }

    /// Opens the pools. It waits a limited time for the first connection and reports why it fails.
    ///
    /// @param writersMax maximum number of concurrent transactions; a few more connections are reserved for reads
    public static Database open(Address address, int writersMax, @Nullable MeterRegistry meters) {
        return open(
                address,
                () -> Pool.knowing(address, writersMax + TransactionLimit.FOR_READS, meters),
                () -> Pool.seeking(address, Math.max(1, writersMax / 2), meters),
                writersMax);
    }

    /// Opens pools for full scans such as a ledger verification: statements have no timeout, and PostgreSQL's
    /// planner is unrestricted.
    public static Database openForScans(Address address) {
        return open(address, () -> Pool.forScans(address), () -> Pool.forSnapshotScans(address), Pool.UNHURRIED_MAX);
    }

    private static Database open(
            Address address, Supplier<HikariDataSource> pool, Supplier<HikariDataSource> listPool, int writersMax) {
        probe(address);
        try {
            return new Database(address, pool.get(), listPool.get(), writersMax);
        } catch (HikariPool.PoolInitializationException none) {
            throw new Unreachable(rootMessage(none), none);
        }
    }

    /// Fails early on a wrong password, database name or version. Waiting only helps if the server is still
    /// starting.
    private static void probe(Address address) {
        try (var connection = Pool.patient(address).getConnection()) {
            int major = connection.getMetaData().getDatabaseMajorVersion();
            if (major < POSTGRES_MAJOR_MIN) {
                throw new Unreachable(
                        "it is PostgreSQL %d; %d or newer is needed".formatted(major, POSTGRES_MAJOR_MIN), null);
            }
        } catch (SQLException refused) {
            var state = refused.getSQLState();
            if (state != null && (state.startsWith(NOT_AUTHORIZED) || state.equals(NO_SUCH_DATABASE))) {
                throw new Unreachable(rootMessage(refused), refused);
            }
        }
    }

    /// Address and credentials of a database. User and password may be part of the URL instead.
    public record Address(
            String jdbcUrl, @Nullable String user, @Nullable String password) {}

    /// Runs work in a transaction and returns its result after the commit. Retries may run the work more than
    /// once.
    public <R> R inTx(Function<Tx, R> work) {
        for (int attempt = 1; ; attempt++) {
            try (var _ = transactionLimit.acquire()) {
                return jdbi.inTransaction(handle -> {
                    var tx = new Tx(handle);
                    var result = work.apply(tx);
                    tx.sendAndCommit();
                    return result;
                });
            } catch (JdbiException | SqlFailure failed) {
                if (!isRetryable(failed) || attempt == ATTEMPTS_MAX) {
                    throw asRefusal(failed);
                }
                backOff(attempt);
            }
        }
    }

    /// Runs a transaction with asynchronous commit: a crash of the server within the next moment loses it together
    /// with all later ones of that kind. For work that may be repeated.
    public <R> R inUnsyncedTx(Function<Tx, R> work) {
        return inTx(tx -> {
            SessionStore.unsynced(tx);
            return work.apply(tx);
        });
    }

    /// Runs a transaction that looks for existing rows and inserts missing ones. If another node inserts them in
    /// between, the insert fails with a unique violation and the retry finds the rows. A second unique violation
    /// is thrown.
    public <R> R inTxRetryingUniqueViolation(Function<Tx, R> work) {
        try {
            return inTx(work);
        } catch (SqlFailure raced) {
            if (!raced.isUniqueViolation()) {
                throw raced;
            }
            return inTx(work);
        }
    }

    /// Runs the transaction of a lane's batch. If another node claimed a row in between, a batch of one is retried
    /// here; a larger batch fails and the lane runs its members one by one.
    ///
    /// @param members number of commands in the batch
    public <R> R inBatchTx(int members, Function<Tx, R> work) {
        return members > 1 ? inTx(work) : inTxRetryingUniqueViolation(work);
    }

    public void run(Consumer<Tx> work) {
        inTx(tx -> {
            work.accept(tx);
            return true;
        });
    }

    /// Reads without a transaction. Do not nest it in another read or transaction: that would wait for a
    /// connection while holding one.
    public <R> R read(Function<Handle, R> work) {
        try {
            return jdbi.withHandle(work::apply);
        } catch (JdbiException | SqlFailure failed) {
            throw asRefusal(failed);
        }
    }

    /// Runs a slow read, such as a page of a list, in one snapshot. It uses a small pool of its own, so that
    /// payments always find a connection. Its statements are planned each time for the filters in use.
    public <R> R browse(Function<Handle, R> work) {
        try {
            return lists.inTransaction(work::apply);
        } catch (JdbiException | SqlFailure failed) {
            throw asRefusal(failed);
        }
    }

    /// Runs a slow read that may exceed the statement timeout; returns empty on a timeout instead of refusing as
    /// unavailable.
    public <R> Optional<R> browseInTime(Function<Handle, R> work) {
        try {
            return Optional.of(lists.inTransaction(work::apply));
        } catch (JdbiException | SqlFailure failed) {
            var cause = sqlCause(failed);
            if (cause != null && TOOK_TOO_LONG.equals(cause.getSQLState())) {
                return Optional.empty();
            }
            throw asRefusal(failed);
        }
    }

    /// Reads one snapshot of the whole database without a timeout and without blocking others.
    public <R> R snapshot(Function<Handle, R> work) {
        return browse(handle -> {
            patiently(handle);
            return work.apply(handle);
        });
    }

    /// Removes the time limits of this transaction's statements.
    private static void patiently(Handle handle) {
        try {
            SessionStore.unlimited(handle);
            handle.getConnection().setNetworkTimeout(Runnable::run, 0);
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    /// Returns true if the database answers now.
    public boolean isReachable() {
        try (var connection = pool.getConnection()) {
            return connection.isValid(2);
        } catch (SQLException away) {
            return false;
        }
    }

    /// Returns a source of connections without a statement timeout, for migrations that rewrite large tables.
    DataSource patientSource() {
        return Pool.patient(address);
    }

    @Override
    public void close() {
        listPool.close();
        pool.close();
    }

    /// The first connection failed.
    public static final class Unreachable extends CannotStart {
        private static final long serialVersionUID = 1L;

        Unreachable(String reason, @Nullable Throwable cause) {
            super("cannot use the database: " + reason + " (see SLUICE_DATABASE_URL)", cause);
        }
    }

    /// Maps a failure for the caller: to a refusal if the database is unavailable, otherwise unchanged.
    private static RuntimeException asRefusal(RuntimeException failed) {
        var cause = sqlCause(failed);
        if (cause == null || !unavailable(cause)) {
            return failed;
        }
        LOG.warn("database unavailable: {}", rootMessage(failed));
        return Refusal.UNAVAILABLE.refused();
    }

    private static @Nullable SQLException sqlCause(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof SQLException sql) {
                return sql;
            }
            if (at instanceof ConnectionException) {
                return new SQLTransientConnectionException(at);
            }
        }
        return null;
    }

    /// SQL states: class 08 is the connection, 57014 a statement timeout, 57P01 to 57P03 a server that stops or
    /// starts. Class 53 is a lack of disk space, memory or connections, and 25006 a server that is no longer the
    /// primary.
    private static boolean unavailable(SQLException cause) {
        var state = cause.getSQLState();
        return cause instanceof SQLTransientConnectionException
                || cause instanceof SQLRecoverableException
                || (state != null && (AWAY_CLASSES.contains(state.substring(0, 2)) || AWAY.contains(state)));
    }

    private static boolean isRetryable(RuntimeException failed) {
        var cause = sqlCause(failed);
        return cause != null
                && (SqlFailure.SERIALIZATION_FAILURE.equals(cause.getSQLState())
                        || "40P01".equals(cause.getSQLState()));
    }

    private static void backOff(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(1, BACKOFF_MILLIS * attempt + 1));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting to try again", interrupted);
        }
    }

    private static String rootMessage(Throwable failed) {
        Throwable at = failed;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return String.valueOf(at.getMessage());
    }
}
