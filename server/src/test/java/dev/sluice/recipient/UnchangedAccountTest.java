package dev.sluice.recipient;

import static dev.sluice.app.Merchant.findings;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A change of a recipient's bank or account in one field does not leave the old account in another field to be paid.
class UnchangedAccountTest extends PaidAccountCase {
    private static final String OLD = "DE89370400440532013000";
    private static final String NEW = "DE02120300000000202051";

    private static String iban(String iban) {
        return "\"ibanNumber\":\"" + iban + "\"";
    }

    private static String account(String number) {
        return "\"accountNumber\":\"" + number + "\"";
    }

    @ParameterizedTest
    @CsvSource({"DE02 1203 0000 0000 2020 51", "0000202051", "202051"})
    void another_number_is_not_taken_beside_an_iban_that_stays(String other) {
        var id = merchant.stored("EUR", "DE", iban(OLD));
        var refused = change(id, account(other)).expect(400);
        assertThat(findings(refused)).containsExactly("bank.accountNumber CONFLICT");
        assertThat(text(paid("EUR", id), "accountNumber")).isEqualTo(OLD);
        change(id, account(other) + "," + iban(NEW)).expect(200);
        assertThat(text(paid("EUR", id), "accountNumber")).isEqualTo(NEW);
    }

    @Test
    void the_iban_alone_is_changed_where_it_is_alone_or_with_a_number_that_is_none() {
        var alone = merchant.stored("EUR", "DE", iban(OLD));
        change(alone, account("0532013000")).expect(200);
        change(alone, iban(NEW)).expect(200);
        assertThat(text(paid("EUR", alone), "accountNumber")).isEqualTo(NEW);
        var both = merchant.stored("EUR", "DE", iban(OLD) + "," + account(OLD));
        assertThat(findings(change(both, iban(NEW)).expect(400))).containsExactly("bank.accountNumber CONFLICT");
        change(both, iban(NEW) + "," + account("")).expect(200);
        assertThat(text(paid("EUR", both), "accountNumber")).isEqualTo(NEW);
    }

    @Test
    void two_ibans_of_one_payee_are_not_stored() {
        var body = CHANGE.formatted("\"currency\":\"EUR\",\"country\":\"DE\"," + iban(OLD) + "," + account(NEW));
        var refused = merchant.client().post("/v1/recipient", body).expect(400);
        assertThat(findings(refused)).containsExactly("bank.accountNumber CONFLICT");
        assertThat(text(refused.json(), "message")).isEqualTo("bank.accountNumber must be the IBAN in bank.ibanNumber");
    }

    @Test
    void a_given_payee_with_an_iban_as_number_is_changed_by_both() {
        var given = merchant.pay("{\"currency\":\"EUR\",\"disburseData\":[{\"amount\":100,\"recipient\":{\"bank\":{"
                        + "\"accountName\":\"Siti Rahayu\"," + account(OLD) + "}}}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0);
        var id = text(given.path("recipient"), "recipientId");
        assertThat(findings(change(id, iban(NEW)).expect(400))).containsExactly("bank.accountNumber CONFLICT");
        change(id, account(NEW)).expect(200);
        assertThat(text(paid("EUR", id), "accountNumber")).isEqualTo(NEW);
    }

    @Test
    void another_bank_is_not_taken_beside_the_code_of_one_that_stays() {
        var id = merchant.storedInIndonesia();
        var refused = change(id, "\"bankName\":\"Bank Mandiri\"," + account("1370012345678"))
                .expect(400);
        assertThat(findings(refused)).containsExactly("bank.bankName CONFLICT");
        assertThat(text(refused.json(), "message"))
                .isEqualTo("bank.bankName must name the bank of bank.paymentCode, which is unchanged unless it is"
                        + " sent");
        assertThat(text(paid("IDR", id), "bankCode")).isEqualTo("014");
        change(id, "\"bankName\":\"BCA\"").expect(200);
        change(id, "\"bankName\":\"BANK CENTRAL ASIA\"").expect(200);
        assertThat(text(paid("IDR", id), "bankCode")).isEqualTo("014");
        change(id, "\"bankName\":\"Bank Mandiri\",\"paymentCode\":\"\"").expect(200);
        assertThat(text(paid("IDR", id), "bankCode")).isEqualTo("008");
        assertThat(findings(change(id, "\"bankName\":\"Bank Mandiri\",\"paymentCode\":\"014\"")
                        .expect(400)))
                .containsExactly("bank.bankName CONFLICT");
        assertThat(text(paid("IDR", id), "bankCode")).isEqualTo("008");
        change(id, "\"bankName\":\"Bank Mandiri\"").expect(200);
        change(id, "\"paymentCode\":\"008\"").expect(200);
        assertThat(text(paid("IDR", id), "bankCode")).isEqualTo("008");
    }

    @Test
    void another_bank_is_not_taken_beside_a_branch_that_stays() {
        var id = merchant.stored(
                "INR", "IN", "\"bankName\":\"HDFC Bank\",\"ifsc\":\"HDFC0001234\"," + account("50100012345678"));
        fund("INR");
        change(id, "\"ifsc\":\"HDFC0004321\"").expect(200);
        assertThat(text(paid("INR", id), "bankCode")).isEqualTo("HDFC");
        for (var other : List.of("\"bankName\":\"ICICI Bank\"", "\"paymentCode\":\"ICIC0001234\"")) {
            var field = other.substring(1, other.indexOf('"', 1));
            assertThat(findings(change(id, other).expect(400))).containsExactly("bank." + field + " CONFLICT");
        }
        change(id, "\"ifsc\":\"ICIC0001234\"").expect(200);
        assertThat(text(paid("INR", id), "bankCode")).isEqualTo("ICIC");
    }

    /// The account number is the one that is paid there.
    @Test
    void another_iban_is_not_taken_beside_a_number_that_stays() {
        var bank = "\"bankName\":\"NatWest\"," + account("31926819") + "," + iban("GB29NWBK60161331926819");
        var id = merchant.stored("GBP", "GB", bank);
        fund("GBP");
        var other = iban("GB33BUKB20201555555555");
        var refused = change(id, other).expect(400);
        assertThat(findings(refused)).containsExactly("bank.ibanNumber CONFLICT");
        assertThat(text(paid("GBP", id), "accountNumber")).isEqualTo("31926819");
        change(id, other + "," + account("55555555")).expect(200);
        assertThat(text(paid("GBP", id), "accountNumber")).isEqualTo("55555555");
    }

    @Test
    void what_reaches_any_bank_by_the_iban_has_any_name() {
        var id = merchant.stored("EUR", "DE", iban(OLD) + ",\"paymentCode\":\"SEPA\"");
        change(id, "\"bankName\":\"Deutsche Bank\"").expect(200);
        assertThat(text(paid("EUR", id), "bankCode")).isEqualTo("SEPA");
    }
}
