package dev.sluice.bench.stage;

import dev.sluice.bench.load.Plan;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.embedded.Trees;
import dev.sluice.merchant.Deployment;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Resources of a run, created on first use and removed on close: PostgreSQL, the baseline, and the services.
public final class BenchEnvironment implements AutoCloseable {
    private static final int PAYEES = 100;
    private static final long SMALL_PAYOUTS = 10_000;
    private static final int CONNECTIONS_MAX = 4;

    private static final Duration WARM_SETTLING = Duration.ofSeconds(1);
    private static final double STILL_RISING = 1.03;
    /// Number of windows in a row without improvement that ends the warm-up.
    private static final int NO_LONGER_RISING = 2;

    private final Infrastructure infrastructure;
    private final Cluster cluster;
    private final OptionalLong postmaster;
    private final Children children = new Children();
    private final Generator generator;
    private final Progress progress;
    private final Set<Setting> created = ConcurrentHashMap.newKeySet();
    private final Map<Setting, ServiceUnderTest> scenes = new ConcurrentHashMap<>();
    private @Nullable Baseline baseline;
    private Optional<Path> anvil = Optional.empty();
    private boolean anvilSought;
    private volatile boolean closing;
    private boolean closed;

    private BenchEnvironment(Infrastructure infrastructure, Cluster cluster, Progress progress) {
        this.infrastructure = infrastructure;
        this.cluster = cluster;
        this.progress = progress;
        this.postmaster = cluster.postmaster();
        this.generator = new Generator(children, infrastructure.dir());
    }

    /// Settings of a run.
    ///
    /// @param launcher the `sluice` script
    /// @param dir directory of all files
    /// @param keptDir true if `dir` was given and stays
    /// @param databaseUrl PostgreSQL to use instead of an embedded one; null for the embedded one
    /// @param masterKey master key of all databases of the run
    /// @param large content of the large database
    /// @param keepLarge true to keep the large database for the next run
    public record Infrastructure(
            Path launcher,
            Path dir,
            boolean keptDir,
            @Nullable String databaseUrl,
            byte[] masterKey,
            Filling.Amount large,
            boolean keepLarge,
            Filling filling,
            MeasurementSettings settings) {}

    /// Starts PostgreSQL. A shutdown hook removes everything when the program ends.
    public static BenchEnvironment set(Infrastructure infrastructure, Progress progress) throws SQLException {
        progress.say("PostgreSQL ...");
        var cluster = infrastructure.databaseUrl() == null
                ? Cluster.embedded(infrastructure.dir().resolve("data"))
                : Cluster.at(infrastructure.databaseUrl());
        var environment = new BenchEnvironment(infrastructure, cluster, progress);
        Runtime.getRuntime().addShutdownHook(new Thread(environment::close, "bench-clean-up"));
        if (!cluster.age()) {
            progress.say("its user may not switch or checkpoint the log: segments that are made cost time");
        }
        return environment;
    }

    public Path dir() {
        return infrastructure.dir();
    }

    public Cluster cluster() {
        return cluster;
    }

    public Children children() {
        return children;
    }

    public Generator generator() {
        return generator;
    }

    public Progress progress() {
        return progress;
    }

    public MeasurementSettings settings() {
        return infrastructure.settings();
    }

    public boolean isClosing() {
        return closing;
    }

    /// Returns the baseline, filled on first use.
    public Baseline baseline() throws IOException, SQLException {
        if (baseline == null) {
            progress.say("filling the baseline's tables ...");
            baseline = Baseline.prepare(cluster, children, infrastructure.dir());
        }
        return baseline;
    }

    /// Returns the program of an EVM node, which the launcher installs if it is missing; nothing if it cannot.
    public Optional<Path> anvil() throws IOException, InterruptedException {
        if (!anvilSought) {
            anvilSought = true;
            anvil = installed(new ProcessBuilder(infrastructure.launcher().toString(), "anvil"));
        }
        return anvil;
    }

    private Optional<Path> installed(ProcessBuilder builder) throws IOException, InterruptedException {
        var process = children.start(builder.redirectError(ProcessBuilder.Redirect.INHERIT));
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? Optional.of(Path.of(text.strip())) : Optional.empty();
    }

    /// Measures the baseline's maximum throughput, and its cost for PostgreSQL.
    public Rate baseline(Duration time) throws IOException, SQLException, InterruptedException {
        var meter = meter(List.of());
        var runner = baseline();
        meter.begin();
        var run = runner.throughput(time);
        meter.end();
        return new Rate("pgbench", run.transactions(), run.transactions() / run.perSecond(), meter.cost(), Map.of());
    }

    /// Returns a meter of PostgreSQL and other processes.
    public Meter meter(List<Long> services) {
        return new Meter(cluster, postmaster, services);
    }

