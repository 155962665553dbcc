package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.idr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.util.List;
import java.util.stream.Stream;
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

    /// Payouts are in this state after an upgrade: only the sealed data identifies their recipient.
    @Test
    void whom_earlier_payouts_went_to_is_read_once() {
        var siti = merchant.storedInIndonesia();
        var payouts = Stream.of(siti, siti).map(this::paid).toList();
        var inline = merchant.paid("1234567890", "10000");
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE disbursement SET recipient_id = NULL WHERE organization_id = :id")
                        .bind("id", merchant.organizationId())
                        .execute());
        var store = new EarlierStore(service.vault());
        assertThat(new EarlierPayouts(service.connections(), store).step()).isFalse();
        assertThat(merchant.payoutIds(LIST + "?recipientId=" + siti)).isEqualTo(payouts);
        var other = Merchant.text(merchant.payout(inline).path("recipient"), "recipientId");
        assertThat(merchant.payoutIds(LIST + "?recipientId=" + other)).isEqualTo(List.of(inline));
        var unread = service.connections().inTx(tx -> store.lock(tx, EarlierPayouts.FIRST, 1));
        assertThat(unread).isEmpty();
    }
    /// A processed row stays in the index for as long as an old snapshot is open.
    @Test
    void each_batch_of_earlier_payouts_begins_after_the_one_before_and_the_last_one_from_the_first_again() {
        var siti = merchant.storedInIndonesia();
        var payouts = Stream.of(siti, siti, siti).map(this::paid).toList();
        var earlier = new EarlierPayouts(service.connections(), new EarlierStore(service.vault()), 1);
        payouts.forEach(this::forget);
        assertThat(earlier.step()).isTrue();
        forget(payouts.getFirst());
        assertThat(earlier.step()).isTrue();
        assertThat(merchant.payoutIds(LIST + "?recipientId=" + siti)).containsExactly(payouts.get(1));
        while (earlier.step()) {
            // Repeat until nothing is left.
        }
        assertThat(merchant.payoutIds(LIST + "?recipientId=" + siti)).isEqualTo(payouts);
    }

    private void forget(String payout) {
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE disbursement SET recipient_id = NULL WHERE id = :id::uuid")
                        .bind("id", payout)
                        .execute());
    }
}
