package dev.sluice.bench.micro;

import dev.sluice.bench.load.Load;
import dev.sluice.bench.stage.Cpu;
import dev.sluice.bench.stage.Pauses;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switches;
import dev.sluice.money.Money;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.json.JsonMapper;

/// Transfers per second without HTTP: payers in a closed loop hold amounts through the service's lanes, in a database
/// of their own. At the end, its books are verified against the acknowledged transfers.
public final class LaneDrive {
    private static final BigDecimal OPENING = new BigDecimal("900000000000000");
    private static final int PAGE = 1_000;
    private static final int CONNECTIONS_MAX = 8;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final JsonMapper JSON = new JsonMapper();

    private final Plan plan;
    private final Database database;
    private final Clocks clocks = new Clocks(InstantSource.system());
    private final AtomicBoolean going = new AtomicBoolean(true);
    private final LongAdder done = new LongAdder();

    private LaneDrive(Plan plan, Database database) {
        this.plan = plan;
        this.database = database;
    }

    /// Parameters of the measurement.
    ///
    /// @param payers number of concurrent payers, spread evenly over the organizations
    /// @param postmaster process id of PostgreSQL, if its cost is to be included
    record Plan(
            Database.Address address,
            int payers,
            int organizations,
            Duration warmup,
            Duration measured,
            OptionalLong postmaster) {
        static Plan of(String[] arguments) {
            if (arguments.length != 7 && arguments.length != 8) {
                throw new IllegalArgumentException("needs JDBC URL, user, password, payers, organizations,"
                        + " seconds of warm-up, seconds, and may have the id of PostgreSQL's process");
            }
            return new Plan(
                    new Database.Address(arguments[0], arguments[1], arguments[2]),
                    Integer.parseInt(arguments[3]),
                    Integer.parseInt(arguments[4]),
                    Duration.ofSeconds(Long.parseLong(arguments[5])),
                    Duration.ofSeconds(Long.parseLong(arguments[6])),
                    arguments.length == 8 ? OptionalLong.of(Long.parseLong(arguments[7])) : OptionalLong.empty());
        }
    }

    /// Result of the measured time.
    ///
    /// @param items transfers with an acknowledged commit
    /// @param cpuSeconds CPU time of this process, and of PostgreSQL if the plan names its process
    public record Driven(long items, double seconds, double cpuSeconds) {
        public static Driven parse(String json) {
            return JSON.readValue(json, Driven.class);
        }

        String json() {
            return JSON.writeValueAsString(this);
        }
    }

    /// Main of the process: it reports the beginning and end of the measured time, as [Load] does, and then
    /// [Driven] as a line of JSON. After any failure, or with wrong books, it prints no such line.
    public static void main(String[] arguments) {
        System.out.println(run(Plan.of(arguments)).json());
    }

    static Driven run(Plan plan) {
        try (var database = Database.open(plan.address(), CONNECTIONS_MAX, null)) {
            Migrations.migrate(database);
            return new LaneDrive(plan, database).run();
        }
    }

    private Driven run() {
        requireNoTransfers();
        var organizations = organizations();
        var payers = new ArrayList<Payer>(plan.payers());
        Driven driven;
        try (var lane = new HoldLane(database, clocks)) {
            for (int i = 0; i < plan.payers(); i++) {
                payers.add(new Payer(lane, organizations.get(i % organizations.size()), going, done));
            }
            driven = drive(payers);
        }
        prove(payers);
        return driven;
    }

    /// Requires a journal without other transfers, since verification compares it with the acknowledged ones.
    private void requireNoTransfers() {
        long transfers = LedgerVerifier.verify(database, List.of()).transfers();
        if (transfers > 0) {
            throw new IllegalStateException("needs a database of its own, and this one has transfers: " + transfers);
        }
    }

    private List<UUID> organizations() {
        var organizations = Organizations.wire(database, clocks);
        var funding = new Funding(new Ledger(clocks), clocks);
        var ids = new ArrayList<UUID>(plan.organizations());
        for (int i = 0; i < plan.organizations(); i++) {
            var id = organizations
                    .create("Merchant " + (i + 1), Switches.sandbox())
                    .id();
            database.run(tx -> funding.deposit(tx, id, List.of(Money.exactly(OPENING, Payer.ASSET))));
            ids.add(id);
        }
        return ids;
    }

    private Driven drive(List<Payer> payers) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = CompletableFuture.allOf(payers.stream()
                    .map(payer -> CompletableFuture.runAsync(payer, threads))
                    .toArray(CompletableFuture[]::new));
            var driven = measured();
            going.set(false);
            all.join();
            return driven;
        }
    }

    private Driven measured() {
        Pauses.pause(plan.warmup());
        System.out.println(Load.BEGINS);
        long items = done.sum();
        double cpu = cpuSeconds();
        long from = System.nanoTime();
        Pauses.pause(plan.measured());
        double seconds = (System.nanoTime() - from) / NANOS_PER_SECOND;
        var driven = new Driven(done.sum() - items, seconds, cpuSeconds() - cpu);
        System.out.println(Load.ENDS);
        return driven;
    }

    private void prove(List<Payer> payers) {
        var paid =
                payers.stream().flatMap(Payer::paid).sorted(Payer.Paid.IN_ORDER).toList();
        var report = LedgerVerifier.verify(database, List.of((_, visitor) -> {
            for (int from = 0; from < paid.size(); from += PAGE) {
                var page = paid.subList(from, Math.min(from + PAGE, paid.size()));
                visitor.accept(page.stream().map(Payer.Paid::expected).toList());
            }
        }));
        if (!report.isClean()) {
            throw new IllegalStateException("the ledger has faults: " + report.faults());
        }
    }

    private double cpuSeconds() {
        long own = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
        return own / NANOS_PER_SECOND
                + plan.postmaster().stream().mapToDouble(Cpu::secondsOfTree).sum();
    }
}
