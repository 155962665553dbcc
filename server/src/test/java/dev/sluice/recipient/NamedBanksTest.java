package dev.sluice.recipient;

import static dev.sluice.app.Merchant.findings;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A bank's name with another bank's code is refused wherever a recipient is entered, and an account in another
/// currency keeps no data of the earlier one.
class NamedBanksTest extends PaidAccountCase {
    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static String inline(String currency, String bank) {
        return json("{'currency':'" + currency + "','disburseData':[{'amount':100000,'recipient':{'bank':{"
                + "'accountName':'Siti Rahayu'," + bank + "}}}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "IDR | ID | 'bankName':'Bank Mandiri','accountNumber':'1234567890','paymentCode':'014' | bankName",
                "INR | IN | 'bankName':'ICICI Bank','accountNumber':'50100012345678','ifsc':'HDFC0001234' | bankName",
                "INR | IN | 'accountNumber':'50100012345678','paymentCode':'ICIC','ifsc':'HDFC0001234' | ifsc",
            })
    void a_recipient_is_not_stored_with_two_banks(String currency, String country, String bank, String field) {
        var account = "'currency':'" + currency + "','country':'" + country + "'," + bank;
        var refused = merchant.client().post("/v1/recipient", CHANGE.formatted(json(account)));
        assertThat(findings(refused.expect(400))).containsExactly("bank." + field + " CONFLICT");
        var verified = merchant.client()
                .post("/v1/recipient/verify", json("{'bank':{'accountName':'Siti Rahayu'," + account + "}}"));
        assertThat(findings(verified.expect(400))).containsExactly("bank." + field + " CONFLICT");
    }

    @Test
    void a_payee_given_with_a_payout_is_not_paid_at_another_bank_than_the_one_named() {
        var other = "'bankName':'Bank Mandiri','accountNumber':'1234567890','bankCode':'014'";
        var refused = merchant.pay(inline("IDR", other)).expect(400);
        assertThat(findings(refused)).containsExactly("disburseData[0].recipient.bank.bankName CONFLICT");
        assertThat(text(refused.json(), "message")).endsWith("must name the bank of bank.bankCode");
        merchant.pay(inline("IDR", other.replace("Bank Mandiri", "BCA"))).expect(201);
    }

    @Test
    void the_name_that_is_kept_is_that_of_the_bank_that_is_paid() {
        var id = merchant.storedInIndonesia();
        change(id, json("'paymentCode':'008'")).expect(200);
        var bank =
                merchant.client().get("/v1/recipient/" + id).data().path("bank").get(0);
        assertThat(text(bank, "bankName")).isEqualTo("Bank Mandiri");
        assertThat(text(paid("IDR", id), "bankCode")).isEqualTo("008");
    }

    @Test
    void another_currency_keeps_nothing_of_the_account_before() {
        var id = merchant.storedInIndonesia();
        var refused = change(id, json("'currency':'SGD','country':'SG','bankName':'DBS Bank'"))
                .expect(400);
        assertThat(findings(refused)).contains("bank.accountNumber CONFLICT", "bank.paymentCode CONFLICT");
        assertThat(text(paid("IDR", id), "accountNumber")).isEqualTo("1234567890");
        change(
                        id,
                        json("'currency':'SGD','country':'SG','bankName':'DBS Bank','accountNumber':'0012345678',"
                                + "'paymentCode':''"))
                .expect(200);
        fund("SGD");
        assertThat(text(paid("SGD", id), "accountNumber")).isEqualTo("0012345678");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GBP | 'bankName':'Barclays Bank UK','accountNumber':'12345678','bankCode':'BARCGB22',"
                        + "'branchCode':'20-00-00' | {'primary':'200000'}",
                "JPY | 'bankName':'Mizuho Bank','accountNumber':'1234567','bankCode':'0001','branchCode':'0001-123'"
                        + " | {'primary':'0001123'}",
                "INR | 'bankName':'HDFC Bank','accountNumber':'50100012345678','bankCode':'HDFC',"
                        + "'branchCode':'HDFC0001234' | {'primary':'HDFC0001234'}",
                "USD | 'bankName':'Citibank, N.A.','accountNumber':'12345678','bankCode':'CITIUS33',"
                        + "'achNumber':'021000089','fedwireNumber':'021000021'"
                        + " | {'ach':'021000089','wire':'021000021'}",
                "USD | 'bankName':'Citibank, N.A.','accountNumber':'12345678','bankCode':'CITIUS33',"
                        + "'branchCode':'021000089' | {'primary':'021000089'}",
            })
    void a_payee_given_with_a_payout_is_paid_at_a_branch(String currency, String bank, String routing) {
        fund(currency);
        var paid = merchant.pay(inline(currency, bank + ",'accountType':'Savings'"))
                .expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("recipient")
                .path("bank");
        assertThat(paid.path("routingNumber").toString()).isEqualTo(json(routing));
        assertThat(text(paid, "accountType")).isEqualTo("Savings");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GBP | 'bankName':'Barclays Bank UK','accountNumber':'12345678','bankCode':'BARCGB22',"
                        + "'branchCode':'2000' | branchCode INVALID_FORMAT",
                "JPY | 'bankName':'Mizuho Bank','accountNumber':'1234567','bankCode':'0001','branchCode':'0005123'"
                        + " | branchCode CONFLICT",
                "INR | 'bankName':'HDFC Bank','accountNumber':'50100012345678','bankCode':'HDFC',"
                        + "'branchCode':'ICIC0001234' | branchCode CONFLICT",
                "USD | 'bankName':'Citibank, N.A.','accountNumber':'12345678','bankCode':'CITIUS33',"
                        + "'branchCode':'021000088' | branchCode INVALID_CHECKSUM",
                "EUR | 'accountNumber':'DE89370400440532013000','branchCode':'37040044' | branchCode INVALID_VALUE",
            })
    void a_branch_of_no_such_bank_is_refused(String currency, String bank, String finding) {
        assertThat(findings(merchant.pay(inline(currency, bank)).expect(400)))
                .containsExactly("disburseData[0].recipient.bank." + finding);
    }

    @Test
    void a_stored_recipient_has_a_branch_beside_the_code_of_the_bank_and_a_kind_of_account() {
        fund("GBP");
        var id = merchant.stored(
                "GBP",
                "GB",
                json("'bankName':'Barclays Bank UK','accountNumber':'12345678','paymentCode':'BARCGB22',"
                        + "'branchCode':'200000','accountType':'Checking'"));
        var paid = paid("GBP", id);
        assertThat(text(paid.path("routingNumber"), "primary")).isEqualTo("200000");
        assertThat(text(paid, "accountType")).isEqualTo("Checking");
        var refused = change(id, json("'bankName':'Lloyds Bank','paymentCode':'LOYDGB2L','accountNumber':'87654321'"))
                .expect(400);
        assertThat(findings(refused)).containsExactly("bank.branchCode CONFLICT");
    }
}
