package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Readiness of a node.
class ReadinessTest {
    @Test
    void it_is_ready_once_the_credentials_are_where_scripts_look_for_them() {
        var live = new AtomicInteger();
        var ready = new AtomicInteger();
        Node.CredentialsWriter credentials = (_, baseUrl) -> {
            live.set(health(baseUrl, "live"));
            ready.set(health(baseUrl, "ready"));
        };
        try (var service = TestService.startTelling(credentials)) {
            assertThat(live).hasValue(200);
            assertThat(ready).hasValue(503);
            assertThat(health(service.baseUrl(), "ready")).isEqualTo(200);
        }
    }

    private static int health(URI baseUrl, String which) {
        try (var client = TestClient.anonymous(baseUrl)) {
            return client.get("/health/" + which).status();
        }
    }
}
