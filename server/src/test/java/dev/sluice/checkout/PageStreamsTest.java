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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Limit of event streams per payment page.
class PageStreamsTest extends MerchantTest {
    /// A feed may be closed twice: by the server and by the client that left.
    @Test
    void a_closed_stream_releases_what_it_holds() {
        var closed = new AtomicInteger();
        var feed = Feed.ofChanges(() -> "pending", closed::incrementAndGet);
        assertThat(feed.poll()).isEqualTo("pending");
        assertThat(closed).hasValue(0);
        feed.close();
        assertThat(closed).hasValue(1);
    }

    private String page() {
        var created = merchant.client().post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}");
        return URI.create(Merchant.text(created.expect(200).data(), "url")).getPath();
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
            for (int i = 0; i < CheckoutRoutes.STREAMS_PER_PAGE_MAX; i++) {
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
