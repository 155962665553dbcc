package dev.sluice.bench.stage;

import dev.sluice.app.AuditSources;
import dev.sluice.bench.load.Plan;
import dev.sluice.bench.load.Result;
import dev.sluice.db.Database;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.merchant.Role;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A database with a running service and merchants.
public final class ServiceUnderTest implements AutoCloseable {
    private static final int ORGANIZATIONS = 100;

    private final BenchEnvironment environment;
    private final Setting setting;
    private final Database database;
    private final Vault vault;
    private final Service service;
    private final Merchants.Created hot;
    private final List<Merchants.Created> many = new ArrayList<>();
    private final Set<String> warm = new HashSet<>();
    private LedgerVerifier.@Nullable Report proved;

    /// @param hot merchant of figures with one organization
    ServiceUnderTest(
            BenchEnvironment environment,
            Setting setting,
            Database database,
            Vault vault,
            Service service,
            Merchants.Created hot) {
        this.environment = environment;
        this.setting = setting;
        this.database = database;
        this.vault = vault;
        this.service = service;
        this.hot = hot;
    }

    public Setting setting() {
        return setting;
    }

    /// Returns true if it has so many payouts that a scan of all of them takes minutes.
    public boolean isLarge() {
        return setting == Setting.LARGE;
    }

    public Plan.Merchant hot() {
        return hot.merchant();
    }

    /// Returns a hundred merchants, created on first use. Together they have as many recipients as the hot one.
    public List<Plan.Merchant> many() throws IOException, InterruptedException {
        return made().stream().map(Merchants.Created::merchant).toList();
    }

    private List<Merchants.Created> made() throws IOException, InterruptedException {
        if (many.isEmpty()) {
            many.addAll(new Merchants(database, vault).make(ORGANIZATIONS, 1, baseUrl()));
        }
        return many;
    }

    /// Returns the hot merchant, or some of the hundred.
    public List<Merchants.Created> some(int count) throws IOException, InterruptedException {
        return count == 1 ? List.of(hot) : List.copyOf(made().subList(0, count));
    }

    /// Returns the number of events of some merchants.
    public long events(List<Merchants.Created> merchants) throws SQLException {
        try (var connection = environment.cluster().connect(setting.database())) {
            return ServiceStore.events(
                    connection,
                    merchants.stream().map(Merchants.Created::organizationId).toList());
        }
    }

    /// Registers webhook endpoints of some merchants at the generator.
    public Endpoints tell(List<Merchants.Created> merchants) throws IOException, InterruptedException {
        var ports = environment.generator().receive(merchants.size());
        var endpoints = new Endpoints(new Api(baseUrl()));
        for (int i = 0; i < ports.size(); i++) {
            endpoints.add(merchants.get(i).merchant(), ports.get(i));
        }
        return endpoints;
    }

    public URI baseUrl() throws IOException {
        return service.baseUrl();
    }

    /// Returns a plan of payouts in a closed loop.
    public Plan paying(List<Plan.Merchant> merchants, int connections, int itemsPerRequest) throws IOException {
        return plan(connections, itemsPerRequest, merchants, List.of());
    }

    /// Returns a plan of reads by the hot merchant in a closed loop.
    public Plan reading(int connections, List<String> targets) throws IOException {
        return plan(connections, 0, List.of(hot()), targets);
    }

    private Plan plan(int connections, int itemsPerRequest, List<Plan.Merchant> merchants, List<String> targets)
            throws IOException {
        var settings = environment.settings();
        return Plan.of(
                baseUrl(), connections, settings.settling(), settings.measured(), itemsPerRequest, merchants, targets);
    }

    /// Warms up a kind of work once, until it gets no faster.
    public void warm(String kind, Plan plan) throws IOException {
        if (!warm.add(kind)) {
            return;
        }
        proved = null;
        environment.warm("%s on %s".formatted(kind, setting), plan);
    }

    /// Runs a plan, and measures its cost for the service and PostgreSQL.
    public Rate run(String name, Plan plan) throws IOException {
        return run(name, plan, Generator.Watch.NONE);
    }

    /// @param also also receives the beginning and end of the measured time
    public Rate run(String name, Plan plan, Generator.Watch also) throws IOException {
        proved = plan.targets().isEmpty() ? null : proved;
        var meter = environment.meter(List.of(service.pid()));
        var result = environment.generator().run(plan, meter.with(also));
        long items = result.requests() * Math.max(1, plan.itemsPerRequest());
        return new Rate(name, items, result.seconds(), meter.cost(), more(plan, result, meter.cost()));
    }

    private static Map<String, Double> more(Plan plan, Result result, Cost cost) {
        var more = new LinkedHashMap<String, Double>();
        more.put("P50Micros", result.latency().p50());
        // A closed loop sends nothing while it waits, so its slow requests are under-represented (coordinated
        // omission).
        var loop = plan.ratePerSecond() > 0 ? "" : "ClosedLoop";
        more.put(loop + "P99Micros", result.latency().p99());
        more.put(loop + "P999Micros", result.latency().p999());
        more.put(loop + "MaxMicros", result.latency().max());
        result.lag().ifPresent(lag -> {
            more.put("LagP50Micros", lag.p50());
            more.put("LagP99Micros", lag.p99());
        });
        more.put("ResidentMegabytes", cost.residentMegabytes());
        more.put("GeneratorCpuShare", result.cpuSeconds() / result.seconds());
        return more;
    }

    /// Returns the service's peak resident memory.
    public double residentPeakMegabytes() {
        return Cpu.residentPeakMegabytes(service.pid());
    }

    /// Starts another node with workers on the same database.
    public Service worker() throws IOException {
        proved = null;
        return environment.serve(setting.name() + "-worker", setting.database(), true);
    }

    /// Verifies the books, unless there were no writes since the last time.
    public LedgerVerifier.Report audit() {
        var report = proved != null ? proved : LedgerVerifier.verify(database, AuditSources.payments(vault));
        proved = report;
        return report;
    }

    /// Returns a counter of payouts.
    public Tallies tallies() throws SQLException {
        return new Tallies(environment.cluster().connect(setting.database()));
    }

    /// Returns the number of payouts with a status; `%` for any.
    public long payouts(String status) throws SQLException {
        try (var tallies = tallies()) {
            return tallies.payouts(status);
        }
    }

    /// Returns the number of payouts.
    public long payouts() throws SQLException {
        return payouts("%");
    }

    /// Returns read targets of the hot merchant.
    public ReadTargets sights(int count) throws SQLException {
        try (var connection = environment.cluster().connect(setting.database())) {
            return ReadTargets.of(connection, hot.organizationId(), count);
        }
    }

    /// Returns the session cookie of a user of the hot merchant.
    public String session(Role role) {
        return new Merchants(database, vault).session(hot.organizationId(), role);
    }

    @Override
    public void close() {
        service.close();
        database.close();
    }
}
