package dev.sluice.app;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Deposits to virtual accounts out of a bank's range of three IBANs.
class BankVirtualAccountsTest {
    private static final Set<String> RANGE =
            Set.of("DE23370400440532990008", "DE93370400440532990009", "DE66370400440532990010");
    private static final String PROFILE = """
            id: eur-main
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: []
            windows: {zone: Europe/Berlin, calendar: none, every: PT1S}
            in: {notices: camt.054, statements: camt.053}
            credits-from: camt.054
            deposits:
              method: EUR_VA
              name: Virtual account
              min: 1.00
              max: 1000.00
              by: [virtual-account]
              virtual-accounts: {first: DE23370400440532990008, last: DE66370400440532990010}
            transport: {type: simulator, out: %1$s/out, in: %1$s/in}
            """;
    private static final String RUPIAH = """
            id: idr-fast
            account: {number: "1370012345678", bic: BMRIIDJAXXX, currency: IDR, holder: PT Contoh Indonesia}
            scheme: bi-fast
            serves: []
            windows: {zone: Asia/Jakarta, calendar: none, every: PT1S}
            in: {notices: camt.054, statements: camt.053}
            credits-from: camt.054
            deposits:
              method: IDR_VA
              name: Virtual account
              min: 10000
              max: 250000000
              by: [virtual-account]
              virtual-accounts: {first: "8877000000000000", last: "8877009999999999"}
            transport: {type: simulator, out: %1$s/idr/out, in: %1$s/idr/in}
            """;

    private static TestService service;
    private static Merchant merchant;

    @BeforeAll
    static void open(@TempDir Path root) throws Exception {
        var profiles = Files.createDirectory(root.resolve("profiles"));
        Files.writeString(profiles.resolve("eur.yaml"), PROFILE.formatted(root));
        Files.writeString(profiles.resolve("idr.yaml"), RUPIAH.formatted(root));
        service = TestService.start(Map.of("SLUICE_BANKS", profiles.toString()));
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

    private static TestClient.Reply create() {
        return merchant.client()
                .post("/v1/deposit/fiat", Merchant.deposit("EUR_VA", "25.5").replace("IDR", "EUR"));
    }

    private static JsonNode completed(String id, String amount) {
        merchant.payIn(id, "{\"amount\":" + amount + "}").expect(200);
        return merchant.awaitDeposit(id, deposit -> deposit.path("payments").size() == 1);
    }

    @Test
    void each_deposit_has_a_number_of_its_own_until_none_is_left() {
        assertThat(merchant.client()
                        .get("/v1/deposit/payment-method?currency=EUR")
                        .expect(200)
                        .data()
                        .findValuesAsString("bankCode"))
                .contains("EUR_VA");
        var numbers = new HashSet<String>();
        var deposits = List.of(create(), create(), create()).stream()
                .map(reply -> reply.expect(201).data())
                .toList();
        for (var deposit : deposits) {
            var payment = deposit.path("paymentFiat");
            assertThat(text(payment, "accountName")).isEqualTo("Example GmbH");
            assertThat(payment.has("paymentReference")).isFalse();
            numbers.add(text(payment, "accountNumber"));
        }
        assertThat(numbers).isEqualTo(RANGE);
        var refused = create().expect(409);
        assertThat(refused.code()).isEqualTo("ACCOUNT_NUMBERS_EXHAUSTED");
        assertThat(Merchant.findings(refused)).containsExactly("paymentMethod ACCOUNT_NUMBERS_EXHAUSTED");

        var exact = text(deposits.get(1), "depositId");
        merchant.payIn(exact, null).expect(200);
        merchant.awaitDeposit(exact, "completed");
        var less = text(deposits.get(2), "depositId");
        assertThat(text(completed(less, "25.49"), "status")).isEqualTo("pending");
        assertThat(merchant.deposit(text(deposits.get(0), "depositId")).path("payments"))
                .isEmpty();
    }

    @Test
    void whole_rupiah_arrive_as_whole_rupiah() {
        var deposit = merchant.postDeposit("IDR_VA", "150000").expect(201).data();
        assertThat(text(deposit.path("paymentFiat"), "accountNumber"))
                .matches("887700[0-9]{10}")
                .isBetween("8877000000000000", "8877009999999999");
        var id = text(deposit, "depositId");
        merchant.payIn(id, null).expect(200);
        assertThat(merchant.awaitDeposit(id, "completed")
                        .path("payments")
                        .get(0)
                        .path("amount")
                        .decimalValue())
                .isEqualByComparingTo("150000");
    }
}
