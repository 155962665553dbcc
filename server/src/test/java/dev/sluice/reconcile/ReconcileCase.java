package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.reconciliation.Charging;
import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.inbound.CamtText;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A bank account with the real import, orders and ledger. The test is the owner of payouts and deposits: it posts
/// the reports of the rail. The first statement closes Friday, 27 February 2026, with 1,000.00 EUR.
abstract class ReconcileCase {
    static final String FRIDAY = "2026-02-27";
    static final String MONDAY = "2026-03-02";
    static final String TUESDAY = "2026-03-03";
    static final String WEDNESDAY = "2026-03-04";
    static final String THURSDAY = "2026-03-05";
    static final String REFERENCE = "INV1";
    static final Asset EUR = Asset.fiat("EUR", 2);
    static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    private static final int REPORTS_MAX = 2_000;
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final String PROFILE = """
            id: eur-main
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            out: {message: pain.001.001.09, charset: sepa-latin, transliterate: german}
            windows: {zone: Europe/Berlin, calendar: TARGET, every: PT10M}
            in: {status: pain.002, notices: camt.054, statements: camt.053, numbers: yearly}
            credits-from: camt.054
            final: [booked, ACSC]
            silence: {ack-by: PT2H, status-by: PT24H, booked-by: 2bd, statement-by: "09:00 next bd"}
            vop: opt-out
            deposits: {method: EUR_BANK, name: Transfer, min: 1.00, max: 1000.00, by: [creditor-reference, remittance]}
            transport: {type: folder, out: %1$s/out, in: %1$s/in}
            """;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-02-27T17:00:00Z"));
    final Clocks clocks = new Clocks(now::get);
    final TestDatabase database = TestDatabase.create();
    final Vault vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
    final List<Alerts.Alert> raised = new ArrayList<>();
    final Alerts alerts = new Alerts(database.database(), clocks, (_, alert) -> raised.add(alert));
    private final Ledger ledger = new Ledger(clocks);
    private final PayoutStatusReports reports = new PayoutStatusReports(vault);
    private final IncomingPayments payments = new IncomingPayments(vault);
    private final Map<UUID, Integer> sequences = new HashMap<>();
    private final Map<String, UUID> deposits = new HashMap<>();
    private final Map<PayoutRef, Money> cameBack = new HashMap<>();
    BankPayouts.Dependencies dependencies;
    private int statements = 1;
    private int files;
    BankPayouts payouts;
    BankInbox inbox;
    BankProfile profile;
    Reconciliations reconciliations;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        var file = root.resolve("eur-main.yaml");
        Files.writeString(file, PROFILE.formatted(root));
        profile = BankProfiles.load(List.of(file)).getFirst();
        dependencies = new BankPayouts.Dependencies(
                database.database(),
                clocks,
                vault,
                PayoutSuspension.NONE,
                reports,
                alerts,
                new TamperAlarm(alerts, new SimpleMeterRegistry()));
        payouts = BankPayouts.wire(dependencies, profile, () -> FileTransport.open(profile.transport()));
        inbox = BankInbox.wire(new BankInbox.Dependencies(
                database.database(),
                clocks,
                vault,
                payments,
                BankPayouts.book(dependencies),
                (_, asked) -> asked.stream()
                        .filter(each -> each.number().equals(REFERENCE))
                        .collect(Collectors.toSet()),
                code -> Asset.fiat(code, 2),
                Set.of("DE89370400440532013000"),
                (_, _, _, _) -> {}));
        reconciliations = new Reconciliations(database.database(), clocks, vault, inbox);
        openAccount();
    }

    /// Applies the first statement.
    void openAccount() {
        receive(CamtText.statement("S1", 1, FRIDAY).opening("1000.00").closing("1000.00"));
        at(MONDAY, "10:00");
    }

    @AfterEach
    void close() {
        database.close();
    }

    /// Sets the time in the zone of the account.
    void at(String day, String time) {
        now.set(LocalDateTime.parse(day + "T" + time).atZone(ZONE).toInstant());
    }

    private Instruction instruction(String amount) {
        return new Instruction(
                new PayoutRef(ORGANIZATION, clocks.newId()),
                eur(amount),
                new BankAccount(
                        "EUR", "DE", "SEPA", RoutingNumbers.NONE, "DE75512108001245126199", "Jürgen Müller", null),
                "Invoice 4711");
    }

    /// Returns a payout that no file has yet.
    Instruction submitted(String amount) {
        var instruction = instruction(amount);
        payouts.rail().submit(List.of(instruction));
        return instruction;
    }

    /// Returns payouts that were delivered in one file.
    List<Instruction> sent(String... amounts) {
        var instructions = Arrays.stream(amounts).map(this::instruction).toList();
        payouts.rail().submit(instructions);
        payouts.seal();
        payouts.send();
        return instructions;
    }

    static String id(Instruction instruction) {
        return EndToEndIds.of(instruction.payout().payoutId());
    }

    static String subject(Instruction instruction) {
        return "payout:" + instruction.payout().payoutId();
    }

    /// Returns the MsgId of the newest file.
    String msgId() {
        return database.database()
                .read(handle -> BankPayouts.files(handle, "eur-main", 1))
                .getFirst()
                .msgId();
    }

    /// Receives a status of one transaction in a pain.002.
    void status(Instruction instruction, String code) {
        receive("""
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
                <GrpHdr><MsgId>P%d</MsgId><CreDtTm>2026-03-02T10:00:00Z</CreDtTm></GrpHdr>
                <OrgnlGrpInfAndSts><OrgnlMsgId>%s</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
                </OrgnlGrpInfAndSts>
                <OrgnlPmtInfAndSts><OrgnlPmtInfId>%s</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId>
                <TxSts>%s</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>
                """.formatted(++files, msgId(), msgId(), id(instruction), code).getBytes(StandardCharsets.UTF_8));
    }

    static EntryText debit(Instruction instruction, String amount) {
        return EntryText.of(amount)
                .reference("B" + id(instruction).substring(0, 12))
                .detail("<Refs><EndToEndId>" + id(instruction) + "</EndToEndId></Refs>");
    }

    static EntryText returned(Instruction instruction, String amount) {
        return EntryText.of(amount)
                .reference("R" + id(instruction).substring(0, 12))
                .detail("<Refs><EndToEndId>" + id(instruction)
                        + "</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>");
    }

    static EntryText deposit(String amount, String reference) {
        return EntryText.of(amount).reference(reference).remittance("Eve", REFERENCE);
    }

    /// Receives the next statement.
    InboundFile statement(String day, String opening, String closing, EntryText... entries) {
        statements++;
        var text = CamtText.statement("S" + statements, statements, day).opening(opening);
        for (var entry : entries) {
            text.add(entry);
        }
        return receive(text.closing(closing));
    }

    InboundFile notice(String day, EntryText... entries) {
        var text = CamtText.notice("N" + ++files, day);
        for (var entry : entries) {
            text.add(entry);
        }
        return receive(text);
    }

    InboundFile receive(CamtText text) {
        return receive(text.bytes());
    }

    InboundFile receive(byte[] bytes) {
        var stored = inbox.store(profile, "file.xml", bytes);
        return inbox.apply(profile, stored.file().id());
    }

    /// Posts the reports of the rail, as the owners of payouts, deposits and charges do.
    void post() {
        var time = clocks.instant().plusSeconds(1);
        var clearing = Account.clearing(profile.rail());
        database.database().run(tx -> {
            var transfers = new ArrayList<Transfer>();
            var status = reports.unread(tx, time, REPORTS_MAX).notices();
            for (var each : status) {
                switch (each.outcome()) {
                    case Outcome.Settled _ ->
                        transfers.add(transfer(each.payout(), Account.FUNDING, clearing, amount(tx, each.payout())));
                    case Outcome.Returned returned -> {
                        var earlier = cameBack.getOrDefault(each.payout(), Money.zero(EUR));
                        cameBack.put(each.payout(), returned.amount());
                        transfers.add(transfer(
                                each.payout(),
                                clearing,
                                Account.FUNDING,
                                returned.amount().minus(earlier)));
                    }
                    default -> {
                        // Nothing moves.
                    }
                }
            }
            reports.markRead(tx, status, time);
            var received = payments.unread(tx, time, REPORTS_MAX).notices();
            for (var each : received) {
                var deposit = new PayoutRef(
                        ORGANIZATION, deposits.computeIfAbsent(each.payment().key(), _ -> clocks.newId()));
                transfers.add(transfer(
                        deposit,
                        each.reversed() ? Account.SUSPENSE : clearing,
                        each.reversed() ? clearing : Account.SUSPENSE,
                        each.payment().amount()));
            }
            payments.markRead(tx, received, time);
            post(tx, transfers);
        });
        new Charging(database.database(), ledger, clocks).step();
    }

    private void post(Tx tx, List<Transfer> transfers) {
        var accounts = ledger.open(
                tx,
                transfers.stream()
                        .flatMap(each -> Stream.of(each.debit(), each.credit()))
                        .map(account -> new AccountKey(ORGANIZATION, EUR, account))
                        .distinct()
                        .toList());
        transfers.forEach(accounts::transfer);
        accounts.flush();
    }

    private Transfer transfer(PayoutRef payment, Account debit, Account credit, Money amount) {
        return new Transfer(
                payment.organizationId(),
                payment.payoutId(),
                sequences.merge(payment.payoutId(), 1, Integer::sum),
                debit,
                credit,
                amount,
                TransferKind.POST,
                clocks.instant());
    }

    private static Money amount(Tx tx, PayoutRef payout) {
        return new Money(
                tx.handle()
                        .createQuery("SELECT units FROM rail_iso20022_order WHERE payout_id = :id"
                                + " AND organization_id = :organization")
                        .bind("id", payout.payoutId())
                        .bind("organization", payout.organizationId())
                        .mapTo(BigDecimal.class)
                        .one()
                        .toBigInteger(),
                EUR);
    }

    /// Posts a transfer of a payment of its own.
    void transfer(Account debit, Account credit, Money amount) {
        var payment = new PayoutRef(ORGANIZATION, clocks.newId());
        database.database().run(tx -> post(tx, List.of(transfer(payment, debit, credit, amount))));
    }

    static Money eur(String amount) {
        return Money.exactly(new BigDecimal(amount), EUR);
    }

    /// Compares, and returns the result of the last closed day.
    Reconciliation reconcile() {
        return reconcile(null);
    }

    Reconciliation reconcile(@Nullable String until) {
        reconciliations.expectStatements(profile);
        reconciliations.compare(profile);
        return database.database()
                .read(handle -> reconciliations.of(handle, profile, until == null ? null : LocalDate.parse(until)))
                .orElseThrow();
    }

    /// Asserts terms: anchor, clearing, in transit, open entries, closing. They have no difference.
    static void assertTerms(Reconciliation reconciliation, String... amounts) {
        var terms = reconciliation.terms();
        assertThat(
                        List.of(
                                        terms.anchor(),
                                        terms.clearing(),
                                        terms.inTransit(),
                                        terms.openEntries(),
                                        terms.closing())
                                .stream()
                                .map(each -> new BigDecimal(each.units(), 2).toPlainString()))
                .containsExactly(amounts);
        assertThat(terms.difference().isZero())
                .as("expected %s", terms.expected())
                .isTrue();
    }

    /// Returns a break as text: kind, amount, age, subject.
    static String text(BankBreak open, LocalDate today) {
        return open.kind() + " " + open.amount().toPlainString() + " P" + open.ageDays(today) + "D";
    }

    static List<String> texts(Reconciliation reconciliation) {
        return reconciliation.breaks().stream()
                .map(each -> text(each, reconciliation.today()))
                .toList();
    }

    void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }
}
