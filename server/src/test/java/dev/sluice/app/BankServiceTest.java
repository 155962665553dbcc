package dev.sluice.app;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.CreditorReference;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A sandbox with a bank account: its payouts and deposits go through files of the simulated bank.
class BankServiceTest {
    private static final String PROFILE = """
            id: eur-main
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            out: {message: pain.001.001.09, transliterate: german}
            windows: {zone: Europe/Berlin, calendar: none, every: PT1S}
            in: {status: pain.002, notices: camt.054, statements: camt.053}
            credits-from: camt.054
            vop: opt-out
            deposits: {method: EUR_BANK, name: Transfer, min: 1.00, max: 1000.00, by: [creditor-reference, remittance]}
            transport:
              {type: simulator, out: %1$s/out, in: %1$s/in, acks: %1$s/acks, out-archive: %1$s/sent, archive: %1$s/done}
            """;

    private static TestService service;
    private static Merchant merchant;

    @BeforeAll
    static void open(@TempDir Path root) throws Exception {
        var file = root.resolve("eur.yaml");
        Files.writeString(file, PROFILE.formatted(root));
        service = TestService.start(Map.of("SLUICE_BANKS", file.toString()));
        merchant = Merchant.named(
                service, "Acme", "test", List.of(Money.exactly(new BigDecimal("1000"), Asset.fiat("EUR", 2))));
    }

    @AfterAll
    static void close() {
        try {
            assertThat(service.audit().faults()).isEmpty();
        } finally {
            merchant.close();
            service.close();
        }
    }

    private static String request(String account) {
        return """
                {"currency": "EUR", "disburseData": [{"amount": 12.34, "recipient": {"name": "Jürgen Müller",
                "bank": {"bankName": "SEPA credit transfer", "bankCode": "SEPA", "currency": "EUR", "country": "DE",
                "accountName": "Jürgen Müller", "accountNumber": "%s"}}}]}
                """.formatted(account);
    }

    /// Returns an IBAN with a magic number of the sandbox as its account part.
    private static String magic(String number) {
        var bban = "10010010" + number;
        int digits = new BigInteger(bban + "131400").mod(BigInteger.valueOf(97)).intValue();
        return "DE%02d%s".formatted(98 - digits, bban);
    }

    @Test
    void a_payout_is_completed_by_an_entry_of_the_bank() {
        var id = merchant.paidBy(request("DE75512108001245126199"));
        merchant.await(id, "completed");
    }

    @Test
    void a_payout_that_the_bank_rejects_fails_with_its_reason() {
        var id = merchant.paidBy(request(magic("9999000002")));
        var failed = merchant.await(id, "failed");
        assertThat(failed.toString()).contains("AC04");
    }

    @Test
    void a_payout_to_a_name_that_the_bank_cannot_read_fails_at_once() {
        var id = merchant.paidBy(request("DE75512108001245126199").replace("Jürgen Müller", "株式会社"));
        var failed = merchant.await(id, "failed");
        assertThat(failed.toString()).contains("creditor.name");
    }

    @Test
    void a_transfer_with_the_creditor_reference_of_a_deposit_is_credited() {
        var method = merchant.client()
                .get("/v1/deposit/payment-method?currency=EUR")
                .expect(200)
                .text();
        assertThat(method).contains("EUR_BANK");
        var id = text(
                merchant.client()
                        .post(
                                "/v1/deposit/fiat",
                                Merchant.deposit("EUR_BANK", "25.5").replace("IDR", "EUR"))
                        .expect(201)
                        .data(),
                "depositId");
        var payment = merchant.deposit(id).path("paymentFiat");
        assertThat(text(payment, "accountNumber")).isEqualTo("DE89370400440532013000");
        assertThat(CreditorReference.isValid(text(payment, "paymentReference"))).isTrue();
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
    }
}
