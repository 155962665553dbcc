package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Recipients from before an upgrade are found by the merchant's reference, too.
class EarlierRecipientsTest extends MerchantTest {
    private final RecipientStore store = new RecipientStore(service.vault());

    private List<String> found(String reference) {
        return service.connections()
                .read(handle -> store.ofReference(handle, merchant.organizationId(), reference, 5).stream()
                        .map(each -> each.id().toString())
                        .toList());
    }

    private static List<Recipient> unread(RecipientStore store) {
        return service.connections()
                .inTx(tx -> store.lockUnread(tx, new RecipientStore.Key(new UUID(0, 0), new UUID(0, 0)), 5));
    }

    @Test
    void the_reference_of_an_earlier_payee_is_read_once_also_where_there_is_none() {
        var body = """
                {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99","city":"Bandung",
                 "postCode":"40111","reference":"Vendor-7","bank":{"accountName":"Siti Rahayu","currency":"IDR",
                 "country":"ID","bankName":"Bank Central Asia","accountNumber":"1234567890","paymentCode":"014"}}""";
        var named = Merchant.text(
                merchant.client().post("/v1/recipient", body).expect(201).data(), "id");
        merchant.storedInIndonesia();
        assertThat(found("vendor-7")).containsExactly(named);
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE recipient SET reference_fingerprint = NULL WHERE organization_id = :id")
                        .bind("id", merchant.organizationId())
                        .execute());
        assertThat(found("Vendor-7")).isEmpty();
        assertThat(unread(store)).hasSize(2);
        var earlier = new EarlierRecipients(service.connections(), store);
        assertThat(earlier.step()).isFalse();
        assertThat(found("Vendor-7")).containsExactly(named);
        assertThat(found("")).isEmpty();
        assertThat(unread(store)).isEmpty();
    }
}
