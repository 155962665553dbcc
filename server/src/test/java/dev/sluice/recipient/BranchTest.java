package dev.sluice.recipient;

import static dev.sluice.Merchant.findings;
import static dev.sluice.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.MerchantTest;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What leads to a branch of a payee's bank goes along with the payout: the same number is somebody else's
/// at the next.
class BranchTest extends MerchantTest {
    private static final String CHANGE = """
            {"name":"Siti Rahayu","email":"siti@example.com","address":"1","city":"1","postCode":"1",\
            "bank":{"accountName":"Siti Rahayu",%s}}""";

    private static String json(String bank) {
        return bank.replace('\'', '"');
    }

    private void fund(String currency) {
        var money = Money.exactly(new BigDecimal("1000000"), Asset.fiat(currency, currency.equals("JPY") ? 0 : 2));
        var funding = new Funding(new Ledger(service.clocks()), service.clocks());
        service.connections().run(tx -> funding.deposit(tx, merchant.organizationId(), List.of(money)));
    }

    private JsonNode paid(String currency, String id) {
        var item = "{\"recipientId\":\"" + id + "\",\"amount\":20000}";
        return merchant.pay("{\"currency\":\"" + currency + "\",\"disburseData\":[" + item + "]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("recipient")
                .path("bank");
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
        var path = "/v1/recipient/" + id;
        var elsewhere = json("'bankName':'Lloyds Bank','accountNumber':'87654321'");
        var refused = merchant.client().patch(path, CHANGE.formatted(elsewhere)).expect(400);
        assertThat(findings(refused)).containsExactly("bank.paymentCode CONFLICT");
        assertThat(text(paid("GBP", id).path("routingNumber"), "primary")).isEqualTo("601613");
        var whole = elsewhere + json(",'paymentCode':'309634'");
        merchant.client().patch(path, CHANGE.formatted(whole)).expect(200);
        assertThat(text(paid("GBP", id).path("routingNumber"), "primary")).isEqualTo("309634");
        var without = json("'bankName':'NatWest','paymentCode':''");
        merchant.client().patch(path, CHANGE.formatted(without)).expect(200);
        assertThat(paid("GBP", id).has("routingNumber")).isFalse();
        merchant.client()
                .patch(path, CHANGE.formatted(json("'accountNumber':'11223344'")))
                .expect(200);
    }

    @Test
    void the_numbers_of_another_bank_in_america_are_sent_along() {
        var path = "/v1/recipient/" + merchant.storedInAmerica("000123456789");
        var elsewhere = json("'bankName':'Citibank, N.A.','paymentCode':''");
        var refused = merchant.client().patch(path, CHANGE.formatted(elsewhere)).expect(400);
        assertThat(findings(refused)).containsExactly("bank.achNumber CONFLICT");
        var whole = elsewhere + json(",'achNumber':'021000089'");
        merchant.client().patch(path, CHANGE.formatted(whole)).expect(200);
    }
}
