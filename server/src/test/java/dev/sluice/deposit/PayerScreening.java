package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.auth.Guard;
import dev.sluice.auth.RequestObserver;
import dev.sluice.clock.Clocks;
import dev.sluice.convert.ConvertModule;
import dev.sluice.db.Database;
import dev.sluice.deposit.create.PaymentInstructions;
import dev.sluice.deposit.create.PaymentOptions;
import dev.sluice.deposit.create.Ranges;
import dev.sluice.deposit.lane.BatchRun;
import dev.sluice.deposit.review.ScreenedPayers;
import dev.sluice.event.Events;
import dev.sluice.http.Envelope;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.notification.Notifications;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Payer;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rate.Rates;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.screening.Check;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.ScreeningModule;
import dev.sluice.screening.ScreeningSettings;
import dev.sluice.screening.ScreeningSettings.LocalList;
import dev.sluice.screening.ScreeningWorker;
import dev.sluice.screening.Screenings.Decided;
import dev.sluice.screening.Screenings.Operator;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Deposits of a service without workers: the test runs their steps, so that money moves only on its command.
abstract class PayerScreening {
    static final String BANK = "sandbox";
    static final String CHAIN = "sandbox-chain";
    static final String LISTED = "Viktor Morozhenko";
    static final String LISTED_WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    static final Duration AGE_MAX = Duration.ofDays(3);
    private static final String HEADER = "id,schema,name,aliases,identifiers,dataset\n";
    private static final String ROW = "Q1,Person," + LISTED + ",," + LISTED_WALLET + ",Test list\n";
    private static final AtomicReference<Duration> AHEAD = new AtomicReference<>(Duration.ZERO);

    static TestService service;

    @TempDir
    Path folder;

    final Operator operator = new Operator(new UUID(0, 9), "Olga", "Born in another year");
    final String run = UUID.randomUUID().toString();
    Merchant merchant;
    NodeWorkers node;

