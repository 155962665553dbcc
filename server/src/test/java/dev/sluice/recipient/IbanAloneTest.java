package dev.sluice.recipient;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// An account in SEPA is paid in euros by its IBAN alone, without any bank data.
class IbanAloneTest extends MerchantTest {
    private static final String STORED = """
            {"name":"Ada","email":"ada@example.com","address":"1","city":"1","postCode":"1","bank":{
            "accountName":"Ada Ltd","currency":"EUR","country":"%s","ibanNumber":"%s"%s}}""";

    private JsonNode paid(String payee) {
        return merchant.pay("{\"currency\":\"EUR\",\"disburseData\":[{\"amount\":100," + payee + "}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0);
    }

    private String stored(String iban, String more) {
        var reply = merchant.client().post("/v1/recipient", STORED.formatted(iban.substring(0, 2), iban, more));
        return text(reply.expect(201).data(), "id");
    }

    private static String given(String iban, String more) {
        return "\"recipient\":{\"bank\":{\"accountName\":\"Ada Ltd\",\"accountNumber\":\"" + iban + "\"" + more + "}}";
    }

    @ParameterizedTest
    @CsvSource({
        "DE89370400440532013000, SEPA,",
        "FR1420041010050500013M02606, SEPA,",
        "GB29NWBK60161331926819, SEPA,",
        "NL91ABNA0417164300, ABNANL2A, ABNANL2A",
    })
    void an_iban_alone_is_enough(String iban, String code, String bic) {
        for (var payout :
                new JsonNode[] {paid("\"recipientId\":\"" + stored(iban, "") + "\""), paid(given(iban, ""))}) {
            var bank = payout.path("recipient").path("bank");
            assertThat(text(bank, "bankCode")).isEqualTo(code);
            assertThat(text(bank, "accountNumber")).isEqualTo(iban);
            assertThat(text(bank, "country")).isEqualTo(iban.substring(0, 2));
            assertThat(bank.path("bankIdentifierCode").asString(null)).isEqualTo(bic);
            assertThat(bank.path("city").asString("there")).isNotEmpty();
        }
        merchant.await(Merchant.id(paid(given(iban, ""))), "completed");
    }

    @Test
    void the_name_of_a_bank_that_is_not_listed_is_kept() {
        var name = ",\"bankName\":\"Sparkasse Köln\"";
        for (var payout : new JsonNode[] {
            paid("\"recipientId\":\"" + stored("DE89370400440532013000", name) + "\""),
            paid(given("DE89370400440532013000", name))
        }) {
            assertThat(text(payout.path("recipient").path("bank"), "bankName")).isEqualTo("Sparkasse Köln");
        }
    }

    @Test
    void a_bank_that_is_told_is_the_one_that_is_paid() {
        var payout = paid(given("DE89370400440532013000", ",\"bankCode\":\"COBADEFF\""));
        var bank = payout.path("recipient").path("bank");
        assertThat(text(bank, "bankCode")).isEqualTo("COBADEFF");
        assertThat(text(bank, "bankName")).isEqualTo("Commerzbank");
    }

    @ParameterizedTest
    @CsvSource({
        "DE88370400440532013000, accountNumber INVALID_CHECKSUM",
        "DE8937040044053201300, accountNumber INVALID_FORMAT",
        "1234567890, accountNumber INVALID_FORMAT",
        "TR330006100519786457841326, bankCode PAYMENT_METHOD_NOT_FOUND",
    })
    void what_leads_to_no_account_in_sepa_is_refused(String iban, String finding) {
        var reply = merchant.pay("{\"currency\":\"EUR\",\"disburseData\":[{\"amount\":100," + given(iban, "") + "}]}")
                .expect(400);
        assertThat(reply.json().path("details").valueStream())
                .map(each -> text(each, "field") + " " + text(each, "code"))
                .containsExactly("disburseData[0].recipient.bank." + finding);
    }

    @Test
    void sepa_reaches_no_account_outside_of_it() {
        for (var bank : new String[] {",\"bankCode\":\"SEPA\"", ",\"bankName\":\"SEPA credit transfer\""}) {
            var payee = given("TR330006100519786457841326", bank);
            assertThat(merchant.pay("{\"currency\":\"EUR\",\"disburseData\":[{\"amount\":100," + payee + "}]}")
                            .expect(400)
                            .code())
                    .isEqualTo("PAYMENT_METHOD_NOT_FOUND");
            assertThat(text(
                            paid(given("DE89370400440532013000", bank))
                                    .path("recipient")
                                    .path("bank"),
                            "bankCode"))
                    .isEqualTo("SEPA");
        }
    }

    /// The numbers are no IBANs, but the sandbox accepts them.
    @Test
    void the_sandboxs_ten_digits_are_in_a_country_and_their_payee_is_changed_as_others() {
        for (var code : new String[] {"SEPA DE", "ABNANL2A NL"}) {
            var words = code.split(" ");
            var payee = paid(given("9999000011", ",\"bankCode\":\"" + words[0] + "\""))
                    .path("recipient");
            assertThat(text(payee.path("bank"), "country")).isEqualTo(words[1]);
            var change = """
                    {"name":"Ada","email":"ada@example.com","address":"1","city":"1","postCode":"1","bank":{
                    "accountName":"Ada Ltd"}}""";
            merchant.client()
                    .patch("/v1/recipient/" + text(payee, "recipientId"), change)
                    .expect(200);
        }
    }

    @Test
    void a_code_that_is_none_of_the_methods_is_refused_all_the_same() {
        var reply = merchant.pay("{\"currency\":\"EUR\",\"disburseData\":[{\"amount\":100,"
                        + given("DE89370400440532013000", ",\"bankCode\":\"NOWHERE\"") + "}]}")
                .expect(400);
        assertThat(reply.code()).isEqualTo("PAYMENT_METHOD_NOT_FOUND");
    }
}
