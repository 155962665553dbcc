package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Return addresses of a payment page.
class CheckoutAddressTest extends MerchantTest {
    private Reply create(String cancelUrl) {
        return merchant.client()
                .post(
                        "/v1/checkout",
                        "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"cancelUrl\":\"" + cancelUrl
                                + "\",\"successUrl\":\"" + cancelUrl + "\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "https://my_shop.example/ok, https://my_shop.example/ok",
        "https://bücher.example/ok, https://xn--bcher-kva.example/ok",
    })
    void a_shop_has_any_host_that_browsers_find(String typed, String stored) {
        var page = URI.create(text(create(typed).expect(200).data(), "url")).getPath();
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            assertThat(customer.send("GET", page, null, Map.of()).expect(200).text())
                    .contains("\"" + stored + "\"");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop..example/, hyphen or full stop at the wrong place",
        "https://shop.example@evil.example/, without a user",
        "javascript:alert(1), must be an absolute http or https URL",
    })
    void what_is_wrong_with_an_address_is_said(String typed, String reason) {
        assertThat(create(typed).expect(400).text()).contains(reason);
    }
}
