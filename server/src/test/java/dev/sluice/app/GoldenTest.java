package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.http.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class GoldenTest {
    @TempDir
    Path folder;

    private static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void what_differs_from_run_to_run_gets_a_placeholder_and_nothing_else() {
        assertThat(Golden.text(json("""
                {"statusCode": 200, "amount": 1500.50, "id": "01993f80-4d0a-7c21-9a5e-1b7f3c2d4e60",
                 "list": ["01993f80-4d0a-7c21-9a5e-1b7f3c2d4e61", "01993f80-4d0a-7c21-9a5e-1b7f3c2d4e60", null, true],
                 "url": "http://127.0.0.1:8080/proof/abc-DEF_1.x", "createdAt": "2026-11-21T02:30:00.000Z",
                 "stringToSign": "v1\\n01993f80-4d0a-7c21-9a5e-1b7f3c2d4e61\\n\
                e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                 "key": "sk_test_abc", "requestId": "mine", "date": "2026-11-21", "empty": [], "small": 1E-7,
                 "latencyMs": 12}
                """))).isEqualTo("""
                {
                  "statusCode" : 200,
                  "amount" : 1500.50,
                  "id" : "<uuid-1>",
                  "list" : [
                    "<uuid-2>",
                    "<uuid-1>",
                    null,
                    true
                  ],
                  "url" : "<base-url>/proof/<token>",
                  "createdAt" : "<timestamp>",
                  "stringToSign" : "v1\\n<uuid-2>\\n<hex>",
                  "key" : "<api-key>",
                  "requestId" : "<request-id>",
                  "date" : "2026-11-21",
                  "empty" : [ ],
                  "small" : 0.0000001,
                  "latencyMs" : "<latency>"
                }
                """);
    }

    @Test
    void an_answer_is_put_on_record_and_compared_with_it() throws Exception {
        var recording = new Golden(folder, true);
        var comparing = new Golden(folder, false);
        assertThatThrownBy(() -> comparing.compare("payee/create", json("{\"a\":1}")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(Golden.WRITE);
        recording.compare("payee/create", json("{\"a\":1}"));
        assertThat(Files.readString(folder.resolve("payee").resolve("create.json")))
                .isEqualTo("{\n  \"a\" : 1\n}\n");
        assertThatCode(() -> comparing.compare("payee/create", json("{\"a\":1}")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> comparing.compare("payee/create", json("{\"a\":2}")))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> comparing.compare("../x", json("{}"))).isInstanceOf(IllegalArgumentException.class);
    }
}
