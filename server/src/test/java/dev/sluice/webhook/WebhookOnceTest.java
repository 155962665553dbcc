package dev.sluice.webhook;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import org.junit.jupiter.api.Test;

/// Repeated requests under the same key, at a time when a new one would be refused.
class WebhookOnceTest extends MerchantTest {
    private static final String ENDPOINTS = "/v1/webhook/endpoint";
    private static final String CHANGE = "{\"description\":\"Back office\"}";

    @Test
    void a_change_is_answered_as_it_was_once_the_endpoint_is_gone() {
        var client = merchant.client();
        var created = client.post(ENDPOINTS, "{\"url\":\"https://shop.example.com/hook\"}")
                .expect(201);
        var path = ENDPOINTS + "/" + text(created.data(), "id");
        var first = client.patch(path, CHANGE, "once").expect(200);
        client.delete(path).expect(200);
        var again = client.patch(path, CHANGE, "once").expect(200);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.data()).isEqualTo(first.data());
        client.patch(path, CHANGE, "another").expect(404);
    }
}
