package dev.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.http.Contract;
import dev.sluice.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The published Postman collection: it matches the contract, and its script signs correctly, as run by Newman,
/// Postman's own runner.
@Tag("slow")
class PostmanCollectionTest {
    private static final Path FILE = Path.of("..", "api", "sluice.postman_collection.json");
    private static final Path CONTRACT = Path.of("..", "api", "openapi.yaml");
    private static final Path SCRIPT = Path.of("..", "docs", "samples", "postman.js");

    /// Requests with data that encoders treat differently, and with variables that change each time.
    private static final String HARD_REQUESTS = """
            [{"name": "query", "request": {"method": "GET", "url": {"raw": "", "host": ["{{baseUrl}}"],
               "path": ["v1", "recipient"], "query": [
                {"key": "search", "value": "Siti 'R' & é 王 {{$randomFirstName}}+%20|^<\\">"},
                {"key": "page", "value": "x", "disabled": true}, {"key": "q[0]", "value": "(a=b;c,d)*!~"},
                {"key": "empty", "value": ""}, {"key": "bare", "value": null}]}}},
             {"name": "path", "request": {"method": "GET", "url": {"raw": "", "host": ["{{baseUrl}}"],
               "path": ["v1", "deposit", ":id"], "variable": [{"key": "id", "value": "a/b c:é'?#{}"}]}}},
             {"name": "typed", "request": {"method": "GET", "url": "{{baseUrl}}/v1/deposit?reference=a b&limit={{n}}"}},
             {"name": "body", "request": {"method": "POST", "url": "{{baseUrl}}/v1/recipient/verify",
               "header": [{"key": "Content-Type", "value": "application/json"}],
               "body": {"mode": "raw", "raw": "{\\"bank\\": {\\"accountName\\": \\"José 王 😀 {{$guid}}\\"}} \\n"}}}]
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

    /// Run with `-Dsluice.docs.write=true` to generate the collection again.
    @Test
    void the_published_collection_is_what_the_contract_says() throws IOException {
        var text = PostmanCollection.text(published());
        if (Boolean.getBoolean("sluice.docs.write")) {
            Files.writeString(FILE, text);
        }
        assertThat(Files.readString(FILE))
                .as("after a change of the contract, write it anew: ./mvnw -pl server -am test"
                        + " -Dtest=PostmanCollectionTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.docs.write=true")
                .isEqualTo(text);
    }

    @Test
    void every_operation_is_in_it() throws IOException {
        var requests = new TreeSet<String>();
        for (var folder : published().path("item")) {
            for (var item : folder.path("item")) {
                var segments = item.at("/request/url/path")
                        .valueStream()
                        .map(each -> each.asString().replaceAll("^:(.*)", "{$1}"))
                        .toList();
                requests.add(item.at("/request/method").asString() + " /" + String.join("/", segments));
            }
        }
        assertThat(requests).isEqualTo(Contract.load().operations());
    }

    @Test
    void each_request_is_signed_and_names_what_those_before_it_made() throws IOException {
        var collection = published();
        keepOnly(collection, name -> !name.equals("Public")); // pages for people, which want no credentials
        var answers = run(collection, credentials("SLUICE_CLIENT_ID", "SLUICE_CLIENT_SECRET"));
        assertThat(answers).hasSizeGreaterThan(40);
        assertThat(answers)
                .allSatisfy((name, answer) -> assertThat(answer.status())
                        .as(name + ": " + answer.text())
                        .isNotIn(0, 401, 403, 500));
        assertThat(answers.values().stream().filter(answer -> answer.status() == 409))
                .extracting(Answer::text)
                .noneMatch(text -> text.contains("SIGNATURE_REUSED") || text.contains("IDEMPOTENCY"));
        assertThat(answers.get("Get the balances").status()).isEqualTo(200);
        assertThat(answers.get("Create fiat disbursements: Two payees given directly")
                        .status())
                .isEqualTo(201);
        assertThat(answers.get("Estimate a conversion, and get a quote").status())
                .isEqualTo(200);
        assertThat(answers.get("List the fiat currencies").status()).isEqualTo(200);
        assertThatIdsAreKept(answers);
        var again = run(collection, credentials("SLUICE_CLIENT_ID", "SLUICE_CLIENT_SECRET"));
        // A redelivery is refused during an attempt, and the receiver determines the time of that.
        assertThat(again.remove("Send one again").status()).isIn(200, 409);
        // The rail decides if a payout can still be cancelled.
        assertThat(again.remove("Cancel a disbursement").status()).isIn(200, 409);
        assertThat(again)
                .allSatisfy((name, answer) -> assertThat(answer.status())
                        .as(name + ", once more: " + answer.text())
                        .isEqualTo(answers.get(name).status()));
    }

    private static void assertThatIdsAreKept(Map<String, Answer> answers) {
        for (var name : List.of(
                "Get a fiat disbursement",
                "Get a crypto disbursement",
                "Get a fiat deposit",
                "Get a crypto deposit",
                "Get a deposit of either type",
                "Cancel a deposit",
                "Get a conversion",
                "Get a webhook endpoint",
                "Change a webhook endpoint",
                "Rotate an endpoint's secret",
                "Send a test",
                "List deliveries",
                "Send again what an endpoint missed",
                "Get a delivery",
                "Get an event",
                "Delete a webhook endpoint",
                "Get a recipient",
                "Update a recipient",
                "Delete a recipient")) {
            var answer = answers.get(name);
            assertThat(answer.status()).as(name + ": " + answer.text()).isEqualTo(200);
        }
        assertThat(answers)
                .allSatisfy((name, answer) -> assertThat(answer.status())
                        .as(name + ": " + answer.text())
                        .isNotEqualTo(404));
    }

    @Test
    void what_is_signed_is_what_is_sent_however_it_is_encoded() throws IOException {
        var collection = published();
        collection.set("item", Json.parse(HARD_REQUESTS.getBytes(StandardCharsets.UTF_8)));
        var variables = new LinkedHashMap<>(credentials("SLUICE_CLIENT_ID", "SLUICE_CLIENT_SECRET"));
        variables.put("n", "5");
        var answers = run(collection, variables);
        assertThat(answers.get("query").status())
                .as(answers.get("query").text())
                .isEqualTo(200);
        assertThat(answers.get("path").status()).as(answers.get("path").text()).isEqualTo(404);
        assertThat(answers.get("typed").status())
                .as(answers.get("typed").text())
                .isEqualTo(200);
        assertThat(answers.get("body").status()).as(answers.get("body").text()).isEqualTo(400);
        assertThat(answers.get("body").text()).contains("bank.currency");
    }

    @Test
    void where_there_is_no_secret_the_api_key_is_sent() throws IOException {
        var collection = published();
        keepOnly(collection, "Balance"::equals);
        var answers = run(collection, credentials("SLUICE_API_KEY"));
        assertThat(answers.get("Get the balances").status()).isEqualTo(200);
    }

    @Test
    void a_wrong_secret_is_refused() throws IOException {
        var collection = published();
        keepOnly(collection, "Balance"::equals);
        var variables = new LinkedHashMap<>(credentials("SLUICE_CLIENT_ID", "SLUICE_CLIENT_SECRET"));
        variables.computeIfPresent("clientSecret", (_, secret) -> secret + "x");
        var answers = run(collection, variables);
        assertThat(answers.get("Get the balances").status()).isEqualTo(401);
        assertThat(answers.get("Get the balances").text()).contains("AUTH_BAD_SIGNATURE");
    }

    private record Answer(int status, String text) {}

    private static ObjectNode published() throws IOException {
        return PostmanCollection.of(Files.readString(CONTRACT), Files.readString(SCRIPT));
    }

    private static void keepOnly(ObjectNode collection, Predicate<String> folders) {
        collection
                .withArray("item")
                .removeIf(each -> !folders.test(each.path("name").asString()));
    }

    /// Returns some of the demo client's credentials, under the collection's names for them.
    private static Map<String, String> credentials(String... names) {
        var variables = new LinkedHashMap<>(Map.of("baseUrl", service.baseUrl().toString()));
        for (var name : names) {
            variables.put(
                    switch (name) {
                        case "SLUICE_CLIENT_ID" -> "clientId";
                        case "SLUICE_CLIENT_SECRET" -> "clientSecret";
                        default -> "apiKey";
                    },
                    Optional.ofNullable(service.demo().credentials().get(name)).orElseThrow());
        }
        return variables;
    }

    /// Runs each request of a collection, and returns the answers by the requests' names.
    private Map<String, Answer> run(JsonNode collection, Map<String, String> variables) throws IOException {
        var file = Files.writeString(folder.resolve("collection.json"), PostmanCollection.text(collection));
        var report = folder.resolve("report.json");
        var words = new ArrayList<>(List.of(
                NpmProgram.find("newman").toString(),
                "run",
                file.toString(),
                "--reporters",
                "json",
                "--reporter-json-export",
                report.toString(),
                "--timeout-request",
                "60000"));
        variables.forEach((name, value) -> words.addAll(List.of("--env-var", name + "=" + value)));
        var ended = Command.run(folder, Map.of(), words);
        assertThat(report).as(ended.out() + ended.err()).exists();
        var run = Json.parse(Files.readAllBytes(report)).path("run");
        assertThat(run.path("failures")
                        .valueStream()
                        .map(each -> each.at("/error/message").asString()))
                .isEmpty();
        var answers = new LinkedHashMap<String, Answer>();
        for (var execution : run.path("executions")) {
            var response = execution.path("response");
            answers.put(
                    execution.at("/item/name").asString(),
                    new Answer(response.path("code").asInt(0), text(response.at("/stream/data"))));
        }
        return answers;
    }

    private static String text(JsonNode bytes) {
        var all = new byte[bytes.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) bytes.get(i).asInt();
        }
        return new String(all, StandardCharsets.UTF_8);
    }
}
