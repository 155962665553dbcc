package dev.sluice.app;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dashboard.Wording;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The examples of the contract match the service's answers.
class ContractExamplesTest {
    private static final Path CONTRACT = Path.of("..", "api", "openapi.yaml");
    private static final int ERROR_MIN = 400;

    /// All texts of the service about fields and payments.
    private static final Wording KNOWN = Wording.of(Locale.ENGLISH);

    private static Stream<JsonNode> nodes() throws IOException {
        var plain = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(CONTRACT));
        return within(JsonMapper.shared().valueToTree(plain));
    }

    private static Stream<JsonNode> within(JsonNode node) {
        return Stream.concat(Stream.of(node), node.valueStream().flatMap(ContractExamplesTest::within));
    }

    @Test
    void an_error_says_what_is_wrong_as_the_service_does() throws IOException {
        var errors = nodes().filter(node -> node.path("statusCode").asInt(0) >= ERROR_MIN)
                .filter(node -> node.path("code").isString())
                .toList();
        assertThat(errors).hasSizeGreaterThan(40);
        errors.forEach(ContractExamplesTest::assertSaid);
    }

    private static void assertSaid(JsonNode error) {
        var findings = new Findings();
        for (var detail : error.path("details")) {
            var message = text(detail, "message");
            assertThat(KNOWN.find(message)).as(message).isPresent();
            findings.add(text(detail, "field"), text(detail, "code"), message);
        }
        var code = text(error, "code");
        if (code.equals(Refusal.VALIDATION_FAILED.code())) {
            assertThatThrownBy(findings::throwIfAny).hasMessage(text(error, "message"));
        } else {
            assertThat(messages(code)).contains(text(error, "message"));
        }
    }

    /// Returns the messages of the catalogue and of a recorded answer. The recorded message may be more specific.
    private static List<String> messages(String code) {
        var onRecord = Golden.onRecord("error/" + code.toLowerCase(Locale.ROOT).replace('_', '-'));
        return Stream.concat(
                        Arrays.stream(Refusal.values())
                                .filter(refusal -> refusal.code().equals(code))
                                .map(Refusal::message),
                        onRecord.map(answer -> text(answer, "message")).stream())
                .toList();
    }

    /// A single deposit has every field, null if it has no value, and its step has the deposit's status.
    @Test
    void a_deposit_reads_as_the_service_answers_it() throws IOException {
        var deposits = nodes().filter(node -> node.path("depositType").isString())
                .filter(node -> node.path("depositBulkId").isNull())
                .toList();
        assertThat(deposits).hasSizeGreaterThan(5);
        for (var deposit : deposits) {
            var answered = Golden.onRecord("webhook/deposit-"
                            + (text(deposit, "status").equals("pending") ? "created" : text(deposit, "status")))
                    .orElseThrow()
                    .path("data");
            assertThat(deposit.propertyNames()).containsExactlyElementsOf(answered.propertyNames());
            for (var word : List.of("activity", "status", "description")) {
                assertThat(text(deposit.path("activityHistory").get(0), word))
                        .isEqualTo(text(answered.path("activityHistory").get(0), word));
            }
        }
    }

    @Test
    void a_step_of_a_payment_is_told_as_the_service_tells_it() throws IOException {
        var steps = nodes().flatMap(node -> node.path("activityHistory").valueStream())
                .filter(step -> step.path("activity").isString())
                .toList();
        assertThat(steps).hasSizeGreaterThan(20);
        for (var step : steps) {
            for (var told : List.of(text(step, "activity"), text(step, "description"))) {
                assertThat(KNOWN.find(told)).as(told).isPresent();
            }
        }
    }
}