    /// Returns a service, created on first use.
    public ServiceUnderTest service(Setting setting) throws Exception {
        var known = scenes.get(setting);
        if (known != null) {
            return known;
        }
        progress.say("preparing stage %s ...".formatted(setting));
        var address = new Database.Address(cluster.jdbcUrl(setting.database()), cluster.user(), cluster.password());
        boolean there = setting == Setting.LARGE && isFilled(setting);
        if (!there) {
            created.add(setting);
            cluster.create(setting.database());
        }
        var database = Database.open(address, CONNECTIONS_MAX, null);
        Migrations.migrate(database);
        Deployment.claim(database, "sandbox");
        if (setting.filled() && !there) {
            fill(setting, database);
        }
        var vault = Vault.open(database, infrastructure.masterKey());
        var service = serve(setting.name(), setting.database(), setting.workers());
        var merchants = new Merchants(database, vault);
        var hot = setting.filled()
                ? merchants.join(largest(setting), PAYEES, service.baseUrl())
                : merchants.make(1, PAYEES, service.baseUrl()).getFirst();
        var tested = new ServiceUnderTest(this, setting, database, vault, service, hot);
        scenes.put(setting, tested);
        return tested;
    }

    /// Warms up until work gets no faster.
    public void warm(String what, Plan plan) throws IOException {
        warm(what, plan, generator);
    }

    /// @param other generator that executes the plan
    public void warm(String what, Plan plan, Generator other) throws IOException {
        double best = 0;
        int without = 0;
        for (int window = 1; window <= settings().warmWindowsMax(); window++) {
            double now = other.run(plan.lasting(WARM_SETTLING, settings().warmWindow()), Generator.Watch.NONE)
                    .requestsPerSecond();
            progress.say("  warming up %s: %,.0f requests/s".formatted(what, now));
            without = now < best * STILL_RISING ? without + 1 : 0;
            if (window >= settings().warmWindowsMin() && without >= NO_LONGER_RISING) {
                return;
            }
            best = Math.max(best, now);
        }
    }

    /// Closes the services that are no longer needed.
    public void retire(Set<Setting> needed) {
        for (var setting : Setting.values()) {
            if (!needed.contains(setting)) {
                var service = scenes.remove(setting);
                if (service != null) {
                    service.close();
                    attempt(() -> drop(setting));
                }
            }
        }
    }

    /// Starts a service on a database of this run.
    Service serve(String name, String database, boolean workers) throws IOException {
        var settings = new HashMap<>(settings(database));
        settings.put("SLUICE_WORKERS", workers ? "on" : "off");
        return Service.start(
                children,
                infrastructure.launcher(),
                infrastructure.dir().resolve(name.toLowerCase(Locale.ROOT)),
                settings);
    }

    Map<String, String> settings(String database) {
        return Map.of(
                "SLUICE_DATABASE_URL",
                cluster.url(database),
                "SLUICE_MASTER_KEY",
                Base64.getEncoder().encodeToString(infrastructure.masterKey()),
                "SLUICE_WEBHOOK_LOOPBACK",
                "on");
    }

    /// Stops and removes everything. A second call waits until the first has finished.
    @Override
    public void close() {
        closing = true;
        synchronized (this) {
            if (!closed) {
                closed = true;
                clear();
            }
        }
    }

    /// Attempts each step even if earlier ones failed.
    private void clear() {
        progress.say("cleaning up ...");
        List.copyOf(scenes.values()).forEach(service -> attempt(service::close));
        attempt(children::close);
        if (infrastructure.databaseUrl() != null || infrastructure.keptDir()) {
            created.forEach(setting -> attempt(() -> drop(setting)));
            attempt(() -> cluster.drop(Baseline.DATABASE));
        }
        attempt(cluster::close);
        if (!infrastructure.keptDir()) {
            attempt(() -> Trees.delete(infrastructure.dir()));
        }
    }

    private interface Step {
        void take() throws SQLException, IOException;
    }

    private void attempt(Step step) {
        try {
            step.take();
        } catch (SQLException | IOException | RuntimeException failed) {
            progress.say("left behind: %s".formatted(failed));
        }
    }

    private void fill(Setting setting, Database database) throws Exception {
        var amount = setting == Setting.SMALL ? small() : infrastructure.large();
        progress.say("filling %s with %s ...".formatted(setting, amount));
        infrastructure.filling().fill(database, infrastructure.masterKey(), amount, progress);
        cluster.describe(setting.database(), filledWith(amount));
    }

    private Filling.Amount small() {
        return new Filling.Amount(
                SMALL_PAYOUTS, Math.min(SMALL_PAYOUTS, infrastructure.large().deposits()));
    }

    private boolean isFilled(Setting setting) throws SQLException {
        return cluster.exists(setting.database())
                && cluster.description(setting.database()).equals(filledWith(infrastructure.large()));
    }

    private static String filledWith(Filling.Amount amount) {
        return "sluice bench: " + amount;
    }

    private UUID largest(Setting setting) throws SQLException {
        try (var connection = cluster.connect(setting.database())) {
            return ServiceStore.largest(connection);
        }
    }

    /// Drops a database of this run, except a large one that is to be kept, or that an earlier run kept.
    private void drop(Setting setting) throws SQLException {
        if (created.contains(setting) && (setting != Setting.LARGE || !infrastructure.keepLarge())) {
            cluster.drop(setting.database());
        }
    }
}
