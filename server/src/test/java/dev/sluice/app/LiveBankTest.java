package dev.sluice.app;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import dev.sluice.rail.iso20022.rehearsal.BankRehearsals;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.State;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.rail.sandbox.bank.BankSettings;
import dev.sluice.rail.sandbox.bank.IncomingCredit;
import dev.sluice.rail.sandbox.bank.Party;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A live deployment with a rehearsed bank account. The bank and its test platform are simulated apart from the
/// service, with a database of their own.
class LiveBankTest {
    private static final Map<String, String> LIVE = Map.of(
            "SLUICE_ENVIRONMENT", "live",
            "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
            "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String PROFILE = """
            id: eur-main
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            windows: {zone: Europe/Berlin, calendar: none, every: PT1S}
            in: {status: pain.002, notices: camt.054, statements: camt.053}
            credits-from: camt.054
            vop: opt-out
            deposits: {method: EUR_BANK, name: Transfer, min: 1.00, max: 1000.00, by: [creditor-reference, remittance]}
            transport: {type: folder, out: %1$s/out, in: %1$s/in, out-archive: %1$s/sent, archive: %1$s/done}
            rehearsal:
              payee: {name: Test Payee, iban: DE75512108001245126199}
              transport: {type: folder, out: %1$s/t/out, in: %1$s/t/in, out-archive: %1$s/t/sent, archive: %1$s/t/done}
            """;

    private static TestService first;
    private static TestService service;
    private static TestDatabase elsewhere;
    private static SimulatedBank bank;
    private static Merchant merchant;

    @BeforeAll
    static void open(@TempDir Path root) throws Exception {
        var file = root.resolve("eur.yaml");
        Files.writeString(file, PROFILE.formatted(root));
        var profile = BankProfiles.load(List.of(file)).getFirst();
        first = TestService.start(LIVE);
        elsewhere = TestDatabase.create();
        rehearse(profile, bank(profile, "t/", root));
        bank = bank(profile, "", root);
        var settings = new HashMap<>(LIVE);
        settings.put("SLUICE_BANKS", file.toString());
        service = first.sibling(settings);
        merchant = Merchant.live(service, "Acme", List.of(Money.exactly(new BigDecimal("1000"), Asset.fiat("EUR", 2))));
    }

    /// Opens an account at a bank with its own folders.
    private static SimulatedBank bank(BankProfile profile, String prefix, Path root) {
        var like = SimulatedBanks.settings(profile, 2);
        var opened = new SimulatedBank(
                elsewhere.database(),
                new BankSettings(
                        prefix + "bank",
                        like.account(),
                        new BankSettings.Folders(
                                root.resolve(prefix + "out"),
                                root.resolve(prefix + "in"),
                                null,
                                root.resolve(prefix + "sent")),
                        like.accepts(),
                        like.sends(),
                        like.prices(),
                        like.timing(),
                        like.opening(),
                        like.zone(),
                        like.weekdaysOnly()),
                new Clocks(InstantSource.system()));
        opened.open();
        return opened;
    }

    private static void rehearse(BankProfile profile, SimulatedBank testPlatform) {
        var rehearsals =
                new BankRehearsals(new BankRehearsals.Dependencies(first.connections(), first.clocks(), first.vault()));
        assertThat(rehearsals.missing(List.of(profile))).hasSize(1);
        try (var session = rehearsals.play(profile, "Ana", false, FileTransport::open)) {
            Eventually.within(PATIENCE, "rehearsed", () -> {
                testPlatform.step();
                return session.step().state() == State.PASSED;
            });
        }
    }

    @AfterAll
    static void close() {
        try {
            assertThat(service.audit().faults()).isEmpty();
        } finally {
            merchant.close();
            service.close();
            first.close();
            elsewhere.close();
        }
    }

    @Test
    void methods_of_the_account_are_offered_and_no_others() {
        var payouts = merchant.client()
                .get("/v1/disbursement/fiat/payment-method")
                .expect(200)
                .data();
        assertThat(payouts)
                .isNotEmpty()
                .allSatisfy(each -> assertThat(text(each, "currency")).isEqualTo("EUR"));
        assertThat(merchant.client()
                        .get("/v1/deposit/payment-method")
                        .expect(200)
                        .text())
                .contains("EUR_BANK")
                .doesNotContain("IDR");
    }

    @Test
    void a_payout_is_completed_by_the_bank() {
        var id = merchant.paidBy("""
                {"currency": "EUR", "disburseData": [{"amount": 12.34, "recipient": {"name": "Ana",
                "bank": {"bankName": "SEPA credit transfer", "bankCode": "SEPA", "currency": "EUR", "country": "DE",
                "accountName": "Ana", "accountNumber": "DE75512108001245126199"}}}]}
                """);
        Eventually.within(PATIENCE, "booked", () -> {
            bank.step();
            return !bank.timesBooked().isEmpty();
        });
        bank.step();
        merchant.await(id, "completed");
        assertThat(bank.timesBooked().values()).containsExactly(1);
    }

    @Test
    void a_deposit_is_credited_by_its_reference() {
        var id = text(
                merchant.client()
                        .post(
                                "/v1/deposit/fiat",
                                Merchant.deposit("EUR_BANK", "25.5").replace("IDR", "EUR"))
                        .expect(201)
                        .data(),
                "depositId");
        var reference = text(merchant.deposit(id).path("paymentFiat"), "paymentReference");
        bank.pay(IncomingCredit.ofText(
                "C1", 25_50, new Party("Ana Payer", "DE75512108001245126199", null), "Deposit " + reference));
        for (int step = 0; step < 3; step++) {
            bank.step();
        }
        merchant.awaitDeposit(id, "completed");
    }
}
