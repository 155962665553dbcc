package dev.sluice.bench.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

/// Reference of the figures: the simple update of PostgreSQL's own benchmark, on the same server.
public interface Baseline {
    /// Name of the baseline's own database.
    String DATABASE = "sluice_bench_baseline";
    /// Scale factor: a million accounts.
    int SCALE = 10;
    /// Connections of the throughput run.
    int CLIENTS = 16;

    /// Returns the description for the report.
    String name();

    /// Measures the maximum throughput over sixteen connections.
    Run throughput(Duration time) throws IOException, SQLException, InterruptedException;

    /// Measures the median latency in microseconds over one connection.
    double medianMicros(Duration time) throws IOException, SQLException, InterruptedException;

    /// Number of transactions, and rate per second.
    record Run(long transactions, double perSecond) {}

    /// Fills the tables, by `pgbench` if it is installed, otherwise by the same statements over JDBC.
    static Baseline prepare(Cluster cluster, Children children, Path dir) throws IOException, SQLException {
        cluster.create(DATABASE);
        var program = PgBench.program();
        if (program.isEmpty()) {
            return JdbcBaseline.filled(cluster);
        }
        var pgbench = new PgBench(program.get(), cluster, children, dir);
        pgbench.fill();
        return pgbench;
    }
}
