package dev.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// The published samples, each run by its own interpreter if that is installed: against the published vectors, and
/// against a service.
@Tag("slow")
class SamplesTest {
    private static final Path API = Path.of("..", "api");
    private static final Path PAGE = Path.of("..", "docs", "signing.md");
    private static final List<Sample> PRESENT = Sample.present().toList();
    private static final String PAYOUT = """
            {"currency": "IDR", "disburseData": [{"amount": 150000, "note": "José 王小明 😀", "recipient": {"bank":
             {"bankName": "Bank Central Asia", "accountName": "Siti Rahayu", "accountNumber": "0123456789",
              "bankCode": "014"}}}]}
            """;

    private static TestService service;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    static List<Sample> present() {
        return PRESENT;
    }

    @Test
    void every_sample_is_run_here_and_told_on_the_page() throws IOException {
        var files = new ArrayList<String>();
        try (var paths = Files.newDirectoryStream(Sample.FOLDER, "sign.*")) {
            paths.forEach(file -> files.add(String.valueOf(file.getFileName())));
        }
        var samples = List.of(Sample.values()).stream().map(Sample::file).toList();
        assertThat(files).containsExactlyInAnyOrderElementsOf(samples);
        assertThat(Files.readString(PAGE))
                .contains(samples.stream().map(file -> "samples/" + file).toList());
    }

    @ParameterizedTest
    @MethodSource("present")
    void signs_like_the_published_vectors(Sample sample) throws IOException {
        agrees(sample, "vectors", "signing-vectors.json");
    }

    @ParameterizedTest
    @MethodSource("present")
    void verifies_webhooks_like_the_published_vectors(Sample sample) throws IOException {
        agrees(sample, "verify", "webhook-vectors.json");
    }

    /// All vectors are correct, so a sample would report each one that it gets wrong.
    private void agrees(Sample sample, String command, String file) throws IOException {
        var vectors = Files.readString(API.resolve(file));
        var published =
                sample.run(Map.of(), command, absolute(API.resolve(file))).expect(true);
        int all = json(vectors).size();
        assertThat(published.out()).isEqualTo(all + " of " + all + " vectors are right\n");
        var changed = Files.writeString(folder.resolve(file), vectors.replaceFirst("(?<=\"timestamp\": \")", "1"));
        var refused = sample.run(Map.of(), command, absolute(changed)).expect(false);
        assertThat(refused.out()).startsWith(all - 1 + " of " + all);
        assertThat(refused.err())
                .contains("wrong: " + json(vectors).get(0).get("name").asString());
    }

    @ParameterizedTest
    @MethodSource("present")
    void reads_from_a_service(Sample sample) throws IOException {
        var balance = json(call(sample, "GET", "/v1/balance").expect(true).out());
        assertThat(balance.at("/data")
                        .valueStream()
                        .map(each -> each.get("currency").asString()))
                .contains("IDR");
        var found = json(call(sample, "GET", "/v1/recipient?search=Siti+Rahayu%20binti%c3%a9%2C&limit=5")
                .expect(true)
                .out());
        assertThat(found.path("statusCode").asInt()).isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("present")
    void a_payout_that_is_asked_for_again_under_its_key_is_made_once(Sample sample) throws IOException {
        var key = UUID.randomUUID().toString();
        var first = payout(call(sample, "POST", "/v2/disbursement/fiat", PAYOUT, key));
        assertThat(payout(call(sample, "POST", "/v2/disbursement/fiat", PAYOUT, key)))
                .isEqualTo(first);
        assertThat(payout(call(sample, "POST", "/v2/disbursement/fiat", PAYOUT)))
                .as("without a key of one's own, each call is another request")
                .isNotEqualTo(first);
        call(sample, "POST", "/v2/disbursement/fiat", "{}", key).expect(false);
    }

    @ParameterizedTest
    @MethodSource("present")
    void a_wrong_secret_is_refused(Sample sample) throws IOException {
        var variables = new HashMap<>(service.demo().credentials());
        variables.put("SLUICE_BASE_URL", service.baseUrl().toString());
        variables.computeIfPresent("SLUICE_CLIENT_SECRET", (_, secret) -> secret + "x");
        var refused = json(sample.run(variables, "call", "GET", "/v1/balance")
                .expect(false)
                .out());
        assertThat(refused.path("statusCode").asInt()).isEqualTo(401);
        assertThat(refused.path("code").asString()).isEqualTo("AUTH_BAD_SIGNATURE");
    }

    private static Command call(Sample sample, String... words) throws IOException {
        var variables = new HashMap<>(service.demo().credentials());
        variables.put("SLUICE_BASE_URL", service.baseUrl().toString());
        var all = new ArrayList<>(List.of("call"));
        all.addAll(List.of(words));
        return sample.run(variables, all.toArray(String[]::new));
    }

    private static String payout(Command answer) {
        var id = json(answer.expect(true).out()).findValue("disbursementId");
        assertThat(id).as(answer.out()).isNotNull();
        return id.asString();
    }

    private static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String absolute(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }
}
