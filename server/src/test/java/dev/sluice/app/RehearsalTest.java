package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import dev.sluice.rail.iso20022.rehearsal.BankRehearsals;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.State;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.Step;
import dev.sluice.rail.iso20022.rehearsal.RehearsalSession;
import dev.sluice.rail.iso20022.rehearsal.RehearsalStep;
import dev.sluice.rail.iso20022.rehearsal.RehearsalStep.Result;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.rail.sandbox.bank.BankKeys;
import dev.sluice.rail.sandbox.bank.BankSettings;
import dev.sluice.rail.sandbox.bank.BankSftpServer;
import dev.sluice.rail.sandbox.bank.Knob;
import dev.sluice.rail.sandbox.bank.Knobs;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Rehearsals with the simulated bank as the test platform, over its SFTP server. The live transport of the profile
/// names a server that does not exist.
class RehearsalTest {
    private static final String PROFILE = """
            id: eur
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            windows: {zone: Europe/Berlin, calendar: none, every: PT1S}
            in: {status: pain.002, notices: camt.054, statements: camt.053}
            credits-from: camt.054
            silence: {ack-by: PT1H, status-by: PT1H}
            duplicates: {refused-by: [MsgId, EndToEndId], for: P90D}
            recall: camt.055
            vop: opt-out
            transport: {type: sftp, host: live.invalid, user: example, key: ./none, out: /in, in: /out,
              host-key: "SHA256:Q1Tn0LAB0mPXNc3pDYb6Yv9rSkcQkq0v4bW2w7Zl9Ls"}
            rehearsal:
              payee: {name: Test Payee, iban: DE75512108001245126199}
              rejected-account: %s
              transport: {type: sftp, host: 127.0.0.1, port: %d, user: customer, key: %s, host-key: "%s",
                out: /in, in: /out, out-archive: /taken, archive: /fetched}
            """;

    @TempDir
    private Path root = Path.of(".");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-12-01T10:00:00Z"));
    private final Clocks clocks = new Clocks(now::get);
    private final TestDatabase database = TestDatabase.create();
    private final Vault vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
    private final BankRehearsals rehearsals =
            new BankRehearsals(new BankRehearsals.Dependencies(database.database(), clocks, vault));
    private BankSftpServer server;
    private String yaml;
    private BankProfile profile;
    private SimulatedBank bank;

    @BeforeEach
    void open() throws Exception {
        var keys = BankKeys.of(root);
        server = BankSftpServer.start(root.resolve("files"), 0, "customer", keys);
        for (var folder : List.of("in", "out", "taken", "fetched")) {
            Files.createDirectories(root.resolve("files").resolve(folder));
        }
        yaml = PROFILE.formatted(rejected(), server.port(), keys.customerFile(), keys.fingerprint());
        profile = profile(yaml);
        bank(Set.of("MsgId", "EndToEndId"));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        database.close();
    }

    /// Returns an IBAN with a magic account part: the bank rejects it as closed.
    private static String rejected() {
        var bban = "10010010" + Magic.ACCOUNT_CLOSED.accountNumber();
        var digits = new BigInteger(bban + "131400").mod(BigInteger.valueOf(97)).intValue();
        return "DE%02d%s".formatted(98 - digits, bban);
    }

    private BankProfile profile(String text) throws Exception {
        return BankProfiles.load(List.of(Files.writeString(root.resolve("eur.yaml"), text)))
                .getFirst();
    }

    /// Opens the account at the test platform.
    private void bank(Set<String> refused) {
        var like = SimulatedBanks.settings(profile, 2);
        var accepts = like.accepts();
        var files = root.resolve("files");
        bank = new SimulatedBank(
                database.database(),
                new BankSettings(
                        "test",
                        like.account(),
                        new BankSettings.Folders(
                                files.resolve("in"), files.resolve("out"), null, files.resolve("taken")),
                        new BankSettings.Accepts(
                                accepts.message(),
                                accepts.charset(),
                                accepts.names(),
                                accepts.remittance(),
                                accepts.chargeBearer(),
                                accepts.limit(),
                                accepts.addressRequired(),
                                refused,
                                accepts.duplicatesRefusedFor(),
                                accepts.recalls(),
                                accepts.payeesVerified()),
                        like.sends(),
                        like.prices(),
                        like.timing(),
                        like.opening(),
                        like.zone(),
                        like.weekdaysOnly()),
                clocks);
        bank.open();
    }

    private RehearsalSession session(boolean restart) {
        return rehearsals.play(profile, "Ana", restart, FileTransport::open);
    }

    /// Lets the bank and the rehearsal work until it has ended, at most for some rounds.
    private RehearsalReport played(int rounds) {
        try (var session = session(false)) {
            return played(session, rounds);
        }
    }

