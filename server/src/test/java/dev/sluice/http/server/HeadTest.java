package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Answer;
import dev.sluice.http.Feed;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.http.Wire;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// HEAD responses of routes with a body of unknown length.
class HeadTest {
    private final AtomicInteger begun = new AtomicInteger();
    private final Server server = ServerTest.listen(List.of(
            new Route(Method.GET, "/file", _ -> Answer.written("text/csv", out -> out.write('a'))),
            new Route(Method.GET, "/short", _ -> new Answer(200, "text/plain", new byte[7])),
            new Route(Method.GET, "/feed", this::feed).asFeed()));

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer feed(Request request) {
        begun.incrementAndGet();
        return Answer.feed(Feed.ofChanges(request::path));
    }

    private static Wire.Response head(Wire wire, String path) {
        return wire.send("HEAD " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").receiveHead();
    }

    /// The next response on the connection has a length again.
    @Test
    void the_length_of_what_is_written_as_it_comes_to_be_is_not_said() {
        try (var wire = new Wire(server.port())) {
            var file = head(wire, "/file");
            assertThat(file.status()).isEqualTo(200);
            assertThat(file.headers())
                    .containsEntry("content-type", "text/csv")
                    .doesNotContainKeys("content-length", "transfer-encoding");
            assertThat(head(wire, "/short").headers()).containsEntry("content-length", "7");
        }
    }

    @Test
    void a_feed_has_no_head_and_is_not_begun() {
        try (var wire = new Wire(server.port())) {
            var refused = head(wire, "/feed");
            assertThat(refused.status()).isEqualTo(405);
            assertThat(refused.headers()).containsEntry("allow", "GET");
            assertThat(begun).hasValue(0);
        }
    }
}
