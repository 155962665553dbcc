package dev.sluice.bench.seed;

import dev.sluice.app.AuditSources;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.Guard;
import dev.sluice.auth.RequestObserver;
import dev.sluice.auth.Scope;
import dev.sluice.auth.TamperReport;
import dev.sluice.client.RequestSigner;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.embedded.Embedded;
import dev.sluice.disbursement.DisbursementModule;
import dev.sluice.event.Events;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.notification.Notifications;
import dev.sluice.policy.Policies;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.rail.sandbox.SandboxBank;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rate.Rates;
import dev.sluice.recipient.BankRules;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.screening.Screenings;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// A database with the service's modules on it, without HTTP, with one merchant, and a clock that only the test
/// advances.
final class SeedEnvironment implements AutoCloseable {
    private static final Path DIRECTORY = Path.of("target", "test-postgres").toAbsolutePath();

    final Embedded cluster = Embedded.startOrAttach(DIRECTORY);
    final Database database;
    final Vault vault;
    final UUID organization;
    final DisbursementModule module;
    private final String name = "fill_" + ProcessHandle.current().pid();
    private final ApiClient.WithSecret client;
    private final SandboxBank bank;
    private final Recipients recipients;
    private Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    SeedEnvironment() throws SQLException {
        execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        execute("CREATE DATABASE " + name);
        database = Database.open(new Database.Address(url(name), cluster.user(), cluster.password()), 8, null);
        Migrations.migrate(database);
        vault = Vault.open(database, new byte[Vault.MASTER_KEY_BYTES]);
        InstantSource time = () -> now;
        var clocks = new Clocks(time);
        var idempotency = new IdempotentRequests(database, vault, clocks);
        var organizations = Organizations.wire(database, clocks);
        var directory = TenantDirectory.wire(database);
        var random = new SecureRandom();
        var clients = ApiClients.wire(database, vault, clocks, directory, random, true, TamperReport.NONE);
        var keys = ApiKeys.wire(database, vault, clocks, directory, random, true, TamperReport.NONE);
        new ReferenceLoader(database, clocks).load();
        var references = new References(database, Served.everything());
        var rails = new Rails(List.of(new SandboxRail(database, clocks)));
        var events = new Events(vault);
        var reports = new PayoutStatusReports(vault);
        var envelope = new Envelope(clocks);
        var ledger = new Ledger(clocks);
        recipients = Recipients.wire(
                database,
                vault,
                clocks,
                references,
                organizations,
                rails,
                events,
                BankRules.sparing(Magic::isNumber),
                new TamperAlarm(new Alerts(database, clocks, (_, _) -> {}), new SimpleMeterRegistry()),
                new Screenings(database, vault, clocks, false));
        bank = new SandboxBank(database, clocks, reports, new IncomingPayments(vault));
        module = DisbursementModule.wire(
                new CoreServices(
                        database,
                        vault,
                        clocks,
                        idempotency,
                        events,
                        ledger,
                        organizations,
                        directory,
                        references,
                        Rates.wire(references, clocks),
                        Guard.wire(
                                clients,
                                keys,
                                organizations,
                                idempotency,
                                envelope,
                                time,
                                Optional.empty(),
                                true,
                                RequestObserver.NOBODY),
                        envelope,
                        () -> URI.create("http://localhost"),
                        true),
                recipients,
                new DisbursementModule.Rules(
                        new Policies(database, clocks, ledger::lock),
                        Notifications.wire(database, vault, clocks),
                        new TamperAlarm(new Alerts(database, clocks, (_, _) -> {}), new SimpleMeterRegistry()),
                        new Screenings(database, vault, clocks, false)),
                rails,
                reports,
                new RailStops(database));
        organization = organizations.create("Acme", Switches.sandbox()).id();
        client = clients.create(organization, "till", Scope.ALL, Allowlist.ANY);
    }

    Seed.Report fill(long payouts, long randomSeed) throws InterruptedException {
        return fill(payouts, randomSeed, (_, _) -> {});
    }

    Seed.Report fill(long payouts, long randomSeed, Seed.Progress progress) throws InterruptedException {
        return Seed.fill(database, vault, new Seed.Order(List.of(organization), payouts, now, randomSeed), progress);
    }

    void deposits(long count, long randomSeed) {
        PastDeposits.make(database, new byte[Vault.MASTER_KEY_BYTES], organization, count, now, randomSeed, _ -> {});
    }

    void trade(long count, long randomSeed) {
        PastTrade.make(database, new byte[Vault.MASTER_KEY_BYTES], organization, count, now, randomSeed, _ -> {});
    }

    <T> T one(String sql, Class<T> type) {
        return database.read(handle -> handle.createQuery(sql).mapTo(type).one());
    }

    /// Credits one rupiah, concurrently with other work.
    void deposit() {
        var clocks = new Clocks(() -> now);
        var one = Money.exactly(BigDecimal.ONE, Asset.fiat("IDR", 2));
        database.run(tx -> new Funding(new Ledger(clocks), clocks).deposit(tx, organization, List.of(one)));
    }

    LedgerVerifier.Report audit() {
        return LedgerVerifier.verify(database, AuditSources.payments(vault));
    }

    /// Sends a signed request with an idempotency key to its route.
    Answer send(Method method, String template, String path, Map<String, String> parameters, String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var timestamp = now.toString();
        var id = client.client().clientId();
        var toSign = RequestSigner.stringToSign(id, timestamp, method.name(), path, "", bytes);
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Content-Type", Answer.JSON);
        headers.put("X-Client-ID", id);
        headers.put("X-Timestamp", timestamp);
        headers.put("X-Signature", RequestSigner.signature(client.secret(), toSign));
        headers.put("Idempotency-Key", UUID.randomUUID().toString());
        var request = new Request(
                UUID.randomUUID().toString(), method, path, "", bytes, "127.0.0.1", parameters, headers::get);
        return module.routes().stream()
                .filter(route -> route.method() == method && route.template().equals(template))
                .findFirst()
                .orElseThrow()
                .handler()
                .handle(request);
    }

    /// Advances the clock, and runs the bank and the worker.
    void pass(Duration time) {
        now = now.plus(time);
        bank.step();
        module.worker().read();
        module.worker().step();
    }

    @Override
    public void close() throws SQLException {
        module.disbursements().close();
        recipients.close();
        database.close();
        execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        cluster.stop();
    }

    private void execute(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url("postgres"), cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String url(String database) {
        return cluster.jdbcUrl().replace("/sluice?", "/" + database + "?");
    }
}
