package dev.sluice.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Payment pages from before an upgrade are found by their customers' names, too.
class EarlierCheckoutsTest extends MerchantTest {
    private String made(String customer) {
        return Merchant.text(
                merchant.client()
                        .post(
                                "/v1/checkout",
                                "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"customerName\":\"" + customer
                                        + "\"}")
                        .expect(200)
                        .data(),
                "id");
    }

    private static List<String> found(CheckoutStore store, UUID organizationId, String name) {
        return service.connections()
                .read(handle -> store.ofCustomer(handle, organizationId, name, CheckoutLinks.BEFORE_ALL, 5).stream()
                        .map(each -> each.id().toString())
                        .toList());
    }

    @Test
    void the_name_of_an_earlier_customer_is_read_once() {
        var store = new CheckoutStore(service.vault());
        var first = made("Siti Rahayu");
        var second = made("Budi Santoso");
        var organization = merchant.organizationId();
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE checkout SET customer_fingerprint = NULL WHERE organization_id = :id")
                        .bind("id", organization)
                        .execute());
        var earlier = new EarlierCheckouts(service.connections(), store);
        assertThat(earlier.step()).isFalse();
        assertThat(found(store, organization, "Siti Rahayu")).containsExactly(first);
        assertThat(found(store, organization, "Budi Santoso")).containsExactly(second);
        var unread = service.connections().inTx(tx -> store.lockUnread(tx, new UUID(0, 0), new UUID(0, 0), 1));
        assertThat(unread).isEmpty();
        assertThat(earlier.step()).isFalse();
    }
    /// A processed row stays in the index for as long as an old snapshot is open.
    @Test
    void each_batch_of_earlier_pages_begins_after_the_one_before_and_the_last_one_from_the_first_again() {
        var store = new CheckoutStore(service.vault());
        var pages = Stream.of("Siti", "Budi", "Rani").map(this::made).toList();
        var earlier = new EarlierCheckouts(service.connections(), store, 1);
        pages.forEach(this::forget);
        assertThat(earlier.step()).isTrue();
        forget(pages.getFirst());
        assertThat(earlier.step()).isTrue();
        var organization = merchant.organizationId();
        assertThat(found(store, organization, "Siti")).isEmpty();
        assertThat(found(store, organization, "Budi")).containsExactly(pages.get(1));
        while (earlier.step()) {
            // Repeat until nothing is left.
        }
        assertThat(found(store, organization, "Siti")).containsExactly(pages.getFirst());
        assertThat(found(store, organization, "Rani")).containsExactly(pages.getLast());
    }

    private void forget(String page) {
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE checkout SET customer_fingerprint = NULL WHERE id = :id::uuid")
                        .bind("id", page)
                        .execute());
    }
}
