package dev.sluice.bench.stage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.HdrHistogram.Histogram;

/// The baseline without `pgbench`: the same transaction in the same five round trips, over JDBC.
final class JdbcBaseline implements Baseline {
    private static final int ACCOUNTS_PER_SCALE = 100_000;
    private static final int TELLERS_PER_SCALE = 10;
    private static final int DELTA_MAX = 5_000;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double HALF = 50;

    private final Cluster cluster;

    private JdbcBaseline(Cluster cluster) {
        this.cluster = cluster;
    }

    static JdbcBaseline filled(Cluster cluster) throws SQLException {
        cluster.execute(DATABASE, BaselineStore.CREATE);
        try (var connection = cluster.connect(DATABASE);
                var fill = connection.prepareStatement(BaselineStore.FILL)) {
            fill.setInt(1, SCALE * ACCOUNTS_PER_SCALE);
            fill.execute();
        }
        cluster.execute(DATABASE, BaselineStore.INDEX);
        cluster.execute(DATABASE, BaselineStore.VACUUM);
        return new JdbcBaseline(cluster);
    }

    @Override
    public String name() {
        return "pgbench is not installed: its simple update over JDBC, prepared, %d connections, scale %d"
                .formatted(CLIENTS, SCALE);
    }

    @Override
    public Run throughput(Duration time) throws SQLException, InterruptedException {
        cluster.execute(DATABASE, BaselineStore.TRUNCATE);
        var latencies = run(CLIENTS, time);
        return new Run(latencies.getTotalCount(), latencies.getTotalCount() / (time.toNanos() / NANOS_PER_SECOND));
    }

    @Override
    public double medianMicros(Duration time) throws SQLException, InterruptedException {
        return run(1, time).getValueAtPercentile(HALF) / NANOS_PER_MICRO;
    }

    private Histogram run(int clients, Duration time) throws SQLException, InterruptedException {
        var all = new Histogram(SIGNIFICANT_DIGITS);
        try (var threads = Executors.newFixedThreadPool(clients)) {
            long end = System.nanoTime() + time.toNanos();
            var tasks = new ArrayList<Callable<Histogram>>();
            for (int client = 0; client < clients; client++) {
                int seed = client;
                tasks.add(() -> client(seed, end));
            }
            for (var done : threads.invokeAll(List.copyOf(tasks))) {
                all.add(done.get());
            }
        } catch (ExecutionException failed) {
            throw new SQLException("the baseline failed", failed.getCause());
        }
        return all;
    }

    private Histogram client(int seed, long end) throws SQLException {
        var latencies = new Histogram(SIGNIFICANT_DIGITS);
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        try (var connection = cluster.connect(DATABASE);
                var transaction = new Transaction(connection, random)) {
            for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
                transaction.run();
                latencies.recordValue(System.nanoTime() - start);
            }
        }
        return latencies;
    }

    /// Prepared statements of one connection; each takes a round trip, as in `pgbench`.
    private static final class Transaction implements AutoCloseable {
        private final RandomGenerator random;
        private final PreparedStatement begin;
        private final PreparedStatement update;
        private final PreparedStatement select;
        private final PreparedStatement insert;
        private final PreparedStatement end;

        Transaction(Connection connection, RandomGenerator random) throws SQLException {
            this.random = random;
            connection.unwrap(org.postgresql.PGConnection.class).setPrepareThreshold(1);
            this.begin = connection.prepareStatement(BaselineStore.BEGIN);
            this.update = connection.prepareStatement(BaselineStore.UPDATE);
            this.select = connection.prepareStatement(BaselineStore.SELECT);
            this.insert = connection.prepareStatement(BaselineStore.INSERT);
            this.end = connection.prepareStatement(BaselineStore.END);
        }

        void run() throws SQLException {
            int account = random.nextInt(SCALE * ACCOUNTS_PER_SCALE) + 1;
            int delta = random.nextInt(2 * DELTA_MAX + 1) - DELTA_MAX;
            begin.execute();
            update.setInt(1, delta);
            update.setInt(2, account);
            update.execute();
            select.setInt(1, account);
            select.executeQuery().close();
            insert.setInt(1, random.nextInt(SCALE * TELLERS_PER_SCALE) + 1);
            insert.setInt(2, random.nextInt(SCALE) + 1);
            insert.setInt(3, account);
            insert.setInt(4, delta);
            insert.execute();
            end.execute();
        }

        @Override
        public void close() throws SQLException {
            for (var statement : List.of(begin, update, select, insert, end)) {
                statement.close();
            }
        }
    }
}
