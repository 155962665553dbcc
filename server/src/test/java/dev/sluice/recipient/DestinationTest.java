package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Impossible accounts, and numbers with several spellings, at each endpoint that accepts one.
class DestinationTest extends MerchantTest {
    private static final String STORED = """
            {"name":"Asha Otieno","email":"asha@example.com","address":"Moi Avenue 1","city":"Nairobi",\
            "postCode":"00100","bank":{"accountName":"Asha Otieno","currency":"%s","country":"%s",%s}}""";
    private static final String WALLET = "\"bankName\":\"%s\",\"accountNumber\":\"%s\"";
    private static final String GIVEN = """
            {"currency":"%s","disburseData":[{"amount":%s,"recipient":{"bank":{"accountName":"Asha Otieno",\
            "bankName":"%s","bankCode":"%s","accountNumber":"%s"}}}]}""";

    private Reply store(String currency, String country, String bank) {
        return merchant.client().post("/v1/recipient", STORED.formatted(currency, country, bank));
    }

    private Reply storeWallet(String number) {
        return store("KES", "KE", WALLET.formatted("M-PESA", number));
    }

    /// The merchant has no balance in these currencies, so an otherwise valid payout fails only for that.
    private Reply pay(String currency, String amount, String bank, String code, String number) {
        return merchant.pay(GIVEN.formatted(currency, amount, bank, code, number));
    }

