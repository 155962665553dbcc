package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.write.TransferFile;
import dev.sluice.iso20022.write.TransferRules;
import dev.sluice.money.Asset;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits;
import dev.sluice.rail.iso20022.profile.BankProfile.Inbound.Numbers;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// An inbox on a database of its own, with one account.
abstract class InboundCase {
    static final String METHOD = "EUR_BANK";

    final AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2026-03-03T08:00:00Z"));
    final Clocks clocks = new Clocks(time::get);
    final RecordingPayouts payouts = new RecordingPayouts();
    final Set<Destination> open = new HashSet<>();
    final List<String> stopped = new ArrayList<>();
    BankProfile profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.053");
    TestDatabase db;
    Vault vault;
    IncomingPayments payments;
    BankInbox inbox;

    @BeforeEach
    void create() {
        db = TestDatabase.create();
        vault = Vault.open(db.database(), new byte[Vault.MASTER_KEY_BYTES]);
        payments = new IncomingPayments(vault);
        inbox = inbox();
    }

    /// Applies a held file, as two people decide.
    InboundFile release(UUID file, String by, String secondPerson) {
        return db.database().inTx(tx -> inbox.release(tx, profile, file, by, secondPerson));
    }

    @AfterEach
    void drop() {
        db.close();
    }

    BankInbox.Dependencies dependencies() {
        return new BankInbox.Dependencies(
                db.database(),
                clocks,
                vault,
                payments,
                payouts,
                (_, asked) -> asked.stream().filter(open::contains).collect(Collectors.toSet()),
                code -> Asset.fiat(code, 2),
                Set.of(CamtText.IBAN, "DE75512108001245126199"),
                (_, _, _, ids) -> stopped.addAll(ids));
    }

    /// Returns an inbox as another node has it.
    BankInbox inbox() {
        return BankInbox.wire(dependencies());
    }

    static BankProfile profile(String id, String account, String currency, String creditsFrom) {
        return profile(id, account, currency, creditsFrom, Numbers.YEARLY);
    }

    static BankProfile profile(String id, String account, String currency, String creditsFrom, Numbers numbers) {
        return new BankProfile(
                id,
                new BankProfile.Account(
                        new TransferFile.AccountNumber(account, Character.isLetter(account.charAt(0))),
                        null,
                        currency,
                        "Example GmbH",
                        null),
                BankProfile.Scheme.SEPA_CT,
                List.of(),
                rules(),
                new BankProfile.Limits(100, null, null, 1),
                new BankProfile.Windows(
                        ZoneId.of("Europe/Berlin"), BankProfile.Calendar.TARGET, List.of(), Duration.ofMinutes(10)),
                new BankProfile.Inbound(
                        Set.of("pain.002", "camt.052", "camt.053", "camt.054", "mt940", "mt942"), creditsFrom, numbers),
                new BankProfile.Promises(
                        Set.of("BOOKED"),
                        Duration.ofHours(2),
                        Duration.ofHours(24),
                        new BankProfile.Promises.Days(2, true),
                        new BankProfile.Promises.Deadline(LocalTime.of(9, 0), new BankProfile.Promises.Days(1, true)),
                        Set.of(),
                        null,
                        false),
                BankProfile.PayeeCheck.OPT_OUT,
                deposits(currency),
                new BankProfile.Transport.Local(new BankProfile.Folders(
                        "out", null, null, "in", null, BankProfile.Folders.After.LEAVE, null, "{msgId}.xml")),
                null,
                "0".repeat(64));
    }

    private static Deposits deposits(String currency) {
        return new Deposits(
                currency + "_BANK",
                "Bank transfer",
                BigDecimal.ONE,
                BigDecimal.TEN,
                BigDecimal.ZERO,
                BigDecimal.ZERO,
                Set.of(Deposits.Recognition.values()),
                new Deposits.VirtualRange("DE89370400440532990000", "DE89370400440532999999"),
                currency.equals("CHF") ? "CH4431999123000889012" : null);
    }

    private static TransferRules rules() {
        return new TransferRules(
                "pain.001.001.09",
                TransferRules.Charset.SEPA_LATIN,
                TransferRules.Transliteration.GERMAN,
                TransferRules.AddressForm.NONE,
                70,
                140,
                "SLEV",
                "SEPA",
                null,
                null,
                false);
    }

    InboundFile receive(byte[] bytes) {
        return receive(profile, bytes);
    }

    InboundFile receive(BankProfile to, byte[] bytes) {
        time.updateAndGet(now -> now.plusSeconds(1));
        var stored = inbox.store(to, "file.xml", bytes);
        return inbox.apply(to, stored.file().id());
    }

    InboundFile receive(CamtText text) {
        return receive(text.bytes());
    }

    /// Returns the entries of the account, those with the same day in the order of their arrival.
    List<StoredEntry> entries() {
        return entries(profile);
    }

    List<StoredEntry> entries(BankProfile of) {
        return db.database()
                .read(handle -> new BankEntries(vault)
                        .ofDays(handle, of.id(), LocalDate.of(2000, 1, 1), LocalDate.of(2100, 1, 1)));
    }

    List<StatementPage> statements() {
        return db.database().read(handle -> new BankEntries(vault).statements(handle, profile.id()));
    }

    List<BankBreak> breaks() {
        return db.database().read(handle -> new BankBreaks(vault, clocks).open(handle, profile.id()));
    }

    List<BreakKind> breakKinds() {
        return breaks().stream().map(BankBreak::kind).toList();
    }

    /// Returns the incoming payments with their amounts and numbers; reversed ones end with `gone`.
    List<String> credits() {
        var now = clocks.instant().plusSeconds(60);
        return db.database()
                .inTx(tx -> payments.unread(tx, now, 1_000).notices().stream()
                        .map(each -> text(each.payment()) + (each.reversed() ? " gone" : ""))
                        .toList());
    }

    private static String text(IncomingPayment payment) {
        return payment.amount().decimal().toPlainString() + " "
                + payment.destination().number();
    }

    void expect(String number) {
        open.add(new Destination("EUR", METHOD, number));
    }

    int execute(String sql) {
        return db.database().inTx(tx -> tx.handle().createUpdate(sql).execute());
    }

    List<String> faults() {
        return db.database().snapshot(handle -> {
            var faults = new ArrayList<String>();
            BankInbox.verify(handle, vault, faults::add);
            return faults;
        });
    }

    static byte[] sample(String number) {
        try (var files = Files.list(Path.of("src/test/resources/bank"))) {
            var path = files.filter(each -> each.getFileName().toString().startsWith(number))
                    .findFirst()
                    .orElseThrow();
            return Files.readAllBytes(path);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
