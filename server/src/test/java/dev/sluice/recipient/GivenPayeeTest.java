package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import org.junit.jupiter.api.Test;

/// An inline recipient of a payout is stored with the data that the payout accepted, and can be changed as any other.
class GivenPayeeTest extends MerchantTest {
    private static final String CHANGED = """
            {"name":"Ann B. Lee","email":"ann@example.com","address":"1 Main Street","city":"Austin","postCode":"78701",
            "bank":{"accountName":"Ann B. Lee"%s}}""";

    private String given() {
        merchant.client().post("/v2/disbursement/fiat", """
                        {"currency":"USD","disburseData":[{"amount":100,"recipient":{"bank":{
                        "bankName":"JPMorgan Chase Bank, N.A.","bankCode":"CHASUS33","accountName":"Ann Lee",
                        "accountNumber":"123456789"}}}]}""").expect(201);
        return merchant.latest()
                .findFirst()
                .orElseThrow()
                .path("recipient")
                .path("recipientId")
                .stringValue();
    }

    @Test
    void they_are_changed_without_adding_what_they_never_had() {
        var path = "/v1/recipient/" + given();
        merchant.client().patch(path, CHANGED.formatted("")).expect(200);
        var payee = merchant.client().get(path).expect(200).data();
        assertThat(Merchant.text(payee, "name")).isEqualTo("Ann B. Lee");
        assertThat(payee.path("bank").path(0).has("achNumber")).isFalse();
    }

    @Test
    void what_they_have_is_not_taken_away_and_another_currency_asks_for_its_own() {
        var path = "/v1/recipient/" + given();
        merchant.client()
                .patch(path, CHANGED.formatted(",\"achNumber\":\"021000021\""))
                .expect(200);
        assertThat(merchant.client()
                        .patch(path, CHANGED.formatted(",\"achNumber\":\"\""))
                        .expect(400)
                        .code())
                .isEqualTo("VALIDATION_FAILED");
        var indian = CHANGED.formatted(",\"currency\":\"INR\",\"country\":\"IN\"");
        assertThat(merchant.client().patch(path, indian).expect(400).code()).isEqualTo("VALIDATION_FAILED");
    }
}
