package dev.sluice.bench.seed;

import dev.sluice.auth.ApiClients;
import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.auth.TamperReport;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.SqlFailure;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.InstructionMac;
import dev.sluice.event.Events;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Deployment;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.Rails;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.recipient.BankRules;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.screening.Screenings;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jdbi.v3.core.Handle;

/// Fills a sandbox's database with final payouts: most completed, some failed, cancelled or reversed, spread over the
/// last three years, in several currencies, to recipients that are created along.
///
/// The result looks as if the service had created it: `verify-ledger` succeeds after every transaction of the fill,
/// and everything can be viewed, listed and verified. Two kinds of data are left out because they would have expired:
/// events and idempotency keys of payouts older than thirty days. Existing data of an organization stays, and the
/// fill continues its balances, statement and totals; the statement then contains lines that are older than those
/// before them.
///
/// No other process may move these organizations' money during the fill. If one does, the fill stops with its
/// committed part, and the books are correct.
public final class Seed {
    /// Limit of the 64-bit arithmetic for times and balances.
    public static final long DISBURSEMENTS_MAX = 90_000_000;

    private static final int RECIPIENTS_MIN = 20;
    private static final int RECIPIENTS_MAX = 3_000;
    /// Limit over all organizations, since recipients are held in memory.
    private static final int RECIPIENTS_IN_MEMORY_MAX = 20_000;

    private static final int PAYOUTS_PER_RECIPIENT = 100;

    private final Database database;
    private final Vault vault;
    private final Order order;
    private final Schedule schedule;
    private final Past past;
    private final RandomGenerator random;
    private final References references;
    private final Organizations organizations;

    private Seed(Database database, Vault vault, Order order) {
        this.database = database;
        this.vault = vault;
        this.order = order;
        this.schedule = Schedule.of(order.disbursements(), order.now());
        this.past = new Past(schedule.beginning());
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(order.randomSeed());
        new ReferenceLoader(database, new Clocks(order::now)).load();
        this.references = new References(database, Served.everything());
        this.organizations = Organizations.wire(database, past.clocks());
    }

    /// Parameters of a fill.
    ///
    /// @param organizations paying organizations, used in turn; each has a live API client
    /// @param now the present; everything becomes final at least a minute before
    /// @param randomSeed the same seed gives the same amounts, times and endings
    public record Order(List<UUID> organizations, long disbursements, Instant now, long randomSeed) {
        public Order {
            organizations = List.copyOf(organizations);
            if (organizations.isEmpty()) {
                throw new IllegalArgumentException("somebody has to pay: no organization was given");
            }
            if (disbursements < 1 || disbursements > DISBURSEMENTS_MAX) {
                throw new IllegalArgumentException(
                        "from 1 to " + DISBURSEMENTS_MAX + " disbursements can be filled in");
            }
        }
    }

    /// Receives the progress after every transaction. The next transaction waits with its rows written, so an
    /// implementation must not query the database.
    @FunctionalInterface
    public interface Progress {
        void committed(long disbursements, long rows);
    }

    /// Result of a fill; rows are those of all tables. `tidied` is the time to vacuum and analyze afterwards.
    public record Report(long disbursements, long rows, Duration filled, Duration tidied) {}

    /// Fills the database.
    ///
    /// @param database migrated, with three connections to spare; its vault's keys are those of the service
    /// @throws Deployment.Mismatch if the database is a live one
    public static Report fill(Database database, Vault vault, Order order, Progress progress)
            throws InterruptedException {
        Deployment.claim(database, "sandbox");
        return new Seed(database, vault, order).run(progress);
    }

