package dev.sluice.bench;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClients;
import dev.sluice.auth.Scope;
import dev.sluice.auth.TamperReport;
import dev.sluice.bench.seed.PastDeposits;
import dev.sluice.bench.seed.PastTrade;
import dev.sluice.bench.seed.Seed;
import dev.sluice.bench.stage.Filling;
import dev.sluice.bench.stage.Progress;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.merchant.Deployment;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.vault.Vault;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/// Fills a database for its first organization, creating one if necessary.
final class Filler implements Filling {
    private static final String NAME = "Past Merchant";
    private static final long RANDOM_SEED = 1;
    private static final long PROGRESS_INTERVAL = 100_000;

    @Override
    public void fill(Database database, byte[] masterKey, Amount amount, Progress progress) throws Exception {
        Deployment.claim(database, "sandbox");
        var clocks = new Clocks(InstantSource.system());
        clocks.refresh(database);
        var vault = Vault.open(database, masterKey);
        var organization = organization(database, vault, clocks);
        var now = clocks.instant();
        long start = System.nanoTime();
        if (amount.trades() > 0) {
            var listener = told(progress, "%,d of %,d of each payment type", amount.trades());
            PastTrade.make(database, masterKey, organization, amount.trades(), now, RANDOM_SEED, listener);
        }
        progress.say("created %,d token payouts, token deposits, conversions and checkout links each in %d s"
                .formatted(amount.trades(), secondsSince(start)));
        start = System.nanoTime();
        if (amount.deposits() > 0) {
            var listener = told(progress, "%,d of %,d deposits", amount.deposits());
            PastDeposits.make(database, masterKey, organization, amount.deposits(), now, RANDOM_SEED, listener);
        }
        progress.say("created %,d deposits in %d s".formatted(amount.deposits(), secondsSince(start)));
        var order = new Seed.Order(List.of(organization), amount.disbursements(), now, RANDOM_SEED);
        var listener = told(progress, "%,d of %,d payouts", amount.disbursements());
        var report = Seed.fill(database, vault, order, (done, _) -> listener.accept(done));
        progress.say("inserted %,d payouts (%,d rows) in %d s, vacuumed in %d s"
                .formatted(
                        report.disbursements(),
                        report.rows(),
                        report.filled().toSeconds(),
                        report.tidied().toSeconds()));
    }

    private static LongConsumer told(Progress progress, String text, long all) {
        var told = new AtomicLong();
        return done -> {
            if (done / PROGRESS_INTERVAL > told.get()) {
                told.set(done / PROGRESS_INTERVAL);
                progress.say(text.formatted(done, all));
            }
        };
    }

    private static long secondsSince(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime).toSeconds();
    }

    private static UUID organization(Database database, Vault vault, Clocks clocks) {
        var organizations = Organizations.wire(database, clocks);
        var clients = ApiClients.wire(
                database, vault, clocks, TenantDirectory.wire(database), new SecureRandom(), true, TamperReport.NONE);
        var first = organizations.list().stream().findFirst();
        var id = first.isPresent()
                ? first.get().id()
                : organizations.create(NAME, Switches.sandbox()).id();
        boolean signs =
                clients.list(id).stream().anyMatch(client -> client.revokedAt().isEmpty());
        if (!signs) {
            clients.create(id, NAME, Scope.ALL, Allowlist.ANY);
        }
        return id;
    }
}
