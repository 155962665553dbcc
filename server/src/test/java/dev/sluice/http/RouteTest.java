package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Deprecated routes have the headers for deprecation on every answer.
final class RouteTest {
    private static final Request REQUEST =
            new Request("id", Method.GET, "/old", "", new byte[0], "127.0.0.1", Map.of(), _ -> null);

    @Test
    void an_answer_of_a_deprecated_route_links_to_its_successor() {
        var route = new Route(Method.GET, "/old", _ -> new Answer(200, Answer.JSON, new byte[0]));

        assertThat(route.deprecated("@1793491200", "/new")
                        .handler()
                        .handle(REQUEST)
                        .headers())
                .containsEntry("Deprecation", "@1793491200")
                .containsEntry("Link", "</new>; rel=\"successor-version\"");
        assertThat(route.deprecated("@1793491200", "/new", "/other")
                        .handler()
                        .handle(REQUEST)
                        .headers())
                .containsEntry("Link", "</new>; rel=\"successor-version\", </other>; rel=\"successor-version\"");
    }

    @Test
    void a_refusal_of_a_deprecated_route_does_too() {
        var route = new Route(Method.GET, "/old", _ -> {
            throw Refusal.AUTH_MISSING.refused();
        });

        assertThatThrownBy(
                        () -> route.deprecated("@1793491200", "/new").handler().handle(REQUEST))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.headers())
                                .containsEntry("Deprecation", "@1793491200")
                                .containsKey("Link"));
    }
}
