package dev.sluice.rail.iso20022.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.decision.BankDecisions;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionPerson;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.BankEntry;
import dev.sluice.rail.iso20022.inbound.PayoutBook;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfileException;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A bank account with a manual clock whose files are in folders of the test. The test gives statuses and entries.
final class TestAccount implements AutoCloseable {
    static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    private static final String PROFILE = """
            id: eur-main
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH,
              address: {town: Berlin, country: DE}}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA, max: 50000.00}]
            out: {message: pain.001.001.09, charset: sepa-latin, transliterate: german, max-per-file: %d%s}
            windows: {zone: Europe/Berlin, calendar: none, open: ["%s"], every: PT1S}
            in: {status: pain.002, notices: camt.054, statements: camt.053}
            credits-from: camt.053
            final: [booked]
            silence: {ack-by: PT2H, status-by: PT24H, booked-by: 2bd, statement-by: "09:00 next bd"}
            transport:
              {type: folder, out: %s/out, in: %s/in, acks: %s/acks, out-archive: %s/sent, archive: %s/done}
            """;
    static final DecisionPerson ANA = DecisionPerson.onCommandLine("Ana Lee");
    static final DecisionPerson BEN = DecisionPerson.onCommandLine("Ben Ode");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-12-01T10:00:00Z"));
    private final TestDatabase database = TestDatabase.create();
    private final Clocks clocks = new Clocks(now::get);
    private final Path root;
    private final BankProfile profile;
    private final BankPayouts.Dependencies dependencies;
    private final Set<String> stopped = new HashSet<>();
    private final Set<UUID> frozen = new HashSet<>();
    private final List<Alerts.Alert> alerts = new ArrayList<>();
    private final PayoutBook book;

    TestAccount(Path root, String limits, String window) throws IOException, BankProfileException {
        this(root, 100, limits, window, "");
    }

    private TestAccount(Path root, int perFile, String limits, String window, String promises)
            throws IOException, BankProfileException {
        this.root = root;
        var file = root.resolve("eur-main.yaml");
        Files.writeString(file, PROFILE.formatted(perFile, limits, window, root, root, root, root, root) + promises);
        this.profile = BankProfiles.load(List.of(file)).getFirst();
        var vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
        var raised = new Alerts(database.database(), clocks, (_, alert) -> alerts.add(alert));
        this.dependencies = new BankPayouts.Dependencies(
                database.database(),
                clocks,
                vault,
                new PayoutSuspension(stopped::contains, () -> frozen),
                new PayoutStatusReports(vault),
                raised,
                new TamperAlarm(raised, new SimpleMeterRegistry()));
        this.book = BankPayouts.book(dependencies);
    }

    static TestAccount in(Path root) throws IOException, BankProfileException {
        return new TestAccount(root, "", "00:00-24:00");
    }

    /// Returns an account with so many payouts in a file at most.
    static TestAccount of(Path root, int perFile) throws IOException, BankProfileException {
        return new TestAccount(root, perFile, "", "00:00-24:00", "");
    }

    /// Returns an account at a bank that makes promises.
    ///
    /// @param promises lines of the profile
    static TestAccount promising(Path root, String promises) throws IOException, BankProfileException {
        return new TestAccount(root, 100, "", "00:00-24:00", promises);
    }

    BankProfile profile() {
        return profile;
    }

    Set<UUID> frozen() {
        return frozen;
    }

    OutgoingFiles outgoing() {
        return new OutgoingFiles(dependencies);
    }

    BankDecisions decisions() {
        return new BankDecisions(
                database.database(),
                clocks,
                dependencies.vault(),
                PayoutDecisions.effects(dependencies, List.of(profile)));
    }

    static DecisionRequest request(DecisionKind kind, String subject, String verdict) {
        return new DecisionRequest(kind, "eur-main", subject, verdict, "the bank's statement 12");
    }

    /// Two people decide.
    void decide(DecisionKind kind, String subject, String verdict) {
        decisions().requestOrConfirm(request(kind, subject, verdict), ANA);
        decisions().requestOrConfirm(request(kind, subject, verdict), BEN);
    }

    /// Returns the message of a refused decision.
    static String refusal(Runnable call) {
        try {
            call.run();
        } catch (DecisionRefused refused) {
            return String.valueOf(refused.getMessage());
        }
        throw new AssertionError("it is not refused");
    }

    /// Returns a file as people see it.
    OutgoingFiles.Shown shown(String msgId) {
        return outgoing().find(msgId).orElseThrow();
    }

    /// Returns the MsgIds of all files, the oldest first.
    List<String> msgIds() {
        return database.database().read(handle -> BankPayouts.files(handle, null, 100)).reversed().stream()
                .map(BankPayouts.OutgoingFile::msgId)
                .toList();
    }

    /// Seals and delivers a payout.
    Instruction sent(String amount) {
        var instruction = instruction(amount);
        rail().submit(List.of(instruction));
        send();
        return instruction;
    }

    TestDatabase database() {
        return database;
    }

    RailStops rails() {
        return new RailStops(database.database());
    }

    Set<String> stopped() {
        return stopped;
    }

