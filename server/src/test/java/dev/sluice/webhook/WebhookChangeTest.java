package dev.sluice.webhook;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.MerchantTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Refused changes of endpoints: in a state that they have left, and of the secret too often.
class WebhookChangeTest extends MerchantTest {
    private static final String ENDPOINTS = "/v1/webhook/endpoint";

    private String registered() {
        var created = merchant.client().post(ENDPOINTS, "{\"url\":\"https://shop.example.com/hook\"}");
        return text(created.expect(201).data(), "id");
    }

    @Test
    void six_secrets_are_in_use_at_most() {
        var rotate = ENDPOINTS + "/" + registered() + "/secret/rotate";
        for (int rotation = 0; rotation < 5; rotation++) {
            merchant.client().post(rotate, null).expect(200);
        }
        Golden.assertSame(
                "error/webhook-secrets-exhausted",
                merchant.client().post(rotate, null).expect(409).json());
    }

    @Test
    void an_endpoint_that_was_changed_meanwhile_is_not_changed_over_it() {
        var path = ENDPOINTS + "/" + registered();
        var read = text(merchant.client().get(path).expect(200).data(), "updatedAt");
        var tag = Map.of("If-Match", "\"" + read + "\"");
        merchant.client()
                .send("PATCH", path, "{\"description\":\"first\"}", tag)
                .expect(200);
        Golden.assertSame(
                "error/changed-meanwhile",
                merchant.client()
                        .send("PATCH", path, "{\"description\":\"second\"}", tag)
                        .expect(412)
                        .json());
        assertThat(text(merchant.client().get(path).expect(200).data(), "description"))
                .isEqualTo("first");
        merchant.client()
                .send("PATCH", path, "{\"description\":\"third\"}", Map.of("If-Match", "\"x\", *"))
                .expect(200);
        for (var malformed : List.of(read, "nonsense", "\"half")) {
            var refused = merchant.client()
                    .send("PATCH", path, "{\"description\":\"fourth\"}", Map.of("If-Match", malformed))
                    .expect(400);
            assertThat(text(refused.json().path("details").get(0), "field")).isEqualTo("If-Match");
        }
    }
}
