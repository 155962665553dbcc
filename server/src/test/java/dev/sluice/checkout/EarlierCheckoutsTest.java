package dev.sluice.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Merchant;
import dev.sluice.MerchantTest;
import java.util.List;
import java.util.UUID;
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
                .read(handle -> store.ofCustomer(handle, organizationId, name, 5).stream()
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
        var unread = service.connections().inTx(tx -> store.lockUnread(tx, 1));
        assertThat(unread).isEmpty();
        assertThat(earlier.step()).isFalse();
    }
}
