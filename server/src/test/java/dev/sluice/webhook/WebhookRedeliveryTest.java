package dev.sluice.webhook;

import static dev.sluice.app.Merchant.text;

import dev.sluice.app.Golden;
import dev.sluice.app.MerchantTest;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Redelivery requests while the delivery is being sent.
class WebhookRedeliveryTest extends MerchantTest {
    private static final String ENDPOINTS = "/v1/webhook/endpoint";

    @Test
    void what_is_being_sent_is_not_sent_again_at_the_same_time() throws IOException {
        try (var inbox = new WebhookInbox()) {
            inbox.hold();
            var created = merchant.client()
                    .post(ENDPOINTS, "{\"url\":\"" + inbox.url() + "\",\"types\":[\"disbursement.created\"]}")
                    .expect(201);
            var deliveries = ENDPOINTS + "/" + text(created.data(), "id") + "/delivery?status=";
            var payout = merchant.paid("9999000032", "10000");
            inbox.await("disbursement.created", payout);
            var again =
                    "/v1/webhook/delivery/" + text(merchant.awaitFirst(deliveries + "pending"), "id") + "/redeliver";
            Golden.assertSame(
                    "error/webhook-delivery-under-way",
                    merchant.client().post(again, null).expect(409).json());
            inbox.release();
            merchant.awaitFirst(deliveries + "delivered");
            merchant.client().post(again, null).expect(200);
            inbox.await(delivery -> delivery.about().equals(payout), 2);
        }
    }
}
