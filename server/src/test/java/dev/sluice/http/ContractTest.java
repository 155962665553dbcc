package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContractTest {
    private static final Contract CONTRACT = Contract.of("""
            openapi: 3.1.0
            info: {title: Test, version: '1'}
            paths:
              /payee:
                get:
                  parameters:
                    - {name: limit, in: query, schema: {type: integer, maximum: 100}}
                    - {name: status, in: query, required: true, schema: {type: string, enum: [a, b]}}
                  responses:
                    '200': {$ref: '#/components/responses/Payee'}
                post:
                  requestBody:
                    required: true
                    content:
                      application/json:
                        schema:
                          type: object
                          required: [name]
                          properties: {name: {type: string, maxLength: 3}}
                  responses:
                    '201': {$ref: '#/components/responses/Payee'}
                    '400': {description: Refused}
              /payee/{id}:
                parameters:
                  - {name: id, in: path, required: true, schema: {type: string}}
                get:
                  responses:
                    '200': {$ref: '#/components/responses/Payee'}
                    '204': {description: Nothing}
              /payee/method:
                get:
                  responses:
                    '200':
                      description: Text
                      content: {text/plain: {schema: {type: string, pattern: '^ok$'}}}
            components:
              responses:
                Payee:
                  description: A payee
                  headers:
                    X-Request-Id: {required: true, schema: {type: string, pattern: '^r-'}}
                    X-Left: {schema: {type: integer}}
                  content:
                    application/json:
                      schema: {$ref: '#/components/schemas/Payee'}
                NotFound:
                  description: No such path
                  content: {application/json: {schema: {type: object, required: [code]}}}
                MethodNotAllowed:
                  description: No such method
                  headers: {Allow: {required: true, schema: {type: string}}}
              schemas:
                Payee:
                  type: object
                  required: [id, at]
                  additionalProperties: false
                  properties:
                    id: {type: string, format: uuid}
                    at: {type: string, format: date-time}
                    amount: {type: number}
            """);
    private static final String PAYEE =
            "{\"id\":\"01993f80-4d0a-7c21-9a5e-1b7f3c2d4e60\",\"at\":\"2026-11-21T02:30:00.000Z\",\"amount\":1.5}";

    private static void check(String method, String target, String body, int status, String... more) {
        var all = new HashMap<>(
                Map.of("Content-Type", List.of("application/json; charset=utf-8"), "X-Request-Id", List.of("r-1")));
        for (int i = 1; i + 1 < more.length; i += 2) {
            all.put(more[i], List.of(more[i + 1]));
        }
        all.values().removeIf(values -> values.contains(""));
        var parts = target.split("\\?", 2);
        CONTRACT.check(
                method,
                parts[0],
                parts.length == 2 ? parts[1] : "",
                utf8(body),
                status,
                HttpHeaders.of(all, (_, _) -> true),
                utf8(more.length > 0 ? more[0] : PAYEE));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertFault(String fault, org.assertj.core.api.ThrowableAssert.ThrowingCallable check) {
        assertThatThrownBy(check).isInstanceOf(AssertionError.class).hasMessageContaining(fault);
    }

    @Test
    void what_the_contract_describes_passes() {
        assertThatCode(() -> {
                    check("GET", "/payee?status=a&limit=10&unknown=x", "", 200);
                    check("GET", "/payee?status=a&limit=", "", 200);
                    check("POST", "/payee", "{\"name\":\"abc\"}", 201);
                    check("GET", "/payee/7", "", 200, PAYEE, "X-Left", "5");
                    check("GET", "/payee/7", "", 204, "");
                    check("GET", "/payee/method", "", 200, "ok", "Content-Type", "text/plain");
                    check("HEAD", "/payee/7", "", 200, "");
                })
                .doesNotThrowAnyException();
    }

    @Test
    void a_refused_request_may_be_wrong() {
        assertThatCode(() -> check("POST", "/payee", "{\"name\":7}", 400, "")).doesNotThrowAnyException();
    }

    @Test
    void an_answer_that_is_not_described_is_a_fault() {
        assertFault("declares no status 202", () -> check("GET", "/payee/7", "", 202));
        assertFault(
                "content type is text/html",
                () -> check("GET", "/payee/7", "", 200, PAYEE, "Content-Type", "text/html"));
        assertFault("no body here", () -> check("GET", "/payee/7", "", 204));
        assertFault(
                "header X-Request-Id is missing", () -> check("GET", "/payee/7", "", 200, PAYEE, "X-Request-Id", ""));
        assertFault("header X-Request-Id", () -> check("GET", "/payee/7", "", 200, PAYEE, "X-Request-Id", "x"));
        assertFault("header X-Left", () -> check("GET", "/payee/7", "", 200, PAYEE, "X-Left", "many"));
        assertFault("is not JSON", () -> check("GET", "/payee/7", "", 200, "{"));
        assertFault("response", () -> check("GET", "/payee/method", "", 200, "no", "Content-Type", "text/plain"));
    }

    @Test
    void a_body_that_breaks_its_schema_is_a_fault() {
        assertFault(
                "required property 'at'", () -> check("GET", "/payee/7", "", 200, PAYEE.replace("\"at\"", "\"on\"")));
        assertFault("additional", () -> check("GET", "/payee/7", "", 200, PAYEE.replace("\"amount\"", "\"sum\"")));
        assertFault("/amount", () -> check("GET", "/payee/7", "", 200, PAYEE.replace("1.5", "\"1.5\"")));
        assertFault("/id", () -> check("GET", "/payee/7", "", 200, PAYEE.replace("01993f80-", "x")));
        assertFault("/at", () -> check("GET", "/payee/7", "", 200, PAYEE.replace("T02", " 02")));
    }

    @Test
    void a_wrong_request_that_succeeded_is_a_fault() {
        assertFault("request", () -> check("POST", "/payee", "{}", 201));
        assertFault("request /name", () -> check("POST", "/payee", "{\"name\":\"abcd\"}", 201));
        assertFault("the request has no body", () -> check("POST", "/payee", "", 201));
        assertFault("parameter status is missing", () -> check("GET", "/payee", "", 200));
        assertFault("parameter status", () -> check("GET", "/payee?status=c", "", 200));
        assertFault("parameter limit", () -> check("GET", "/payee?status=a&limit=101", "", 200));
        assertFault("parameter limit", () -> check("GET", "/payee?status=a&limit=ten", "", 200));
    }

    @Test
    void what_is_outside_of_the_contract_has_to_be_refused_as_it_says() {
        assertThatCode(() -> check("GET", "/nothing", "", 404, "{\"code\":\"NOT_FOUND\"}"))
                .doesNotThrowAnyException();
        assertThatCode(() -> check("PUT", "/payee", "", 405, "", "Allow", "GET"))
                .doesNotThrowAnyException();
        assertFault("code", () -> check("GET", "/nothing", "", 404, "{}"));
        assertFault("header Allow is missing", () -> check("PUT", "/payee", "", 405, ""));
        assertFault("no operation GET /nothing", () -> check("GET", "/nothing", "", 200));
    }

    @Test
    void the_report_shows_what_went_over_the_wire() {
        assertThatThrownBy(() -> check("POST", "/payee?x=1", "{\"name\":7}", 201))
                .hasMessageContainingAll("POST /payee?x=1 answered 201", "{\"name\":7}", PAYEE);
    }

    @Test
    void every_example_of_the_contract_fits_its_own_schema() {
        assertThat(Contract.load().faultsOfExamples()).isEmpty();
    }

    @Test
    void an_example_that_does_not_fit_is_found() {
        var contract = Contract.of("""
                openapi: 3.1.0
                paths:
                  /a/{b}:
                    get:
                      parameters:
                        - {name: limit, in: query, schema: {type: integer}, example: ten}
                      responses:
                        '200':
                          content: {application/json: {schema: {$ref: '#/components/schemas/A'}, example: 7}}
                        '400':
                          content:
                            application/json:
                              schema: {type: string}
                              examples: {one: {value: []}, two: {value: fine}}
                components: {schemas: {A: {type: string}}}
                """);
        assertThat(contract.faultsOfExamples()).hasSize(3);
    }
}
