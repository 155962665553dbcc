package dev.sluice.bench.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

/// What everything is compared with: the simple update of PostgreSQL's own benchmark, on the same server.
public interface Baseline {
    /// The database that it has for itself.
    String DATABASE = "sluice_bench_baseline";
    /// Its size: a million accounts.
    int SCALE = 10;
    /// How many connections it has when it is to be fast.
    int CLIENTS = 16;

    /// What was run, in the words of a report.
    String name();

    /// As many transactions as there can be, over sixteen connections.
    Run throughput(Duration time) throws IOException, SQLException, InterruptedException;

    /// The median latency in microseconds over one connection.
    double medianMicros(Duration time) throws IOException, SQLException, InterruptedException;

    /// How many transactions there were, and per second.
    record Run(long transactions, double perSecond) {}

    /// Fills the tables, by `pgbench` where it is installed, else by the same statements over JDBC.
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
