package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.sluice.app.Eventually;
import dev.sluice.app.TestClient;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// Failed authentications that no organization's audit log or request log can attribute are written to the service's
/// log: with the caller's address and the request, but without the credentials tried.
class StrangersTest extends DashboardTest {
    private static final String KEY = "sk_test_" + "k".repeat(43);
    private static final String STRANGER = "stranger@example.com";

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.sluice");
    private final Level former = logger.getLevel();
    private final Listener listener = new Listener();

    @BeforeEach
    void listen() {
        logger.setLevel(Level.WARN);
        listener.start();
        logger.addAppender(listener);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(listener);
        logger.setLevel(former);
    }

    private List<String> lines(String with) {
        return listener.lines.stream().filter(line -> line.contains(with)).toList();
    }

    @Test
    void a_key_and_a_client_that_nobody_has_are_told_once_in_a_while() {
        String first;
        try (var stranger = TestClient.bearing(service.baseUrl(), KEY)) {
            first = stranger.get("/v1/balance").expect(401).header("X-Request-Id");
            for (int i = 0; i < 20; i++) {
                stranger.get("/v1/balance").expect(401);
            }
        }
        try (var stranger = TestClient.signing(service.baseUrl(), "cl_nobody", KEY)) {
            stranger.get("/v1/balance").expect(401);
        }
        var told = lines("authentication of ");
        assertThat(told).hasSizeLessThan(5);
        assertThat(told.getFirst()).contains("127.0.0.1", "AUTH_BAD_KEY", first);
        assertThat(listener.lines).noneMatch(line -> line.contains("kkkkkkkk"));
    }

    @Test
    void an_address_that_nobody_has_is_told_without_it() {
        for (int i = 0; i < 3; i++) {
            new Browsing(service.baseUrl())
                    .post("/dashboard/sign-in", Map.of("email", STRANGER, "password", "not a password"));
        }
        Eventually.within(
                Duration.ofSeconds(30),
                "it is told",
                () -> !lines("failed dashboard sign-in from ").isEmpty());
        assertThat(lines("failed dashboard sign-in from "))
                .singleElement()
                .asString()
                .contains("127.0.0.1");
        assertThat(listener.lines).noneMatch(line -> line.contains(STRANGER) || line.contains("not a password"));
    }

    private static final class Listener extends AppenderBase<ILoggingEvent> {
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    }
}