    private static List<String> findings(Reply reply) {
        return reply.json()
                .path("details")
                .valueStream()
                .map(each -> each.path("field").stringValue() + " "
                        + each.path("code").stringValue())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"GB00HLFX11016111455365, GB", "NL00INGB6790918222, NL", "DE99370400448029130016, DE"})
    void an_iban_has_check_digits_from_02_to_98(String iban, String country) {
        assertThat(findings(
                        store("EUR", country, "\"ibanNumber\":\"" + iban + "\"").expect(400)))
                .containsExactly("bank.ibanNumber INVALID_CHECKSUM");
        assertThat(findings(store("EUR", country, "\"accountNumber\":\"" + iban + "\"")
                        .expect(400)))
                .contains("bank.accountNumber INVALID_CHECKSUM");
        assertThat(findings(
                        pay("EUR", "10", "SEPA credit transfer", "SEPA", iban).expect(400)))
                .contains("disburseData[0].recipient.bank.accountNumber INVALID_CHECKSUM");
        var verified = "{\"bank\":{\"accountName\":\"Ann\",\"currency\":\"EUR\",\"country\":\"" + country
                + "\",\"ibanNumber\":\"" + iban + "\"}}";
        assertThat(findings(
                        merchant.client().post("/v1/recipient/verify", verified).expect(400)))
                .containsExactly("bank.ibanNumber INVALID_CHECKSUM");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0712345678",
                "712345678",
                "254712345678",
                "+254712345678",
                "00254712345678",
                "0712 345-678",
                "+254 (0) 712 345 678",
                "+254\u00a0712\u200b345678"
            })
    void a_phone_number_is_stored_in_one_form_however_it_is_written(String number) {
        var created = storeWallet(number).expect(201).data();
        assertThat(created.path("bank").path(0).path("accountNumber").stringValue())
                .isEqualTo("+254712345678");
        assertThat(findings(pay("KES", "100", "M-PESA", "MPESA", number).expect(400)))
                .containsExactly("disburseData[0].amount INSUFFICIENT_BALANCE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"12345", "07123456789012", "+12025550123", "0201234567", "KE12345678"})
    void a_number_that_is_no_mobile_phone_of_the_country_is_refused(String number) {
        var reply = storeWallet(number).expect(400);
        assertThat(findings(reply)).containsExactly("bank.accountNumber INVALID_FORMAT");
        assertThat(reply.text()).contains("must be a mobile phone number of KE, such as +254712123456");
        assertThat(findings(pay("KES", "100", "M-PESA", "MPESA", number).expect(400)))
                .containsExactly("disburseData[0].recipient.bank.accountNumber INVALID_FORMAT");
    }

    @ParameterizedTest
    @CsvSource({
        "PHP, PH, GCash, GXCHPHM2XXX, 09171234567, +639171234567",
        "PHP, PH, 'Maya Philippines, Inc.', PAPHPHM1XXX, 639171234567, +639171234567"
    })
    void every_wallet_of_a_phone_number_does_so(
            String currency, String country, String name, String code, String typed, String stored) {
        var created = store(currency, country, WALLET.formatted(name, typed))
                .expect(201)
                .data();
        assertThat(created.path("bank").path(0).path("accountNumber").stringValue())
                .isEqualTo(stored);
        assertThat(findings(pay(currency, "100", name, code, "12345").expect(400)))
                .containsExactly("disburseData[0].recipient.bank.accountNumber INVALID_FORMAT");
    }

    @Test
    void a_change_keeps_the_one_form_and_a_bank_takes_no_phone_number() {
        var id = storeWallet("0712345678").expect(201).data().path("id").stringValue();
        var changed = STORED.formatted("KES", "KE", "\"accountNumber\":\"0722345678\"");
        assertThat(merchant.client()
                        .patch("/v1/recipient/" + id, changed)
                        .expect(200)
                        .data()
                        .path("bank")
                        .path(0)
                        .path("accountNumber")
                        .stringValue())
                .isEqualTo("+254722345678");
        var bank = WALLET.formatted("KCB Bank Kenya", "+254712345678");
        assertThat(findings(store("KES", "KE", bank).expect(400))).containsExactly("bank.accountNumber INVALID_FORMAT");
    }

    @Test
    void what_nobody_sees_in_an_account_number_is_taken_off() {
        for (var unseen : List.of("\u200b", "\u00ad", "\u200e", "\u00a0")) {
            var bank =
                    "\"bankName\":\"Bank Central Asia\",\"accountNumber\":\"12345" + unseen + "67890" + unseen + "\"";
            var created = store("IDR", "ID", bank).expect(201).data();
            assertThat(created.path("bank").path(0).path("accountNumber").stringValue())
                    .isEqualTo("1234567890");
            var payout = pay("IDR", "10000", "Bank Central Asia", "014", unseen + "1234567890")
                    .expect(201);
            assertThat(payout.data()
                            .at("/disburseData/0/recipient/bank/accountNumber")
                            .stringValue())
                    .isEqualTo("1234567890");
        }
    }

    @Test
    void names_references_and_notes_do_not_turn_the_direction_of_text() {
        var bank = WALLET.formatted("M-PESA", "0712345678");
        var turned = STORED.formatted("KES", "KE", bank).replace("Asha Otieno", "\u202eevil");
        var reply = merchant.client().post("/v1/recipient", turned).expect(400);
        assertThat(findings(reply)).containsExactly("name INVALID_FORMAT", "bank.accountName INVALID_FORMAT");
        assertThat(reply.text()).contains("must not contain a right-to-left override (U+202E)");
        var payout = GIVEN.formatted("IDR", "10000", "Bank Central Asia", "014", "1234567890");
        assertThat(findings(merchant.pay(payout.replace(
                                "\"amount\":10000", "\"amount\":10000,\"reference\":\"a\u202e\",\"note\":\"\u2066b\""))
                        .expect(400)))
                .containsExactlyInAnyOrder(
                        "disburseData[0].reference INVALID_FORMAT", "disburseData[0].note INVALID_FORMAT");
        for (var blank : List.of("\u3164", "\u115f\u1160", "\u2800")) {
            var unseen = STORED.formatted("KES", "KE", bank).replace("Asha Otieno", blank);
            assertThat(findings(merchant.client().post("/v1/recipient", unseen).expect(400)))
                    .containsExactly("name INVALID_FORMAT", "bank.accountName INVALID_FORMAT");
        }
        var link =
                "{\"inputCurrency\":\"IDR\",\"inputAmount\":10000,\"customerName\":\"\u202eevil\",\"note\":\"\u202e\"}";
        assertThat(findings(merchant.client().post("/v1/checkout", link).expect(400)))
                .containsExactlyInAnyOrder("customerName INVALID_FORMAT", "note INVALID_FORMAT");
    }

    @Test
    void a_name_and_a_reference_have_one_form_and_are_found_by_another() {
        var bank = WALLET.formatted("M-PESA", "0712345678");
        var apart = STORED.formatted("KES", "KE", bank).replace("Asha Otieno", "Jose\u0301");
        var stored = merchant.client().post("/v1/recipient", apart).expect(201).data();
        assertThat(stored.path("name").stringValue()).isEqualTo("Jos\u00e9");
        var payout = GIVEN.formatted("IDR", "10000", "Bank Central Asia", "014", "1234567890");
        merchant.pay(payout.replace("\"amount\"", "\"reference\":\"Jose\u0301\",\"amount\""))
                .expect(201);
        var asked = merchant.client().post("/v1/deposit/crypto", """
                {"inputCurrency":"usdc-polygon","inputAmount":10,"reference":"Jose\u0301"}""");
        asked.expect(201);
        merchant.client().get("/v1/deposit/crypto/Jose%CC%81").expect(200);
        assertThat(merchant.client()
                        .get("/v1/disbursement/fiat?reference=Jose%CC%81")
                        .expect(200)
                        .data()
                        .path("totalDocs")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void magic_numbers_of_the_sandbox_are_spared() {
        var created = storeWallet("9999000041").expect(201).data();
        assertThat(created.path("bank").path(0).path("accountNumber").stringValue())
                .isEqualTo("9999000041");
        assertThat(created.path("verification").path("outcome").stringValue()).isEqualTo("no_match");
    }

    @Test
    void the_list_says_which_methods_take_a_phone_number_and_whole_units() {
        var methods = merchant.client()
                .get("/v1/disbursement/fiat/payment-method?currency=KES")
                .expect(200)
                .data();
        var mpesa = methods.valueStream()
                .filter(each -> each.path("bankCode").stringValue().equals("MPESA"))
                .findFirst()
                .orElseThrow();
        assertThat(mpesa.path("accountNumberType").stringValue()).isEqualTo("PHONE_NUMBER");
        assertThat(mpesa.path("amountDecimals").intValue()).isZero();
        var bank = methods.path(0);
        assertThat(bank.path("accountNumberType").stringValue()).isEqualTo("BANK_ACCOUNT");
        assertThat(bank.path("amountDecimals").intValue()).isEqualTo(2);
    }
}