    private Report run(Progress progress) throws InterruptedException {
        long start = System.nanoTime();
        var merchants = merchants();
        var accounts = accounts();
        fund(accounts);
        var journal = new Journal(database.inTx(tx -> BalanceStore.read(tx, accounts)));
        var positions = database.inTx(tx -> BalanceStore.feeds(
                tx, merchants.stream().map(Merchant::organizationId).toList()));
        var documents = new Documents(vault, past, positions, random);
        var filling = new Filling(
                merchants,
                schedule,
                past,
                journal,
                documents,
                new InstructionMac(vault),
                new PayoutStatusReports(vault),
                random);
        var disbursements = new AtomicLong();
        var rows = new AtomicLong();
        try (var writers = new ChunkWriters(
                database,
                chunk -> progress.committed(disbursements.addAndGet(chunk.payouts()), rows.addAndGet(chunk.rows())))) {
            while (!filling.isDone()) {
                var chunk = writers.blank();
                filling.fill(chunk);
                writers.write(chunk);
            }
            writers.finish();
        }
        long filled = System.nanoTime();
        database.read(Seed::tidied);
        return new Report(
                disbursements.get(),
                rows.get(),
                Duration.ofNanos(filled - start),
                Duration.ofNanos(System.nanoTime() - filled));
    }

    private static boolean tidied(Handle handle) {
        try {
            BalanceStore.tidy(handle);
            return true;
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    private List<Merchant> merchants() {
        var rails = new Rails(List.of(new SandboxRail(database, past.clocks())));
        var clients = ApiClients.wire(
                database,
                vault,
                past.clocks(),
                TenantDirectory.wire(database),
                new SecureRandom(),
                true,
                TamperReport.NONE);
        var merchants = new ArrayList<Merchant>();
        try (var recipients = Recipients.wire(
                database,
                vault,
                past.clocks(),
                references,
                organizations,
                rails,
                new Events(vault),
                BankRules.sparing(Magic::isNumber),
                new TamperAlarm(new Alerts(database, past.clocks(), (_, _) -> {}), new SimpleMeterRegistry()),
                new Screenings(database, vault, past.clocks(), false))) {
            var beneficiaries = new Beneficiaries(database, vault, references, recipients, past, random);
            for (var id : order.organizations()) {
                merchants.add(merchant(id, clients, beneficiaries));
            }
        }
        return merchants;
    }

    private Merchant merchant(UUID id, ApiClients clients, Beneficiaries beneficiaries) {
        var name = organizations.get(id).name();
        var client = clients.list(id).stream()
                .filter(each -> each.revokedAt().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no API client"));
        var caller = new Caller(id, name, client.id(), client.label(), EnumSet.allOf(Scope.class));
        return new Merchant(
                id,
                name,
                new Actor(caller.actorId(), caller.actorName()),
                beneficiaries.make(caller, recipientsEach()));
    }

    private int recipientsEach() {
        long each = order.disbursements() / order.organizations().size() / PAYOUTS_PER_RECIPIENT;
        int max = Math.min(
                RECIPIENTS_MAX, RECIPIENTS_IN_MEMORY_MAX / order.organizations().size());
        return Math.max(RECIPIENTS_MIN, (int) Math.min(max, each));
    }

    private List<AccountKey> accounts() {
        var keys = new ArrayList<AccountKey>();
        for (var organization : order.organizations()) {
            for (var market : Market.values()) {
                var asset = references.asset(market.name()).orElseThrow();
                for (var account :
                        List.of(Account.AVAILABLE, Account.HELD, Account.FEES, Account.clearing(SandboxRail.NAME))) {
                    keys.add(new AccountKey(organization, asset, account));
                }
            }
        }
        return keys;
    }

    /// Opens the accounts, and credits the maximum cost of all payouts.
    private void fund(List<AccountKey> accounts) {
        var funding = new Funding(new Ledger(past.clocks()), past.clocks());
        var count = BigInteger.valueOf(Math.min(
                order.disbursements(),
                (order.disbursements() / order.organizations().size() + 1) * Filling.GROUP_MAX));
        for (var organization : order.organizations()) {
            database.run(tx -> {
                BalanceStore.open(
                        tx,
                        accounts.stream()
                                .filter(key -> key.organizationId().equals(organization))
                                .toList());
                funding.deposit(tx, organization, largest(count));
            });
        }
    }

    private List<Money> largest(BigInteger count) {
        var all = new ArrayList<Money>();
        for (var market : Market.values()) {
            var most = references.payoutMethods(market.name()).stream()
                    .map(Seed::largestWithFee)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            all.add(new Money(most.units().multiply(count), most.asset()));
        }
        return all;
    }

    private static Money largestWithFee(PayoutMethod method) {
        var amount = Market.largest(method);
        return amount.plus(method.fee().fee(amount));
    }
}
