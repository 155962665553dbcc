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

/// The database: small pools and transactions. A deadlock or serialization failure is tried again; while PostgreSQL
/// is away everything is refused as unavailable, and works again by itself once it is back.
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
    /// Statements are constants, so each is parsed once in this process, whichever pool it is sent by.
    private static final SqlParser PARSER = new ColonPrefixSqlParser();

    private final Address address;
    private final HikariDataSource pool;
    private final HikariDataSource listPool;
    private final Jdbi jdbi;
    private final Jdbi lists;
    private final Writers writers;

    private Database(Address address, HikariDataSource pool, HikariDataSource listPool, int writersMax) {
        this.address = address;
        this.pool = pool;
        this.listPool = listPool;
        this.writers = new Writers(writersMax, Duration.ofMillis(pool.getConnectionTimeout()));
        this.jdbi = jdbi(pool);
        this.lists = jdbi(listPool);
    }

    /// What is bound may be personal; a failed statement must not carry it into the log.
    private static Jdbi jdbi(HikariDataSource pool) {
        var jdbi = Jdbi.create(pool);
        jdbi.getConfig(SqlStatements.class).setSqlParser(PARSER);
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(StatementExceptions.MessageRendering.NONE);
        return jdbi;
    }

    /// Opens the pools. It waits a while for the first connection, and says why there is none.
    ///
    /// @param writersMax how many transactions there may be at once; a few connections more are for those who read
    public static Database open(Address address, int writersMax, @Nullable MeterRegistry meters) {
        return open(
                address,
                () -> Pool.knowing(address, writersMax + Writers.FOR_READS, meters),
                () -> Pool.seeking(address, Math.max(1, writersMax / 2), meters),
                writersMax);
    }

    /// The same for who looks at everything, such as a proof: no statement has a limit of time, and
    /// PostgreSQL plans as it likes.
    public static Database unhurried(Address address) {
        return open(address, () -> Pool.unhurried(address), () -> Pool.unhurriedSeeking(address), Pool.UNHURRIED_MAX);
    }

    private static Database open(
            Address address, Supplier<HikariDataSource> pool, Supplier<HikariDataSource> listPool, int writersMax) {
        knock(address);
        try {
            return new Database(address, pool.get(), listPool.get(), writersMax);
        } catch (HikariPool.PoolInitializationException none) {
            throw new Unreachable(rootMessage(none), none);
        }
    }

    /// Waiting helps against a server that is still starting, but not against a wrong password, name or version.
    private static void knock(Address address) {
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

    /// Where a database is and who we are there. User and password may stand in the URL instead.
    public record Address(
            String jdbcUrl, @Nullable String user, @Nullable String password) {}

    /// Runs work in one transaction and gives its result once it is committed. The work may run more than once.
    public <R> R inTx(Function<Tx, R> work) {
        for (int attempt = 1; ; attempt++) {
            try (var _ = writers.turn()) {
                return jdbi.inTransaction(handle -> {
                    var tx = new Tx(handle);
                    var result = work.apply(tx);
                    tx.sendAndCommit();
                    return result;
                });
            } catch (JdbiException | SqlFailure failed) {
                if (!isRetryable(failed) || attempt == ATTEMPTS_MAX) {
                    throw told(failed);
                }
                backOff(attempt);
            }
        }
    }

    /// As `inTx`, but the commit does not wait for the disk: should the server crash within the next moment, it was
    /// never made, and neither was any that came after it. For what may be done twice.
    public <R> R inUnsyncedTx(Function<Tx, R> work) {
        return inTx(tx -> {
            SessionStore.unsynced(tx);
            return work.apply(tx);
        });
    }

    /// As `inTx`, for work that looks whether something was done before and does it if not. What another node did
    /// in between shows as a unique violation, and the second look finds it; any other one comes again.
    public <R> R lookThenAct(Function<Tx, R> work) {
        try {
            return inTx(work);
        } catch (SqlFailure raced) {
            if (!raced.isUniqueViolation()) {
                throw raced;
            }
            return inTx(work);
        }
    }

    /// As `inTx`, for a lane's batch. Where another node claimed something in between, one that is alone looks a second
    /// time; of several, the lane does each alone.
    ///
    /// @param members how many there are in the batch
    public <R> R inBatchTx(int members, Function<Tx, R> work) {
        return members > 1 ? inTx(work) : lookThenAct(work);
    }

    public void run(Consumer<Tx> work) {
        inTx(tx -> {
            work.accept(tx);
            return true;
        });
    }

    /// Reads without a transaction around it. Not inside of another read or transaction: that would wait for a
    /// connection while holding one.
    public <R> R read(Function<Handle, R> work) {
        try {
            return jdbi.withHandle(work::apply);
        } catch (JdbiException | SqlFailure failed) {
            throw told(failed);
        }
    }

    /// Reads what may take its time, such as a page of a list, from one snapshot. It has connections of its own,
    /// few, so that what moves money always finds one; and its statements are planned each time, for the filters
    /// that are there.
    public <R> R browse(Function<Handle, R> work) {
        try {
            return lists.inTransaction(work::apply);
        } catch (JdbiException | SqlFailure failed) {
            throw told(failed);
        }
    }

    /// The same of what may be too much for the time that it has; nothing then, where others are told that the
    /// database is away.
    public <R> Optional<R> browseInTime(Function<Handle, R> work) {
        try {
            return Optional.of(lists.inTransaction(work::apply));
        } catch (JdbiException | SqlFailure failed) {
            var cause = sqlCause(failed);
            if (cause != null && TOOK_TOO_LONG.equals(cause.getSQLState())) {
                return Optional.empty();
            }
            throw told(failed);
        }
    }

    /// Reads from one snapshot of the whole database, however long it takes, without holding anybody up.
    public <R> R snapshot(Function<Handle, R> work) {
        return browse(handle -> {
            patiently(handle);
            return work.apply(handle);
        });
    }

    /// Lets this transaction's statements take as long as they need.
    private static void patiently(Handle handle) {
        try {
            SessionStore.unlimited(handle);
            handle.getConnection().setNetworkTimeout(Runnable::run, 0);
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    /// Whether the database answers now.
    public boolean isReachable() {
        try (var connection = pool.getConnection()) {
            return connection.isValid(2);
        } catch (SQLException away) {
            return false;
        }
    }

    /// Connections for the migrations, outside of the pools: a statement that rewrites a large table takes its time.
    DataSource patientSource() {
        return Pool.patient(address);
    }

    @Override
    public void close() {
        listPool.close();
        pool.close();
    }

    /// No first connection could be had.
    public static final class Unreachable extends CannotStart {
        private static final long serialVersionUID = 1L;

        Unreachable(String reason, @Nullable Throwable cause) {
            super("cannot use the database: " + reason, cause);
        }
    }

    /// What the caller is told of a failure: that the database is away, where it is; otherwise the bug as it is.
    private static RuntimeException told(RuntimeException failed) {
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

    /// Class 08 is the connection, 57014 a statement that took too long, 57P01..03 a server that stops or starts, class
    /// 53
    /// one that is out of disk, memory or connections, 25006 one that is no longer the primary.
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
