package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.inbound.BankBreaks;
import dev.sluice.rail.iso20022.inbound.BankFetcher;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.rail.sandbox.bank.BankSettings;
import dev.sluice.rail.sandbox.bank.IncomingCredit;
import dev.sluice.rail.sandbox.bank.Knob;
import dev.sluice.rail.sandbox.bank.Knobs;
import dev.sluice.rail.sandbox.bank.Party;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payouts and deposits between the rail of a bank account and the simulated bank, over folders. The bank's books are
/// written apart from ours and have the last word.
class BankLoopTest {
    private static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    private static final Asset EUR = Asset.fiat("EUR", 2);
    /// Faults that leave no booked payout unknown in the end.
    private static final Set<Knob> HARMLESS = EnumSet.of(
            Knob.NO_ANSWER,
            Knob.STATUS_LATE,
            Knob.STATUS_TWICE,
            Knob.STATUS_OUT_OF_ORDER,
            Knob.STATUS_IN_PARTS,
            Knob.LUMP_WITH_DETAILS,
            Knob.LUMP_WITHOUT_DETAILS,
            Knob.BOOKED_TWICE,
            Knob.STATEMENT_CORRECTED,
            Knob.DAY_MISSING);

    private static final String PROFILE = """
            id: loop
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            out: {message: pain.001.001.09, charset: sepa-latin, transliterate: german}
            windows: {zone: Europe/Berlin, calendar: none, open: ["00:00-24:00"], every: PT1S}
            in: {status: pain.002, notices: camt.054, intraday: camt.052, statements: camt.053, also: [mt940]}
            credits-from: camt.054
            final: [booked]
            silence: {ack-by: PT2H, status-by: PT24H, booked-by: 2bd, statement-by: "09:00 next bd"}
            duplicates: {refused-by: [MsgId, EndToEndId], for: P90D}
            vop: opt-out
            deposits: {method: EUR_BANK, name: Transfer, min: 1.00, max: 1000.00, by: [creditor-reference, remittance]}
            transport:
              {type: simulator, out: %1$s/out, in: %1$s/in, acks: %1$s/acks, out-archive: %1$s/sent, archive: %1$s/done}
            """;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-12-01T10:00:00Z"));
    private final Clocks clocks = new Clocks(now::get);
    private final TestDatabase database = TestDatabase.create();
    private final Vault vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
    private final IncomingPayments payments = new IncomingPayments(vault);
    private final List<String> unknown = new ArrayList<>();
    private BankProfile profile;
    private BankPayouts payouts;
    private BankFetcher fetcher;
    private SimulatedBank bank;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        var file = root.resolve("loop.yaml");
        Files.writeString(file, PROFILE.formatted(root));
        profile = BankProfiles.load(List.of(file)).getFirst();
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
                payments,
                BankPayouts.book(dependencies),
                (_, asked) -> asked.stream()
                        .filter(each -> each.number().equals("INV7"))
                        .collect(Collectors.toSet()),
                code -> Asset.fiat(code, 2),
                Set.of("DE89370400440532013000"),
                (_, _, _, ids) -> unknown.addAll(ids));
        fetcher = new BankFetcher(
                inbound, BankInbox.wire(inbound), profile, () -> FileTransport.open(profile.transport()));
        bank = new SimulatedBank(database.database(), SimulatedBanks.settings(profile, 2), clocks);
        bank.open();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Instruction instruction(String amount, String account) {
        return new Instruction(
                new PayoutRef(ORGANIZATION, clocks.newId()),
                Money.exactly(new BigDecimal(amount), EUR),
                new BankAccount("EUR", "DE", "SEPA", RoutingNumbers.NONE, account, "Jürgen Müller", null),
                "Invoice 4711");
    }

    private List<Instruction> submitted(int count) {
        var instructions = IntStream.range(0, count)
                .mapToObj(each -> instruction("10." + (10 + each), "DE75512108001245126199"))
                .toList();
        payouts.rail().submit(instructions);
        return instructions;
    }

    /// Lets our workers and the bank work for some time.
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

    private List<Outcome> outcomes(List<Instruction> instructions) {
        return payouts.rail()
                .queryOutcomes(instructions.stream().map(Instruction::payout).toList());
    }

    private List<IncomingPayment> credits() {
        return database
                .database()
                .inTx(tx -> payments.unread(tx, now.get(), 100).notices())
                .stream()
                .map(IncomingPayments.Entry::payment)
                .toList();
    }

    private void assertBookedOnce(List<Instruction> instructions) {
        assertThat(bank.timesBooked().values()).hasSize(instructions.size()).allMatch(times -> times == 1);
    }

    @Test
    void payouts_are_booked_once_and_settle() {
        var instructions = submitted(25);
        pass(Duration.ofMinutes(5));
        assertThat(outcomes(instructions)).allMatch(Outcome.Settled.class::isInstance);
        assertBookedOnce(instructions);
        pass(Duration.ofDays(3));
        assertThat(outcomes(instructions)).allMatch(Outcome.Settled.class::isInstance);
        assertBookedOnce(instructions);
        assertThat(unknown).isEmpty();
    }

    @Test
    void magic_accounts_fail_and_come_back() {
        var closed = instruction("10.00", iban(Magic.ACCOUNT_CLOSED));
        var bouncing = instruction("11.00", iban(Magic.RETURNED_BY_PAYEE));
        var instructions = List.of(closed, bouncing, instruction("12.00", "DE75512108001245126199"));
        payouts.rail().submit(instructions);
        pass(Duration.ofHours(1));
        pass(Duration.ofDays(1));
        assertThat(outcomes(instructions))
                .extracting(each -> each.getClass().getSimpleName())
                .containsExactly("Rejected", "Returned", "Settled");
    }

    @Test
    void a_return_net_of_a_charge_credits_what_came_back_and_charges_are_posted_once() {
        var before = SimulatedBanks.settings(profile, 2);
        bank = new SimulatedBank(
                database.database(),
                new BankSettings(
                        before.bank(),
                        before.account(),
                        before.folders(),
                        before.accepts(),
                        before.sends(),
                        new BankSettings.Prices(35, 0, 250, 0),
                        before.timing(),
                        before.opening(),
                        before.zone(),
                        before.weekdaysOnly()),
                clocks);
        var bouncing = instruction("11.00", iban(Magic.RETURNED_BY_PAYEE));
        bank.set(
                Knob.RETURN_NET,
                Knobs.Setting.of(EndToEndIds.of(bouncing.payout().payoutId())));
        var paid = instruction("12.00", "DE75512108001245126199");
        payouts.rail().submit(List.of(bouncing, paid));
        pass(Duration.ofHours(1));
        pass(Duration.ofDays(2));
        assertThat(outcomes(List.of(bouncing)))
                .singleElement()
                .isInstanceOfSatisfying(
                        Outcome.Returned.class,
                        returned ->
                                assertThat(returned.amount()).isEqualTo(Money.exactly(new BigDecimal("8.50"), EUR)));
        assertThat(outcomes(List.of(paid))).allMatch(Outcome.Settled.class::isInstance);
        assertThat(breaks()).singleElement().satisfies(open -> {
            assertThat(open.kind()).isEqualTo(BreakKind.RETURN_SHORT);
            assertThat(open.amount()).isEqualByComparingTo("2.50");
        });
        var charges = database.database().inTx(tx -> Charges.unbooked(tx, 10));
        assertThat(charges)
                .extracting(Charge::amount)
                .containsOnly(Money.exactly(new BigDecimal("0.35"), EUR))
                .hasSize(2);
    }

    private List<BankBreak> breaks() {
        return database.database().read(handle -> new BankBreaks(vault, clocks).open(handle, profile.id()));
    }

    /// Returns an IBAN with a magic number as its account part.
    private static String iban(Magic magic) {
        var bban = "10010010" + magic.accountNumber();
        var digits = new BigInteger(bban + "131400").mod(BigInteger.valueOf(97)).intValue();
        return "DE%02d%s".formatted(98 - digits, bban);
    }

    /// Each fault alone: no payout is booked twice, and none is settled without a booking.
    @ParameterizedTest
    @EnumSource(Knob.class)
    void no_fault_of_the_bank_pays_twice_or_settles_without_a_booking(Knob knob) {
        bank.set(knob, Knobs.Setting.always());
        var instructions = submitted(6);
        pass(Duration.ofHours(3));
        pass(Duration.ofDays(2));
        var booked = bank.timesBooked();
        int most = knob == Knob.BOOKED_TWICE ? 2 : 1;
        assertThat(booked.values()).allMatch(times -> times <= most);
        var outcomes = outcomes(instructions);
        long settled = outcomes.stream()
                .filter(each -> each instanceof Outcome.Settled || each instanceof Outcome.Returned)
                .count();
        assertThat(settled).isLessThanOrEqualTo(booked.size());
        if (HARMLESS.contains(knob)) {
            assertThat(outcomes).allMatch(Outcome.Settled.class::isInstance);
        }
        long rejected =
                outcomes.stream().filter(Outcome.Rejected.class::isInstance).count();
        assertThat(rejected).isLessThanOrEqualTo(instructions.size() - booked.size());
    }

    @Test
    void a_transfer_with_the_reference_of_a_deposit_is_credited_once() {
        bank.pay(IncomingCredit.ofText(
                "C1", 50_00, new Party("Ana Payer", "DE75512108001245126199", null), "Order inv7 thanks"));
        pass(Duration.ofDays(2));
        assertThat(credits()).singleElement().satisfies(credit -> {
            assertThat(credit.rail()).isEqualTo("bank-loop");
            assertThat(credit.destination()).isEqualTo(new Destination("EUR", "EUR_BANK", "INV7"));
            assertThat(credit.amount()).isEqualTo(Money.exactly(new BigDecimal("50.00"), EUR));
            assertThat(credit.payer().name()).isEqualTo("Ana Payer");
        });
    }

    @Test
    void a_transfer_without_a_reference_is_credited_to_nobody() {
        bank.pay(IncomingCredit.ofText("C1", 50_00, new Party("Ana Payer", "DE75512108001245126199", null), "thanks"));
        pass(Duration.ofDays(2));
        assertThat(credits()).isEmpty();
    }
}