    @BeforeAll
    static void start() {
        service = TestService.start(
                Map.of("SLUICE_WORKERS", "off"), () -> Instant.now().plus(AHEAD.get()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void open() {
        merchant = Merchant.at(service);
        node = new NodeWorkers(service.connections(), service.clocks(), list());
        list(Duration.ZERO);
    }

    @AfterEach
    void close() {
        service.connections().run(tx -> tx.handle().execute("UPDATE rail_incoming_payment SET read_at = due_at"));
        service.connections().run(tx -> tx.handle().execute("DELETE FROM screening_check"));
        assertThat(service.audit().faults()).isEmpty();
        node.close();
        merchant.close();
    }

    LocalList list() {
        return new LocalList(folder.resolve("targets.simple.csv"), AGE_MAX, 50);
    }

    /// Writes a list of a given age, and loads it.
    void list(Duration age) {
        var file = folder.resolve("targets.simple.csv");
        try {
            Files.writeString(file, HEADER + ROW);
            Files.setLastModifiedTime(
                    file, FileTime.from(service.clocks().realInstant().minus(age)));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        node.module.refreshTask().orElseThrow().run();
    }

    static void pass(Duration time) {
        AHEAD.updateAndGet(before -> before.plus(time));
        service.clocks().refresh(service.connections());
    }

    /// Creates a deposit of 100,000 IDR by bank transfer.
    String asked() {
        return merchant.createDeposit("014_TRANSFER", "100000");
    }

    IncomingPayment paidBy(String payer, String depositId) {
        return paidBy(payer, depositId, depositId);
    }

    IncomingPayment paidBy(String payer, String depositId, String name) {
        var amount = Money.exactly(new BigDecimal("100000"), Asset.fiat("IDR", 2));
        return told(
                BANK, name, destination(depositId), amount, new Payer(null, payer, "BCA", "014", "5271038846", null));
    }

    IncomingPayment sentFrom(String wallet, String depositId) {
        var amount = Money.exactly(new BigDecimal("100"), Asset.crypto("usdc-polygon", 6));
        return told(CHAIN, depositId, destination(depositId), amount, new Payer("0x1", null, null, null, wallet, null));
    }

    IncomingPayment told(String rail, String name, Destination destination, Money amount, Payer payer) {
        var now = service.clocks().instant();
        var payment = new IncomingPayment(rail, run + ":" + name, destination, amount, payer, null, now, now);
        service.connections().run(tx -> node.receipts.add(tx, List.of(payment)));
        return payment;
    }

    private static Destination destination(String depositId) {
        return Destination.of(service.connections()
                .read(handle -> handle.createQuery("SELECT destination FROM deposit WHERE id = :id")
                        .bind("id", UUID.fromString(depositId))
                        .mapTo(String.class)
                        .one()));
    }

    Check check(IncomingPayment payment) {
        return node.module
                .screenings()
                .find(new CheckRef(merchant.organizationId(), ScreenedPayers.subject(payment)))
                .orElseThrow();
    }

    void decide(IncomingPayment payment, boolean cleared) {
        var check = check(payment);
        assertThat(node.module
                        .screenings()
                        .decide(check.ref(), cleared, operator, check.result().matches()))
                .isEqualTo(Decided.DONE);
    }

    String status(String depositId) {
        return text(
                merchant.client().get("/v1/deposit/" + depositId).expect(200).data(), "status");
    }

    BigDecimal gained() {
        return merchant.available("IDR").subtract(Merchant.OPENING);
    }

    static long count(String sql) {
        return service.connections()
                .read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    /// Returns the total of rejected payers' money in the house's books.
    long unmatched() {
        return count("SELECT count(*) FROM deposit_payment WHERE reason = 'SCREENING' AND deposit_id IS NULL AND"
                + " resolution IS NULL AND reversed_at IS NULL AND key LIKE '" + run + "%'");
    }

    static long suspense() {
        return count(
                "SELECT coalesce(sum(balance), 0) FROM ledger_account WHERE role = 'suspense' AND organization_id ="
                        + " '00000000-0000-0000-0000-000000000000'");
    }

    /// Workers of one node.
    static final class NodeWorkers implements AutoCloseable {
        final IncomingPayments receipts = new IncomingPayments(service.vault());
        final ScreeningModule module;
        final DepositWorker worker;
        final ScreeningWorker screener;
        final Notifications notices;
        final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        private final Deposits deposits;

        NodeWorkers(Database database, Clocks clocks, ScreeningSettings settings) {
            var vault = service.vault();
            this.notices = Notifications.wire(database, vault, clocks);
            this.module = ScreeningModule.wire(database, vault, clocks, settings);
            var core = ground(database, clocks);
            var parts = new BatchRun.Parts(
                    new DepositStore(vault),
                    core.ledger(),
                    core.idempotency(),
                    clocks,
                    core.events(),
                    core.directory(),
                    core.rates(),
                    ConvertModule.wire(core).quotes(),
                    notices,
                    new Ranges(),
                    new TamperAlarm(new Alerts(database, clocks, (_, _) -> {}), meters));
            var instructions = new PaymentInstructions(
                    core.references(), new PayinRails(List.of(), _ -> false), new SecureRandom());
            var options = new PaymentOptions(core.references(), core.organizations(), core.rates(), instructions);
            this.deposits = new Deposits(database, parts, options);
            this.worker = new DepositWorker(
                    database,
                    deposits,
                    receipts,
                    new ScreenedPayers(module.screenings(), receipts),
                    core.directory(),
                    clocks,
                    parts.alarm());
            this.screener = module.worker(notices, Map.of(CheckKind.DEPOSIT, worker::screened), meters);
            module.refreshTask().ifPresent(Runnable::run);
        }

        private static CoreServices ground(Database database, Clocks clocks) {
            var vault = service.vault();
            var references = new References(database, Served.everything());
            var organizations = Organizations.wire(database, clocks);
            var idempotency = new IdempotentRequests(database, vault, clocks);
            var envelope = new Envelope(clocks);
            return new CoreServices(
                    database,
                    vault,
                    clocks,
                    idempotency,
                    new Events(vault),
                    new Ledger(clocks),
                    organizations,
                    TenantDirectory.wire(database),
                    references,
                    Rates.wire(references, clocks),
                    Guard.wire(
                            service.apiClients(),
                            service.apiKeys(),
                            organizations,
                            idempotency,
                            envelope,
                            clocks::realInstant,
                            Optional.empty(),
                            true,
                            RequestObserver.NOBODY),
                    envelope,
                    () -> URI.create("http://localhost"),
                    true);
        }

        /// Processes everything that is due now, with all workers.
        void work() {
            worker.read();
            while (screener.step()) {
                // Repeated, so that every answer is reported.
            }
            worker.read();
        }

        @Override
        public void close() {
            deposits.close();
            module.close();
        }
    }
}
