package dev.sluice.trial.soak;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Embedded;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.trial.proof.Chance;
import dev.sluice.trial.proof.Findings.Finding;
import dev.sluice.trial.soak.Pulse.Beat;
import dev.sluice.trial.stage.Desk;
import dev.sluice.trial.stage.Order;
import dev.sluice.trial.stage.Orders;
import dev.sluice.trial.stage.RailStore;
import dev.sluice.trial.stage.Traffic;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/// A node of the service on a PostgreSQL of its own: what it bears, half of that for long, four times that for a while,
/// and half of it again.
final class Soak implements AutoCloseable {
    private static final int CALLERS = 16;
    private static final int UNDER_WAY_MAX = 2_000;
    private static final int MANIFOLD = 4;
    private static final List<Money> MONEY = List.of(
            Money.exactly(new BigDecimal("900000000000000"), Asset.fiat("IDR", 2)),
            Money.exactly(new BigDecimal("900000000"), Asset.crypto("usdc-polygon", 6)));

    private final Embedded postgres;
    private final Database database;
    private final Desk desk;
    private final Traffic traffic;
    private final Orders orders;

    private Soak(Embedded postgres, List<String> serve, Path dir, long seed) throws IOException {
        this.postgres = postgres;
        var address = new Database.Address(postgres.jdbcUrl(), postgres.user(), postgres.password());
        this.desk = Desk.open(serve, dir, url(address));
        this.database = Database.open(address, 2, null);
        this.traffic = desk.traffic();
        this.orders = new Orders(Chance.of(seed), "soak-" + seed);
    }

    static Soak open(List<String> serve, Path dir, long seed) throws IOException {
        return new Soak(Embedded.startOrAttach(dir), serve, dir, seed);
    }

    /// What came of it.
    ///
    /// @param capacity how many requests a second the service bears from callers who wait for their answers
    /// @param minutes at half of that
    /// @param overload at four times that
    /// @param after at half of it again
    record Report(double capacity, List<Stretch> minutes, Stretch overload, Stretch after, List<Finding> findings) {
        /// The slow requests of the last third by those of the first.
        double slower() {
            int third = Math.max(1, minutes.size() / 3);
            return median(minutes.subList(minutes.size() - third, minutes.size())) / median(minutes.subList(0, third));
        }

        /// The memory at the end by that after the first third.
        double larger() {
            int third = Math.max(1, minutes.size() / 3);
            return (double) minutes.getLast().memory() / minutes.get(third - 1).memory();
        }

        /// How long after the overload the slow requests are again like those before it, as far as it was looked.
        ///
        /// @param slower how many times slower is still alike
        Duration recovered(double slower) {
            double most = median(minutes) * slower;
            return LongStream.range(0, after.time().toSeconds())
                    .mapToObj(Duration::ofSeconds)
                    .filter(since -> after.from(since).percentile(99).toNanos() <= most)
                    .findFirst()
                    .orElse(after.time());
        }

        private static double median(List<Stretch> some) {
            var sorted = some.stream()
                    .mapToDouble(stretch -> stretch.percentile(99).toNanos())
                    .sorted()
                    .toArray();
            return sorted[sorted.length / 2];
        }
    }

    Report run(int count, Duration minute, Duration burst, Consumer<Stretch> told) throws IOException {
        double capacity = capacity(burst);
        fund();
        var minutes = new ArrayList<Stretch>();
        for (int i = 0; i < count; i++) {
            var stretch = stretch(capacity / 2, minute);
            minutes.add(stretch);
            told.accept(stretch);
        }
        var overload = stretch(capacity * MANIFOLD, burst);
        var after = stretch(capacity / 2, burst);
        desk.finish(traffic);
        desk.prove(database);
        return new Report(capacity, minutes, overload, after, desk.findings().all());
    }

    private Stretch stretch(double rate, Duration time) throws IOException {
        var beats = new Pulse(traffic, this::next, UNDER_WAY_MAX).beat(rate, time);
        return new Stretch(beats, time, memory());
    }

    private synchronized Order next() {
        return orders.next();
    }

    /// From callers of whom each waits for its answer before it asks again. The first half of the time warms up.
    private double capacity(Duration time) {
        var successes = new LongAdder();
        long begun = System.nanoTime();
        long half = begun + time.toNanos() / 2;
        long end = begun + time.toNanos();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CALLERS; i++) {
                threads.execute(() -> {
                    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
                        var beat = new Beat(traffic.attempt(next()), Duration.ZERO, Duration.ZERO);
                        if (beat.isSuccess() && now > half) {
                            successes.increment();
                        }
                    }
                });
            }
        }
        return successes.sum() * 1e9 / (end - half);
    }

    /// Enough money for an hour.
    private void fund() {
        var clocks = new Clocks(InstantSource.system());
        var merchant = new RailStore(database).merchant();
        database.run(tx -> new Funding(new Ledger(clocks), clocks).deposit(tx, merchant, MONEY));
    }

    /// What the service's process has in memory now.
    private long memory() throws IOException {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(desk.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElse(0)
                    * 1024;
        }
    }

    private static String url(Database.Address address) {
        return "postgresql://%s:%s@%s"
                .formatted(
                        address.user(), address.password(), address.jdbcUrl().substring("jdbc:postgresql://".length()));
    }

    @Override
    public void close() {
        traffic.close();
        database.close();
        desk.close();
        postgres.stop();
    }
}
