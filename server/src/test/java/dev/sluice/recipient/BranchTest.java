package dev.sluice.recipient;

import static dev.sluice.app.Merchant.findings;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Branch codes of a recipient's bank are passed on with the payout: the same account number belongs to another
/// customer at another branch.
class BranchTest extends PaidAccountCase {
    private static String json(String bank) {
        return bank.replace('\'', '"');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GBP | GB | 'bankName':'Barclays Bank UK','accountNumber':'12345678','paymentCode':'20-00-00'"
                        + " | BARCGB22 | {'primary':'200000'}",
                "AUD | AU | 'bankName':'Westpac Banking Corporation','accountNumber':'123456','paymentCode':'032 000'"
                        + " | 03 | {'primary':'032000'}",
                "JPY | JP | 'bankName':'Mizuho Bank','accountNumber':'1234567','paymentCode':'0001123'"
                        + " | 0001 | {'primary':'0001123'}",
                "INR | IN | 'accountNumber':'50100012345678','ifsc':'HDFC0001234' | HDFC | {'primary':'HDFC0001234'}",
                "INR | IN | 'accountNumber':'50100012345678','paymentCode':'hdfc0001234'"
                        + " | HDFC | {'primary':'HDFC0001234'}",
                "USD | US | 'bankName':'Citibank, N.A.','accountNumber':'12345678','achNumber':'021000089',"
                        + "'fedwireNumber':'021000021' | CITIUS33 | {'ach':'021000089','wire':'021000021'}",
                "USD | US | 'bankName':'Citibank, N.A.','accountNumber':'12345678','achNumber':'021000089',"
                        + "'paymentCode':'citius33' | CITIUS33 | {'ach':'021000089'}",
                "IDR | ID | 'bankName':'Bank Central Asia','accountNumber':'1234567890','paymentCode':'014' | 014 |",
                "GBP | GB | 'bankName':'NatWest','accountNumber':'12345678' | NWBKGB2L |",
                "EUR | DE | 'bankName':'Commerzbank','ibanNumber':'DE89370400440532013000','paymentCode':'37040044'"
                        + " | COBADEFF |",
            })
    void it_goes_along_with_a_payout(String currency, String country, String bank, String code, String routing) {
        fund(currency);
        var paid = paid(currency, merchant.stored(currency, country, json(bank)));
        assertThat(text(paid, "bankCode")).isEqualTo(code);
        assertThat(paid.path("routingNumber").toString()).isEqualTo(routing == null ? "" : json(routing));
    }

    @Test
    void another_bank_is_not_taken_beside_a_branch_of_the_one_before() {
        fund("GBP");
        var id = merchant.stored(
                "GBP", "GB", json("'bankName':'NatWest','accountNumber':'12345678','paymentCode':'601613'"));
        var elsewhere = json("'bankName':'Lloyds Bank','accountNumber':'87654321'");
        var refused = change(id, elsewhere).expect(400);
        assertThat(findings(refused)).containsExactly("bank.paymentCode CONFLICT");
        assertThat(text(paid("GBP", id).path("routingNumber"), "primary")).isEqualTo("601613");
        var whole = elsewhere + json(",'paymentCode':'309634'");
        change(id, whole).expect(200);
        assertThat(text(paid("GBP", id).path("routingNumber"), "primary")).isEqualTo("309634");
        var without = json("'bankName':'NatWest','paymentCode':''");
        change(id, without).expect(200);
        assertThat(paid("GBP", id).has("routingNumber")).isFalse();
        change(id, json("'accountNumber':'11223344'")).expect(200);
    }

    @Test
    void the_numbers_of_another_bank_in_america_are_sent_along() {
        var id = merchant.storedInAmerica("000123456789");
        var elsewhere = json("'bankName':'Citibank, N.A.','paymentCode':''");
        var refused = change(id, elsewhere).expect(400);
        assertThat(findings(refused)).containsExactly("bank.achNumber CONFLICT");
        var whole = elsewhere + json(",'achNumber':'021000089'");
        change(id, whole).expect(200);
    }
}
