package dev.sluice.app;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.QrReference;
import dev.sluice.iso20022.write.Schemas;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Francs in a sandbox: payouts by IBAN, and deposits by QR references, over a Swiss account.
class BankSwissTest {
    private static final String QR_IBAN = "CH4431999123000889012";
    private static final String PROFILE = """
            id: chf-main
            account: {iban: CH9300762011623852957, bic: POFICHBEXXX, currency: CHF, holder: Example AG}
            scheme: swiss
            serves: [{currency: CHF, countries: [CH, LI], max: 9999999.99}]
            out: {message: pain.001.001.09, charset: latin-extended, transliterate: none}
            windows: {zone: Europe/Zurich, calendar: none, every: PT1S}
            in: {status: pain.002, notices: camt.054, statements: camt.053}
            credits-from: camt.054
            vop: opt-out
            deposits:
              {method: CHF_BANK, name: QR-bill, min: 1.00, max: 1000.00, by: [creditor-reference], qr-iban: %2$s}
            transport: {type: simulator, out: %1$s/out, in: %1$s/in, out-archive: %1$s/sent}
            """;

    private static TestService service;
    private static Merchant merchant;

    @TempDir
    private static Path root;

    @BeforeAll
    static void open() throws Exception {
        var file = root.resolve("chf.yaml");
        Files.writeString(file, PROFILE.formatted(root, QR_IBAN));
        service = TestService.start(Map.of("SLUICE_BANKS", file.toString()));
        merchant = Merchant.named(
                service, "Acme", "test", List.of(Money.exactly(new BigDecimal("1000"), Asset.fiat("CHF", 2))));
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

    private static String request(String iban, String more) {
        return """
                {"currency": "CHF", "disburseData": [{"amount": 12.35, "recipient": {"name": "Zoë Müller", "bank": {
                "accountName": "Zoë Müller", "accountNumber": "%s"%s}}}]}
                """.formatted(iban, more);
    }

    private static JsonNode bank(TestClient.Reply reply) {
        return reply.expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("recipient")
                .path("bank");
    }

    @ParameterizedTest
    @CsvSource({"CH5604835012345678009, CH", "LI21088100002324013AA, LI"})
    void a_payout_is_made_by_the_iban_alone(String iban, String country) throws Exception {
        var reply = merchant.pay(request(iban, ""));
        var bank = bank(reply);
        assertThat(text(bank, "bankCode")).isEqualTo("SIC");
        assertThat(text(bank, "bankName")).isEqualTo("Swiss interbank transfer");
        assertThat(text(bank, "country")).isEqualTo(country);
        merchant.await(Merchant.id(reply.data().path("disburseData").get(0)), "completed");
        try (var files = Files.list(root.resolve("sent"))) {
            assertThat(files.toList())
                    .map(Files::readString)
                    .anySatisfy(xml -> assertThat(xml)
                            .contains("<IBAN>" + iban + "</IBAN>", "<Nm>Zoë Müller</Nm>", "Ccy=\"CHF\">12.35<"));
        }
    }

    @Test
    void the_address_of_a_stored_recipient_reaches_the_bank_and_is_not_shown_with_the_payout() throws Exception {
        var recipient = merchant.stored("CHF", "CH", "\"ibanNumber\":\"CH5604835012345678009\",\"bankName\":\"UBS\"");
        var reply = merchant.pay(
                "{\"currency\":\"CHF\",\"disburseData\":[{\"amount\":12.36,\"recipientId\":\"" + recipient + "\"}]}");
        var payout =
                merchant.await(Merchant.id(reply.data().path("disburseData").get(0)), "completed");
        assertThat(reply.expect(201).json().toString() + payout).doesNotContain("postalAddress", "Braga");
        try (var files = Files.list(root.resolve("sent"))) {
            assertThat(files.toList())
                    .map(each -> Schemas.flat(Files.readAllBytes(each)))
                    .anySatisfy(xml -> assertThat(xml)
                            .contains(
                                    "Ccy=\"CHF\">12.36<",
                                    "<Nm>Siti Rahayu</Nm><PstlAdr><StrtNm>Jalan Braga 99</StrtNm>"
                                            + "<PstCd>40111</PstCd><TwnNm>Bandung</TwnNm><Ctry>CH</Ctry></PstlAdr>"));
        }
    }

    @Test
    void a_bank_may_be_named_and_then_the_same_account_pays() {
        var reply = merchant.pay(request("CH5604835012345678009", ",\"bankCode\":\"UBSWCHZH\""));
        assertThat(text(bank(reply), "bankName")).isEqualTo("UBS");
        merchant.await(Merchant.id(reply.data().path("disburseData").get(0)), "completed");
    }

    @ParameterizedTest
    @CsvSource({
        "DE89370400440532013000, '', bankCode PAYMENT_METHOD_NOT_FOUND",
        "DE89370400440532013000, ',\"bankCode\":\"SIC\"', bankCode PAYMENT_METHOD_NOT_FOUND",
        "CH5704835012345678009, '', accountNumber INVALID_CHECKSUM",
        "1234567890, ',\"bankCode\":\"SIC\"', accountNumber INVALID_FORMAT",
    })
    void an_account_that_francs_do_not_reach_is_refused(String number, String more, String finding) {
        var refused = merchant.pay(request(number, more)).expect(400);
        assertThat(Merchant.findings(refused)).containsExactly("disburseData[0].recipient.bank." + finding);
    }

    @Test
    void a_deposit_has_a_qr_reference_for_the_qr_iban_and_its_payment_is_credited() {
        var deposit = merchant.client()
                .post("/v1/deposit/fiat", Merchant.deposit("CHF_BANK", "25.5").replace("IDR", "CHF"))
                .expect(201)
                .data();
        var payment = deposit.path("paymentFiat");
        assertThat(text(payment, "accountNumber")).isEqualTo(QR_IBAN);
        assertThat(text(payment, "accountName")).isEqualTo("Example AG");
        assertThat(QrReference.isValid(text(payment, "paymentReference"))).isTrue();
        var id = text(deposit, "depositId");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
    }

    @Test
    void the_methods_of_francs_are_those_of_the_account_and_of_the_sandbox() {
        var methods = merchant.client()
                .get("/v1/deposit/payment-method?currency=CHF")
                .expect(200)
                .data();
        assertThat(methods.findValuesAsString("bankCode"))
                .contains("CHF_BANK", "UBSWCHZH_VA", "UBSWCHZH_TRANSFER", "POFICHBE_TRANSFER", "TWINT");
    }
}
