package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.FREE;
import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.ServingRole;
import dev.sluice.screening.Check;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.ScreeningModule;
import dev.sluice.screening.ScreeningSettings.LocalList;
import dev.sluice.screening.ScreeningWorker;
import dev.sluice.screening.Screenings.Decided;
import dev.sluice.screening.Screenings.Operator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A deployment that screens recipients against a list, for tests of payouts: its workers, its list, its operator.
abstract class PayoutScreening {
    static final String HEADER = "id,schema,name,aliases,birth_date,countries,dataset\n";
    static final String LISTED = "Q1,Person,Viktor Morozhenko,,1961,ru,Test list\n";
    /// The sandbox waits a moment before it submits a payout.
    static final Duration UNTIL_SUBMITTED = Duration.ofSeconds(10);
    static final Duration AGE_MAX = Duration.ofDays(3);

    final PayoutFixture fixture = new PayoutFixture(true);
    final ServingRole attacker = new ServingRole(fixture.database);
    final HookedBank bank = new HookedBank();
    final DisbursementWorker worker = worker(fixture.node);
    final Operator operator = new Operator(new UUID(0, 9), "Olga", "Born in another year");

    @TempDir
    Path folder;

    ScreeningModule module;
    ScreeningWorker screener;

    @BeforeEach
    void open() {
        fixture.fund(1_000_000, IDR);
        module = screening();
        screener = screener(module, fixture.node);
        list(HEADER + LISTED);
    }

    @AfterEach
    void close() {
        assertThat(fixture.audit().isClean()).isTrue();
        module.close();
        attacker.close();
        fixture.close();
    }

    ScreeningModule screening() {
        return ScreeningModule.wire(
                fixture.database,
                fixture.auth.vault,
                fixture.auth.clocks,
                new LocalList(folder.resolve("targets.simple.csv"), AGE_MAX, 50));
    }

    ScreeningWorker screener(ScreeningModule screening, PayoutFixture.Node node) {
        return screening.worker(
                node.parts.rules().notifications(),
                Map.of(CheckKind.PAYOUT, node.disbursements::screened),
                fixture.meters);
    }

    DisbursementWorker worker(PayoutFixture.Node node) {
        return node.worker(bank);
    }

    void list(String csv) {
        list(csv, Duration.ZERO);
    }

    void list(String csv, Duration age) {
        var file = folder.resolve("targets.simple.csv");
        try {
            Files.writeString(file, csv);
            Files.setLastModifiedTime(
                    file, FileTime.from(fixture.auth.realClock.instant().minus(age)));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        module.refreshTask().orElseThrow().run();
    }

    UUID pay(String name) {
        var draft = PayoutFixture.draft(0, 100, IDR, FREE, null);
        var bankAccount = draft.payee().parts().bank();
        var payee = new Payee(new UUID(1, 2), null, name, bankAccount, null);
        return PayoutFixture.ids(fixture.node.disbursements.create(
                        fixture.create(fixture.claim(), draft.with(null, PayeeDocument.of(payee)))))
                .getFirst();
    }

    /// Lets all workers process everything that is due now.
    void work() {
        while (screener.step()) {
            // Repeated, so that every answer is reported.
        }
        fixture.pass(UNTIL_SUBMITTED);
        worker.step();
    }

    DisbursementState state(UUID payout) {
        return fixture.node.disbursements.get(fixture.organization, payout).state();
    }

    Check check(UUID payout) {
        return module.screenings()
                .find(new CheckRef(fixture.organization, payout))
                .orElseThrow();
    }

    Decided decide(UUID payout, boolean cleared) {
        var check = check(payout);
        return module.screenings()
                .decide(check.ref(), cleared, operator, check.result().matches());
    }

    List<String> notices() {
        return fixture.database.read(handle -> handle.createQuery("SELECT kind FROM notification_report ORDER BY id")
                .mapTo(String.class)
                .list());
    }
}