    private RehearsalReport played(RehearsalSession session, int rounds) {
        var report = session.step();
        for (int round = 0; round < rounds && report.state() == State.OPEN; round++) {
            now.updateAndGet(before -> before.plusSeconds(2));
            bank.step();
            report = session.step();
        }
        return report;
    }

    private static Step step(RehearsalReport report, RehearsalStep step) {
        return report.steps().stream()
                .filter(each -> each.step() == step)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_bank_that_keeps_its_promises_passes_and_live_accepts_the_profile() throws Exception {
        assertThat(rehearsals.missing(List.of(profile)))
                .containsExactly("bank profile eur: it was never rehearsed with the bank's test platform; run"
                        + " ./sluice bank rehearse --account eur");
        var report = played(20);
        assertThat(report.steps())
                .allSatisfy(
                        each -> assertThat(each.result()).as(each.toString()).isEqualTo(Result.PASSED));
        assertThat(report.state()).isEqualTo(State.PASSED);
        assertThat(report.startedBy()).isEqualTo("Ana");
        assertThat(report.profileHash()).isEqualTo(profile.hash());
        assertThat(step(report, RehearsalStep.REJECTION).evidence()).contains("RJCT AC04");
        assertThat(step(report, RehearsalStep.DUPLICATE_FILE).evidence()).contains("RJCT DU01");
        assertThat(step(report, RehearsalStep.DUPLICATE_PAYMENT).evidence()).contains("RJCT DU04");
        assertThat(rehearsals.missing(List.of(profile))).isEmpty();
        assertThat(bank.timesBooked().values()).allMatch(times -> times == 1);
        int applied = database.database()
                .read(handle -> handle.createQuery("""
                        SELECT (SELECT count(*) FROM rail_iso20022_order) + (SELECT count(*) FROM rail_iso20022_inbound)
                            + (SELECT count(*) FROM rail_iso20022_entry) + (SELECT count(*) FROM rail_iso20022_file)
                        """).mapTo(Integer.class).one());
        assertThat(applied).isZero();
    }

    @Test
    void a_passed_rehearsal_is_not_repeated_and_another_hash_needs_another_one() throws Exception {
        var passed = played(20);
        assertThat(played(0)).isEqualTo(passed);
        profile = profile(yaml.replace("host: live.invalid", "host: new.invalid"));
        assertThat(rehearsals.missing(List.of(profile))).isEmpty();
        profile = profile(yaml.replace("status-by: PT1H}", "status-by: PT2H}"));
        assertThat(rehearsals.missing(List.of(profile)))
                .containsExactly("bank profile eur: it has changed since its last rehearsal of 2026-12-01T10:00:00Z,"
                        + " and needs another one; run ./sluice bank rehearse --account eur");
        assertThat(played(0).state()).isEqualTo(State.OPEN);
        assertThat(rehearsals.missing(List.of(profile)).getFirst()).contains("answers", "are missing");
    }

    @Test
    void a_profile_without_a_test_platform_is_refused() throws Exception {
        profile = profile(yaml.substring(0, yaml.indexOf("rehearsal:")));
        assertThatThrownBy(() -> session(false)).hasMessageContaining("has no test platform");
        assertThat(rehearsals.missing(List.of(profile)).getFirst())
                .startsWith("bank profile eur: it has no test platform: add rehearsal to the profile");
    }

    @Test
    void a_run_that_ends_anywhere_is_continued_and_sends_nothing_twice() {
        RehearsalReport report;
        int runs = 0;
        int kills = 0;
        do {
            // Each run fails at another call of the transport, before or after its effect.
            int calls = runs++;
            try (var session = rehearsals.play(
                    profile, "Ana", false, to -> new FaultyTransport(FileTransport.open(to), calls, true))) {
                report = session.step();
                now.updateAndGet(before -> before.plusSeconds(2));
                report = session.step();
            } catch (FaultyTransport.Killed killed) {
                report = null;
                kills++;
                now.updateAndGet(before -> before.plus(Duration.ofMinutes(6)));
            }
            now.updateAndGet(before -> before.plusSeconds(2));
            bank.step();
        } while ((report == null || report.state() == State.OPEN) && runs < 60);
        assertThat(report).isNotNull();
        assertThat(kills).isGreaterThan(5);
        assertThat(report.steps())
                .allSatisfy(
                        each -> assertThat(each.result()).as(each.toString()).isEqualTo(Result.PASSED));
        assertThat(bank.timesBooked().values()).allMatch(times -> times == 1);
    }

    @Test
    void two_runs_at_once_are_refused_and_a_restart_ends_the_other() {
        try (var first = session(false)) {
            assertThatThrownBy(() -> session(false)).hasMessageContaining("another run plays the rehearsal of eur");
            try (var second = session(true)) {
                assertThatThrownBy(first::step).hasMessageContaining("another run");
                assertThat(second.step().state()).isEqualTo(State.OPEN);
            }
        }
    }

    @Test
    void a_bank_that_accepts_a_file_twice_fails() {
        bank(Set.of());
        var report = played(20);
        assertThat(report.state()).isEqualTo(State.FAILED);
        var step = step(report, RehearsalStep.DUPLICATE_FILE);
        assertThat(step.result()).isEqualTo(Result.FAILED);
        assertThat(step.evidence()).contains("the bank booked", " 2 times; remove duplicates");
        assertThat(rehearsals.missing(List.of(profile)).getFirst()).contains("failed; run ./sluice bank rehearse");
    }

    @Test
    void a_bank_that_knows_no_end_to_end_ids_fails() {
        bank(Set.of("MsgId"));
        var report = played(20);
        assertThat(step(report, RehearsalStep.DUPLICATE_FILE).result()).isEqualTo(Result.PASSED);
        var step = step(report, RehearsalStep.DUPLICATE_PAYMENT);
        assertThat(step.result()).isEqualTo(Result.FAILED);
        assertThat(step.evidence()).contains("EndToEndId");
    }

    @Test
    void without_promises_of_duplicates_nothing_is_sent_twice() throws Exception {
        profile = profile(yaml.replaceAll("(?m)^(duplicates|recall): .*\n", ""));
        bank(Set.of());
        var report = played(20);
        assertThat(report.state()).isEqualTo(State.PASSED);
        assertThat(report.steps())
                .filteredOn(each -> each.result() == Result.NOT_OFFERED)
                .extracting(Step::step)
                .containsExactly(RehearsalStep.DUPLICATE_FILE, RehearsalStep.DUPLICATE_PAYMENT, RehearsalStep.RECALL);
        assertThat(bank.timesBooked()).hasSize(2);
    }

    @Test
    void an_account_that_the_bank_pays_after_all_fails() throws Exception {
        profile = profile(yaml.replace(rejected(), "DE02120300000000202051"));
        var report = played(20);
        var step = step(report, RehearsalStep.REJECTION);
        assertThat(step.result()).isEqualTo(Result.FAILED);
        assertThat(step.evidence()).contains("the faulty payment was made: ACSC");
    }

    /// A fault of the test platform, and the step that finds it.
    enum Broken {
        NO_ANSWER(Knob.NO_ANSWER, RehearsalStep.PAYMENT, "no answer within PT1H (silence.status-by)"),
        SIGNATURE_MISSING(Knob.SIGNATURE_MISSING, RehearsalStep.PAYMENT, "PATC"),
        TRUNCATED(Knob.TRUNCATED, RehearsalStep.FILES, "cannot be read"),
        WRONG_TOTALS(Knob.WRONG_TOTALS, RehearsalStep.FILES, "camt.054");

        private final Knob knob;
        private final RehearsalStep step;
        private final String evidence;

        Broken(Knob knob, RehearsalStep step, String evidence) {
            this.knob = knob;
            this.step = step;
            this.evidence = evidence;
        }
    }

    @ParameterizedTest
    @EnumSource(Broken.class)
    void a_broken_promise_fails_at_its_step(Broken broken) {
        bank.set(broken.knob, Knobs.Setting.always());
        var report = played(5);
        if (report.state() == State.OPEN) {
            assertThat(step(report, broken.step).result()).isEqualTo(Result.NOT_ANSWERED_YET);
            now.updateAndGet(before -> before.plus(Duration.ofHours(2)));
            report = played(1);
        }
        assertThat(report.state()).isEqualTo(State.FAILED);
        assertThat(step(report, broken.step).result()).isEqualTo(Result.FAILED);
        assertThat(step(report, broken.step).evidence()).contains(broken.evidence);
    }

    @Test
    void a_rename_that_overwrites_fails_before_anything_is_sent() throws IOException {
        try (var session = rehearsals.play(
                profile, "Ana", false, to -> new FaultyTransport(FileTransport.open(to), Integer.MAX_VALUE, false))) {
            var report = session.step();
            assertThat(report.state()).isEqualTo(State.FAILED);
            assertThat(step(report, RehearsalStep.RENAME).evidence()).contains("replaced a file");
            assertThat(report.files()).isEmpty();
        }
        try (var folder = Files.list(root.resolve("files/in"))) {
            assertThat(folder).isEmpty();
        }
    }

    @Test
    void a_record_that_was_changed_in_the_database_proves_nothing() {
        assertThat(played(0).state()).isEqualTo(State.OPEN);
        database.database().run(tx -> tx.handle().execute("""
                UPDATE rail_iso20022_rehearsal
                SET state = 'passed', ended_at = started_at, ended_by = 'Eve', report = ''
                """));
        assertThat(rehearsals.missing(List.of(profile)).getFirst())
                .startsWith("bank profile eur: the record ")
                .contains("was changed in the database", "--restart");
        try (var session = session(true)) {
            assertThat(session.step().state()).isEqualTo(State.OPEN);
        }
    }
}
