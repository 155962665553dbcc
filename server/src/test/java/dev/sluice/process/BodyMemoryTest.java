package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.http.Wire;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Memory attacks by anonymous clients: hundreds send almost all of a large body, or dozens send all of a body that
/// takes many times its length once parsed. A node with the launcher's heap survives, answers small requests in the
/// meantime, and answers everyone once the attackers have gone.
@Tag("slow")
class BodyMemoryTest {
    private static final int SENDERS = 400;
    private static final int BODY_BYTES = 1024 * 1024;
    private static final int CHUNK_BYTES = 4 * 1024 * 1024;
    private static final int CHUNK_SENDERS = 100;
    private static final int FORM_SENDERS = 40;
    private static final int FIELD_BYTES = 8;
    private static final String HEAD = "POST /v1/recipient HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

    @TempDir
    static Path root;

    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        service = ServiceProcess.start(root.resolve("data"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void hundreds_who_hold_back_the_last_byte_of_a_body() {
        besieged(SENDERS, HEAD + "Content-Length: " + BODY_BYTES + "\r\n\r\n", BODY_BYTES - 1);
    }

    @Test
    void many_who_hold_back_the_last_byte_of_a_chunk() {
        besieged(
                CHUNK_SENDERS,
                HEAD + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(CHUNK_BYTES) + "\r\n",
                CHUNK_BYTES - 1);
    }

    /// As many concurrent requests as a node accepts.
    @ParameterizedTest
    @ValueSource(strings = {"/dashboard/sign-in", "/dashboard/password"})
    void dozens_who_send_forms_of_nothing_but_short_fields(String path) {
        var form = IntStream.range(0, BODY_BYTES / FIELD_BYTES)
                .mapToObj("%05x=1&"::formatted)
                .collect(Collectors.joining());
        var head = "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: " + BODY_BYTES + "\r\n\r\n";
        var most = form.substring(0, BODY_BYTES - 1).getBytes(StandardCharsets.US_ASCII);
        var holding = new ArrayList<Wire>();
        try {
            for (int i = 0; i < FORM_SENDERS; i++) {
                holding.add(new Wire(service.baseUrl().getPort()));
                hold(holding.getLast(), head, most);
            }
            holding.forEach(wire -> hold(wire, "&", new byte[0]));
            assertSmallRequestsAreAnswered();
        } finally {
            holding.forEach(Wire::close);
        }
        assertSmallRequestsAreAnswered();
    }

    private static void besieged(int senders, String head, int bytes) {
        var body = new byte[bytes];
        var holding = new ArrayList<Wire>();
        try {
            for (int i = 0; i < senders; i++) {
                holding.add(new Wire(service.baseUrl().getPort()));
                hold(holding.getLast(), head, body);
            }
            assertSmallRequestsAreAnswered();
        } finally {
            holding.forEach(Wire::close);
        }
        assertSmallRequestsAreAnswered();
        Eventually.within(Duration.ofSeconds(30), "room for a large body", () -> {
            try (var client = service.bearing()) {
                var large = "{\"name\":\"" + "x".repeat(BODY_BYTES / 2) + "\"}";
                return client.post("/v1/recipient", large).status() == 400;
            }
        });
        assertThat(service.isAlive()).isTrue();
    }

    /// A refused client may find its connection closed before it has sent everything.
    private static void hold(Wire wire, String head, byte[] body) {
        try {
            wire.send(head).send(body);
        } catch (UncheckedIOException closed) {
            assertThat(service.isAlive()).as(service.log()).isTrue();
        }
    }

    private static void assertSmallRequestsAreAnswered() {
        assertThat(service.isAlive()).as("alive").isTrue();
        try (var client = service.signing()) {
            for (var path : List.of("/v1/balance", "/v1/recipient", "/v1/disbursement/fiat")) {
                client.get(path).expect(200);
            }
            assertThat(client.post("/v1/recipient", "{}").status()).isEqualTo(400);
        }
    }
}
