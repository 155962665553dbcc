package dev.sluice.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient;
import dev.sluice.http.Feed;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Limit of event streams per payment page.
class ListenersTest extends MerchantTest {
    private final Listeners listeners = new Listeners();

    private static Feed feed() {
        return Feed.ofChanges(() -> "pending");
    }

    @Test
    void a_page_has_a_few_and_others_have_theirs() {
        var page = UUID.randomUUID();
        var taken = IntStream.range(0, Listeners.OF_PAGE_MAX)
                .mapToObj(_ -> listeners.begin(page, feed()).orElseThrow())
                .toList();
        assertThat(listeners.begin(page, feed())).isEmpty();
        assertThat(listeners.begin(UUID.randomUUID(), feed())).isPresent();
        assertThat(taken.getFirst().look()).isEqualTo("pending");
        taken.getFirst().close();
        taken.getFirst().close();
        assertThat(listeners.begin(page, feed())).isPresent();
        assertThat(listeners.begin(page, feed())).isEmpty();
    }

    private String page() {
        var made = merchant.client().post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}");
        return URI.create(Merchant.text(made.expect(200).data(), "url")).getPath();
    }

    private static InputStream listening(String page) throws IOException {
        var events = service.baseUrl().resolve(page + "/events").toURL().openConnection();
        events.setReadTimeout(20_000);
        return events.getInputStream();
    }

    /// Clients of one page cannot use up the streams of others.
    @Test
    void who_finds_none_is_told_to_ask() throws IOException {
        var page = page();
        var open = new ArrayList<InputStream>();
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            for (int i = 0; i < Listeners.OF_PAGE_MAX; i++) {
                open.add(listening(page));
            }
            customer.get(page + "/events").expect(503);
            customer.get(page + "/status").expect(200);
            try (var other = listening(page())) {
                assertThat(other.read()).isEqualTo('d');
            }
        } finally {
            for (var each : open) {
                each.close();
            }
        }
    }
}
