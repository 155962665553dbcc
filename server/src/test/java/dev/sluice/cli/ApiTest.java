package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.auth.AuthFixture;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.http.Answer;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.server.Server;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApiTest {
    private static final byte[] PDF = "%PDF-1.7".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private static Path dir = Path.of(".");

    private final AuthFixture fixture = new AuthFixture();
    private final Server server = fixture.serve(Optional.empty(), true, this::routes);

    private List<Route> routes(Guard guard) {
        return List.of(
                guard.read(
                        Method.GET,
                        "/v1/amount",
                        Scope.READ,
                        (_, request) -> fixture.envelope.ok(
                                request, "Amount", new JsonObject().put("amount", new BigDecimal("0.0000001")))),
                guard.read(Method.GET, "/v1/report", Scope.READ, (_, _) -> new Answer(200, "application/pdf", PDF)),
                guard.write(Method.POST, "/v1/lost", Scope.PAYOUTS, (_, _, _) -> {
                    throw new IllegalStateException("lost");
                }),
                guard.write(
                        Method.POST,
                        "/v1/echo",
                        Scope.PAYOUTS,
                        (_, request, claim) -> fixture.envelope.ok(
                                request,
                                "Echo",
                                new JsonObject()
                                        .put("text", request.fields().requiredText("text", 100))
                                        .put("key", claim.key())
                                        .put("signed", claim.signatureDigest() != null))));
    }

    @BeforeAll
    void seed() throws IOException {
        fixture.demoSeed().seed((_, _) -> {}).write(dir, "http://127.0.0.1:" + server.port(), true);
    }

    @AfterAll
    void close() {
        server.close();
        fixture.close();
    }

    @Test
    void it_signs_with_demo_env_and_prints_amounts_digit_for_digit() {
        var printed = run("api", "get", "/v1/amount?a=1&b=%20");
        assertThat(printed.code()).isZero();
        assertThat(printed.out()).contains("  \"message\": \"Amount\"", "    \"amount\": 0.0000001");
        assertThat(run("api", "GET", "/v1/amount", "--amounts-as-strings").out())
                .contains("\"0.0000001\"");
    }

    @Test
    void a_write_has_a_random_key_or_the_given_one() {
        var printed = run("api", "POST", "/v1/echo", "{\"text\": \"@höhe\"}");
        assertThat(printed.out())
                .contains("\"@höhe\"", "\"signed\": true")
                .containsPattern("\"key\": \"[0-9a-f-]{36}\"");
        assertThat(run("api", "POST", "/v1/echo", "{\"text\":\"x\"}", "--idempotency-key", "mine")
                        .out())
                .contains("\"key\": \"mine\"");
    }

    @Test
    void of_a_write_that_may_have_been_done_the_key_is_told() {
        var printed = run("api", "POST", "/v1/lost", "{}");
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.err()).containsPattern("retry with --idempotency-key [0-9a-f-]{36} ");
        assertThat(run("api", "GET", "/v1/nothing").err()).doesNotContain("--idempotency-key");
    }

    @Test
    void the_body_may_come_from_a_file_and_the_credential_be_the_api_key() throws IOException {
        var file = Files.writeString(dir.resolve("body.json"), "{\"text\": \"from a file\"}");
        assertThat(run("api", "POST", "/v1/echo", "@" + file, "--api-key").out())
                .contains("from a file", "\"signed\": false");
    }

    @Test
    void a_refusal_is_printed_and_the_exit_code_is_1() {
        var printed = run("api", "-i", "GET", "/v1/nothing");
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("HTTP 404", "content-type: application/json", "\"code\": \"NOT_FOUND\"");
    }

    @Test
    void a_document_goes_to_a_file() throws IOException {
        var file = dir.resolve("proof.pdf");
        assertThat(run("api", "GET", "/v1/report", "-o", file.toString()).code())
                .isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(PDF);
        assertThat(run("api", "GET", "/v1/report").out()).contains("application/pdf, 8 bytes", "-o FILE");
    }

    @Test
    void the_environment_wins_over_demo_env() {
        var terminal = new Terminal(fixture, dir);
        terminal.environment.put("SLUICE_CLIENT_SECRET", "wrong");
        var refused = terminal.run("api", "GET", "/v1/amount");
        assertThat(refused.out()).contains("AUTH_BAD_SIGNATURE");
        assertThat(refused.err()).contains("does not accept the SLUICE_CLIENT_ID in " + dir);
    }

    @Test
    void credentials_of_another_deployment_are_said_to_be_that() throws IOException {
        var other = Files.createDirectories(dir.resolve("other"));
        Files.writeString(
                other.resolve("demo.env"),
                Files.readString(dir.resolve("demo.env"))
                        .replaceAll("SLUICE_CLIENT_ID=.*", "SLUICE_CLIENT_ID=ci_other")
                        .replaceAll("SLUICE_API_KEY=.*", "SLUICE_API_KEY=sk_other"));
        var terminal = new Terminal(fixture, other);
        var base = "http://127.0.0.1:" + server.port();
        for (var key : List.of("SLUICE_CLIENT_ID", "SLUICE_API_KEY")) {
            var command = key.equals("SLUICE_API_KEY")
                    ? new String[] {"api", "GET", "/v1/amount", "--api-key"}
                    : new String[] {"api", "GET", "/v1/amount"};
            assertThat(terminal.run(command).err())
                    .contains(base + " does not accept the " + key + " in " + other.resolve("demo.env") + ": it may be")
                    .contains("Set SLUICE_DATA_DIR");
        }
        terminal.environment.put("SLUICE_BASE_URL", base + "/");
        assertThat(terminal.run("api", "GET", "/v1/amount").err())
                .contains("(that file belongs to the service at " + base + ")");
    }

    @Test
    void without_a_service_or_credentials_it_says_what_to_do() {
        var terminal = new Terminal(fixture, dir);
        terminal.environment.put("SLUICE_BASE_URL", "http://127.0.0.1:1");
        assertThat(terminal.run("api", "GET", "/").err())
                .contains(
                        "no response from http://127.0.0.1:1/, the address in the environment",
                        "serve",
                        "SLUICE_DATA_DIR");
        assertThat(new Terminal(fixture, dir.resolve("elsewhere"))
                        .run("api", "GET", "/")
                        .err())
                .contains(
                        "no SLUICE_BASE_URL", dir.resolve("elsewhere/demo.env").toString(), "SLUICE_DATA_DIR");
    }

    private Terminal.Printed run(String... arguments) {
        return new Terminal(fixture, dir).run(arguments);
    }
}
