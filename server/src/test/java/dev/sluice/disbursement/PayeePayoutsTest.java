package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.idr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import org.junit.jupiter.api.Test;

/// The list of payouts, filtered by recipient or by the bank's reference.
class PayeePayoutsTest extends MerchantTest {
    private static final String LIST = "/v1/disbursement/fiat";

    private String paid(String recipient) {
        return merchant.paidBy(idr("{\"recipientId\":\"" + recipient + "\",\"amount\":10000}"));
    }

    private long total(String query) {
        return merchant.client()
                .get(LIST + "?" + query)
                .expect(200)
                .data()
                .path("totalDocs")
                .longValue();
    }

    private String bankReference(String payout) {
        return service.connections()
                .read(handle -> handle.createQuery(
                                "SELECT rail_reference FROM disbursement_progress WHERE id = :id::uuid")
                        .bind("id", payout)
                        .mapTo(String.class)
                        .one());
    }

    @Test
    void the_payouts_of_a_payee_are_listed_and_counted() {
        var siti = merchant.storedInIndonesia();
        var budi = merchant.storedInIndonesia();
        var first = paid(siti);
        var other = paid(budi);
        var second = paid(siti);
        var of = LIST + "?recipientId=" + siti;
        assertThat(merchant.payoutIds(of)).containsExactly(first, second);
        assertThat(merchant.payoutIds(of + "&sort=-createdAt")).containsExactly(second, first);
        assertThat(merchant.payoutIds(of + "&limit=1&page=2")).containsExactly(second);
        assertThat(merchant.payoutIds(of + "&currency=IDR&sort=-updatedAt")).containsExactlyInAnyOrder(first, second);
        assertThat(merchant.payoutIds(LIST + "?recipientId=" + budi)).containsExactly(other);
        assertThat(total("recipientId=" + siti)).isEqualTo(2);
        assertThat(total("recipientId=" + siti + "&currency=USD")).isZero();
        assertThat(total("recipientId=" + siti + "&startDate=2020-01-01&endDate=2020-01-02"))
                .isZero();
        assertThat(total("recipientId=nobody")).isZero();
        assertThat(merchant.client().delete("/v1/recipient/" + siti).status()).isEqualTo(200);
        assertThat(total("recipientId=" + siti)).isEqualTo(2);
        enter();
        assertThat(total("recipientId=" + siti)).isZero();
    }

    @Test
    void a_payout_is_listed_by_what_its_bank_calls_it() {
        var payout = merchant.paid("1234567890", "10000");
        merchant.paid("1234567890", "10000");
        merchant.await(payout, "completed");
        var number = bankReference(payout);
        assertThat(merchant.payoutIds(LIST + "?bankReference=" + number)).containsExactly(payout);
        assertThat(total("bankReference=" + number)).isEqualTo(1);
        assertThat(total("bankReference=" + number.substring(1))).isZero();
        enter();
        assertThat(total("bankReference=" + number)).isZero();
    }
}
