package dev.sluice.webhook;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.MerchantTest;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Endpoints that receive the amounts of their deliveries as texts.
class WebhookAmountsTest extends MerchantTest {
    private static final String ENDPOINTS = "/v1/webhook/endpoint";

    private WebhookInbox strings;
    private WebhookInbox numbers;

    @BeforeEach
    void listen() throws IOException {
        strings = new WebhookInbox();
        numbers = new WebhookInbox();
    }

    @AfterEach
    void end() {
        strings.close();
        numbers.close();
    }

    private JsonNode register(WebhookInbox inbox, String more) {
        return merchant.client()
                .post(ENDPOINTS, "{\"url\":\"" + inbox.url() + "\",\"types\":[\"deposit.*\"]" + more + "}")
                .expect(201)
                .data();
    }

    @Test
    void each_endpoint_has_amounts_as_it_takes_them_in_first_and_repeated_deliveries() {
        var endpoint = register(strings, ",\"amounts\":\"string\"");
        assertThat(text(endpoint, "amounts")).isEqualTo("string");
        assertThat(text(register(numbers, ""), "amounts")).isEqualTo("number");
        var id = merchant.createDeposit("014_VA", "100000");
        var asText = strings.await("deposit.created", id).json();
        assertThat(asText.at("/data/inputAmount").stringValue()).isEqualTo("100000");
        assertThat(asText.at("/data/fee/amount").isString()).isTrue();
        assertThat(asText.at("/sequence").isNumber()).isTrue();
        assertThat(numbers.await("deposit.created", id)
                        .json()
                        .at("/data/inputAmount")
                        .isNumber())
                .isTrue();
        var delivery = merchant.client()
                .get(ENDPOINTS + "/" + text(endpoint, "id") + "/delivery")
                .expect(200)
                .data()
                .path("docs")
                .path(0);
        int before = strings.messages().size();
        Eventually.within(
                Duration.ofSeconds(20),
                "the first attempt has ended",
                () -> merchant.client()
                                .post("/v1/webhook/delivery/" + text(delivery, "id") + "/redeliver", null)
                                .status()
                        == 200);
        Eventually.within(
                Duration.ofSeconds(20),
                "it came again",
                () -> strings.messages().size() > before);
        assertThat(strings.messages().getLast().json().at("/data/inputAmount").isString())
                .isTrue();
    }

    @Test
    void it_is_changed_listed_and_refused_where_it_is_neither() {
        var id = text(register(strings, ""), "id");
        var changed = merchant.client()
                .patch(ENDPOINTS + "/" + id, "{\"amounts\":\"string\"}")
                .expect(200)
                .data();
        assertThat(text(changed, "amounts")).isEqualTo("string");
        var stored = merchant.client()
                .patch(ENDPOINTS + "/" + id, "{\"description\":\"Shop\"}")
                .expect(200)
                .data();
        assertThat(text(stored, "amounts")).isEqualTo("string");
        assertThat(merchant.client().get(ENDPOINTS).expect(200).text()).contains("\"amounts\":\"string\"");
        assertThat(merchant.client()
                        .patch(ENDPOINTS + "/" + id, "{\"amounts\":\"text\"}")
                        .expect(400)
                        .text())
                .contains("must be number or string");
    }
}