    List<Alerts.Alert> alerts() {
        return alerts;
    }

    /// Returns a node's view of the account.
    BankPayouts node() {
        return node(() -> FileTransport.open(profile.transport()));
    }

    BankPayouts node(BankTransport.Opener transports) {
        return BankPayouts.wire(dependencies, profile, transports);
    }

    Rail rail() {
        return node().rail();
    }

    Instant now() {
        return clocks.instant();
    }

    void pass(Duration duration) {
        now.updateAndGet(before -> before.plus(duration));
    }

    /// Seals and delivers all that is due.
    void send() {
        var node = node();
        while (node.seal()) {
            // Repeat until nothing is due.
        }
        while (node.send()) {
            // Repeat until nothing is due.
        }
    }

    /// Lets the bank acknowledge a file, and looks for it.
    void acknowledge(String msgId) {
        try {
            Files.writeString(root.resolve("acks").resolve(msgId + ".txt"), "received " + msgId);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        send();
    }

    Instruction instruction(String amount) {
        return instruction(amount, "DE75512108001245126199", "Jürgen Müller");
    }

    Instruction instruction(String amount, String account, String name) {
        return new Instruction(
                new PayoutRef(ORGANIZATION, clocks.newId()),
                eur(amount),
                new BankAccount("EUR", "DE", "SEPA", RoutingNumbers.NONE, account, name, null),
                "Invoice 4711");
    }

    static Money eur(String amount) {
        return Money.exactly(new BigDecimal(amount), Asset.fiat("EUR", 2));
    }

    Outcome outcome(Instruction instruction) {
        return rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    /// Returns the files in a folder, by name.
    List<Path> files(String folder) {
        var path = root.resolve(folder);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.sorted().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String id(Instruction instruction) {
        return EndToEndIds.of(instruction.payout().payoutId());
    }

    /// Returns the MsgId of the only file that was sent.
    String msgId() {
        return files("out").getFirst().getFileName().toString().replace(".xml", "");
    }

    List<String> status(@Nullable String group, @Nullable String reason, PaymentStatus... payments) {
        return statusOf(msgId(), group, reason, payments);
    }

    List<String> statusOf(String msgId, @Nullable String group, @Nullable String reason, PaymentStatus... payments) {
        return apply(new StatusReport("B1", msgId, group, reasons(reason), List.of(payments)));
    }

    List<String> apply(StatusReport report) {
        return database.database().inTx(tx -> book.apply(tx, profile, UUID.randomUUID(), report, now()));
    }

    static PaymentStatus transaction(Instruction instruction, String status, @Nullable String reason) {
        return new PaymentStatus(Level.TRANSACTION, id(instruction), null, status, reasons(reason));
    }

    private static List<StatusReason> reasons(@Nullable String reason) {
        return reason == null ? List.of() : List.of(new StatusReason(reason, ""));
    }

    List<PayoutBook.Match> entries(BankEntry... entries) {
        return database.database().inTx(tx -> book.apply(tx, profile, List.of(entries), now()));
    }

    /// Returns the missing amount of a returned payout.
    Optional<Money> missing(Instruction instruction) {
        return database.database().inTx(tx -> book.missing(tx, profile, id(instruction)));
    }

    List<Charge> charges() {
        return database.database().inTx(tx -> Charges.unbooked(tx, 10));
    }

    /// Returns a booked debit.
    static BankEntry debit(String endToEndId, String amount) {
        return entry(amount, false, null, endToEndId, null, 1);
    }

    /// Returns a booked debit with charges.
    static BankEntry charged(String endToEndId, String amount, String charges) {
        return entry(amount, false, null, endToEndId, null, eur(charges), 1);
    }

    static BankEntry returned(String endToEndId, String amount, String code) {
        return entry(amount, true, code, endToEndId, null, 1);
    }

    static BankEntry entry(
            String amount,
            boolean credit,
            @Nullable String code,
            @Nullable String endToEndId,
            @Nullable String msgId,
            int details) {
        return entry(amount, credit, code, endToEndId, msgId, null, details);
    }

    private static BankEntry entry(
            String amount,
            boolean credit,
            @Nullable String code,
            @Nullable String endToEndId,
            @Nullable String msgId,
            @Nullable Money charges,
            int details) {
        return new BankEntry(
                UUID.randomUUID(),
                "DE89370400440532013000",
                eur(amount),
                credit,
                true,
                credit && code == null,
                code,
                LocalDate.ofInstant(Instant.parse("2026-12-01T10:00:00Z"), ZoneOffset.UTC),
                new EntryDetails.References(endToEndId, "BANK-1", msgId, null, null, null),
                EntryDetails.Counterparty.NONE,
                null,
                charges,
                details);
    }

    /// Returns the outcomes that the account reported by itself.
    List<Outcome> reports() {
        var read = database.database()
                .inTx(tx -> dependencies.reports().unread(tx, now(), 1_000).notices());
        database.database().run(tx -> dependencies.reports().markRead(tx, read, now()));
        return read.stream().map(PayoutStatusReport::outcome).toList();
    }

    @Override
    public void close() {
        database.close();
    }
}
