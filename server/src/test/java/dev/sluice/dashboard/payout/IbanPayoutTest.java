package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.merchant.Role;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of accounts that only have an IBAN, in the form and in files, and of currency codes in lower case in files.
class IbanPayoutTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String IBAN = "DE89370400440532013000";
    private static final String OTHER = "DE02120300000000202051";

    private List<String> payouts() {
        return merchant.client()
                .get("/v1/disbursement/fiat")
                .expect(200)
                .data()
                .path("docs")
                .valueStream()
                .map(payout -> text(payout, "currency") + " "
                        + text(payout.path("recipient").path("bank"), "bankCode") + " "
                        + text(payout.path("recipient").path("bank"), "accountNumber"))
                .toList();
    }

    @Test
    void a_payout_by_hand_needs_no_bank_where_there_is_an_iban() {
        var maker = person(Role.MAKER);
        assertThat(maker.get("/dashboard/payouts/new?unit=EUR&to=new").body()).contains("Bank of the IBAN");
        var typed = Map.of(
                "kind", "fiat",
                "unit", "EUR",
                "amount", "100",
                "to", "new",
                "recipient.bank.accountName", "Muster GmbH",
                "recipient.bank.accountNumber", IBAN);
        assertThat(ByHand.review(maker, typed).body()).contains("Muster GmbH, " + IBAN);
        assertThat(ByHand.send(maker, typed).statusCode()).isEqualTo(303);
        assertThat(payouts()).containsExactly("EUR SEPA " + IBAN);
    }

    @Test
    void a_payee_with_a_number_and_an_iban_is_shown_by_what_is_paid() {
        var both = "\"accountNumber\":\"0532013000\",\"ibanNumber\":\"" + IBAN + "\"";
        var payee = merchant.stored("EUR", "DE", both);
        var other = """
                {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99","city":"Bandung",\
                "postCode":"40111","bank":{"accountName":"Siti Rahayu","ibanNumber":"%s"}}""";
        merchant.client()
                .patch("/v1/recipient/" + payee, other.formatted(OTHER))
                .expect(200);
        var maker = person(Role.MAKER);
        assertThat(maker.get("/dashboard/recipients").body())
                .contains("****2051")
                .doesNotContain("****3000");
        assertThat(maker.get("/dashboard/payouts/new?unit=EUR&to=stored").body())
                .contains("Siti Rahayu · ****2051")
                .doesNotContain("****3000");
        var typed = Map.of("kind", "fiat", "unit", "EUR", "amount", "100", "to", "stored", "recipientId", payee);
        assertThat(ByHand.review(maker, typed).body())
                .contains("Siti Rahayu, " + OTHER)
                .doesNotContain("0532013000");
        assertThat(ByHand.send(maker, typed).statusCode()).isEqualTo(303);
        assertThat(payouts()).containsExactly("EUR SEPA " + OTHER);
    }

    @Test
    void a_row_of_a_file_needs_no_bank_where_there_is_an_iban() {
        var maker = person(Role.MAKER);
        var rows = List.of(
                "currency,amount,account_name,account_number,bank_code",
                "EUR,100,Muster GmbH," + IBAN + ",",
                "eur,200,Jansen BV,NL91ABNA0417164300,",
                "idr,10000,Siti Rahayu,1234567890,14");
        var sent = maker.upload(
                BULK, Map.of(), "payouts.csv", String.join("\n", rows).getBytes(StandardCharsets.UTF_8));
        var file = sent.headers().firstValue("Location").orElseThrow();
        assertThat(maker.get(file + "?show=all").body()).contains("Rows: 3. Payable: 3.");
        maker.post(file + "/confirm", Map.of());
        awaitEnd(maker, file);
        assertThat(payouts())
                .containsExactlyInAnyOrder("EUR SEPA " + IBAN, "EUR ABNANL2A NL91ABNA0417164300", "IDR 014 1234567890");
    }
}
