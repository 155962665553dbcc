package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.inbound.BankFetcher;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.rail.sandbox.bank.Knob;
import dev.sluice.rail.sandbox.bank.Knobs;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recalls between the rail of a bank account and the simulated bank, over folders. The second signature
/// is missing at the bank, so that it holds the payments until somebody signs.
class BankRecallTest {
    private static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    private static final String PROFILE = """
            id: loop
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            out: {message: pain.001.001.09, charset: sepa-latin, transliterate: german}
            windows: {zone: Europe/Berlin, calendar: none, open: ["00:00-24:00"], every: PT1S}
            in: {status: pain.002, notices: camt.054, statements: camt.053}
            credits-from: camt.054
            recall: camt.055
            vop: opt-out
            transport:
              {type: simulator, out: %1$s/out, in: %1$s/in, acks: %1$s/acks, out-archive: %1$s/sent, archive: %1$s/done}
            """;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-12-01T10:00:00Z"));
    private final Clocks clocks = new Clocks(now::get);
    private final TestDatabase database = TestDatabase.create();
    private final List<String> unknown = new ArrayList<>();
    private BankPayouts payouts;
    private BankFetcher fetcher;
    private SimulatedBank bank;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        var file = root.resolve("loop.yaml");
        Files.writeString(file, PROFILE.formatted(root));
        var profile = BankProfiles.load(List.of(file)).getFirst();
        var vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
        var alerts = new Alerts(database.database(), clocks, (_, _) -> {});
        var dependencies = new BankPayouts.Dependencies(
                database.database(),
                clocks,
                vault,
                PayoutSuspension.NONE,
                new PayoutStatusReports(vault),
                alerts,
                new TamperAlarm(alerts, new SimpleMeterRegistry()));
        payouts = BankPayouts.wire(dependencies, profile, () -> FileTransport.open(profile.transport()));
        var inbound = new BankInbox.Dependencies(
                database.database(),
                clocks,
                vault,
                new IncomingPayments(vault),
                BankPayouts.book(dependencies),
                (_, _) -> Set.of(),
                code -> Asset.fiat(code, 2),
                Set.of("DE89370400440532013000"),
                (_, _, _, ids) -> unknown.addAll(ids));
        fetcher = new BankFetcher(
                inbound, BankInbox.wire(inbound), profile, () -> FileTransport.open(profile.transport()));
        bank = new SimulatedBank(database.database(), SimulatedBanks.settings(profile, 2), clocks);
        bank.open();
        bank.set(Knob.SIGNATURE_MISSING, Knobs.Setting.always());
    }

    @AfterEach
    void close() {
        assertThat(unknown).isEmpty();
        database.close();
    }

    private Instruction submitted(String amount) {
        var instruction = new Instruction(
                new PayoutRef(ORGANIZATION, clocks.newId()),
                Money.exactly(new BigDecimal(amount), Asset.fiat("EUR", 2)),
                new BankAccount(
                        "EUR", "DE", "SEPA", RoutingNumbers.NONE, "DE75512108001245126199", "Jürgen Müller", null),
                "Invoice 4711");
        payouts.rail().submit(List.of(instruction));
        return instruction;
    }

    private void pass(Duration time) {
        int steps = 12;
        for (int step = 0; step < steps; step++) {
            now.updateAndGet(before -> before.plus(time.dividedBy(steps)));
            payouts.seal();
            payouts.send();
            bank.step();
            fetcher.step();
        }
    }

    private Outcome outcome(Instruction instruction) {
        return payouts.rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    private String msgId() {
        return database.database().read(handle -> BankPayouts.files(handle, null, 100)).stream()
                .filter(file -> file.kind().equals("payment"))
                .map(BankPayouts.OutgoingFile::msgId)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_bank_cancels_a_payment_that_it_has_not_booked() {
        var recalled = submitted("12.00");
        var other = submitted("13.00");
        pass(Duration.ofMinutes(5));
        assertThat(outcome(recalled)).isInstanceOf(Outcome.Accepted.class);
        assertThat(payouts.rail().cancel(recalled.payout())).isEqualTo(Cancellation.REFUSED);
        pass(Duration.ofMinutes(5));
        assertThat(outcome(recalled)).isEqualTo(new Outcome.Stopped());
        assertThat(outcome(other)).isInstanceOf(Outcome.Accepted.class);
        bank.sign(msgId());
        pass(Duration.ofDays(2));
        assertThat(outcome(other)).isInstanceOf(Outcome.Settled.class);
        assertThat(outcome(recalled)).isEqualTo(new Outcome.Stopped());
        assertThat(bank.timesBooked())
                .hasSize(1)
                .allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
    }

    @Test
    void a_payment_whose_recall_the_bank_refuses_is_paid() {
        bank.set(Knob.RECALL_REFUSED, Knobs.Setting.always());
        var recalled = submitted("12.00");
        pass(Duration.ofMinutes(5));
        payouts.rail().cancel(recalled.payout());
        pass(Duration.ofMinutes(5));
        assertThat(outcome(recalled)).isInstanceOf(Outcome.Accepted.class);
        bank.sign(msgId());
        pass(Duration.ofDays(2));
        assertThat(outcome(recalled)).isInstanceOf(Outcome.Settled.class);
        assertThat(bank.timesBooked()).hasSize(1);
    }
}
