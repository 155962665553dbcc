package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.client.RequestSigner;
import dev.sluice.client.WebhookSigner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The command `verify-signature`: its output for valid signatures and for usual mistakes.
final class VerifySignatureTest {
    /// The example of the specification of Standard Webhooks.
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final String TIME = "1614265330";
    private static final String BODY = "{\"test\": 2432232314}";
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    private static final String NOW = "1614265400";

    private static final String CLIENT = "01993f6e-7c1a-7b3e-9d52-4f0a6c8e1b27";
    private static final String CLIENT_SECRET = "not-a-real-secret";
    private static final String STAMP = "2026-11-21T02:30:00.000Z";
    private static final String PATH = "/v1/recipient";

    @TempDir
    private Path dir = Path.of(".");

    @Test
    void the_example_of_the_standard_is_valid() throws IOException {
        var printed = webhook(TIME, SIGNATURE, SECRET, BODY, NOW);
        assertThat(printed.code()).as(printed.toString()).isZero();
        assertThat(printed.out())
                .contains("2021-02-25T15:02:10.000Z, 70 s old", ID + "." + TIME + "." + BODY, "valid")
                .doesNotContain("INVALID", SECRET);
        assertThat(webhook(TIME, "v1,AAAA v2,xyz " + SIGNATURE, SECRET, BODY, NOW)
                        .code())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1614265700; 70 s more than the 300 s",
                "1614265000; 330 s in the future, 30 s more than the 300 s",
            })
    void a_timestamp_is_too_old_or_too_new_by_so_much(String now, String text) throws IOException {
        var printed = webhook(TIME, SIGNATURE, SECRET, BODY, now);
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("INVALID", "the signature itself is correct", text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "v2,g0hM9SsE; unknown version: v2; ",
                "v1,g0hM9SsE; malformed: g0hM9SsE is not 32 bytes in base64; ",
                "v1=g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=; v1= before the signature instead of v1,; ",
                "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=; no v1, before the signature; ",
                "v1,g0hM9SsE-OTPJTGt_tmIKtSyZlE3uFJELVlNIOLJ1OE; in the base64 of URLs instead of base64; ",
            })
    void a_header_in_another_form_is_told_apart(String header, String text) throws IOException {
        var printed = webhook(TIME, header, SECRET, BODY, NOW);
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("INVALID", text).doesNotContain("no signature matches");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'{\"test\": 2432232314}\n'; the body without the newline at its end",
                "'{\"test\":2432232314}'; the body's JSON serialised again, with spaces",
                "'{\n  \"test\" : 2432232314\n}'; the body's JSON serialised again, with spaces",
            })
    void a_body_that_was_changed_on_its_way_is_guessed(String body, String text) throws IOException {
        var printed = webhook(TIME, SIGNATURE, SECRET, body, NOW);
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("the signature was computed with this secret over:\n    " + text + "\n");
    }

    @Test
    void a_key_a_time_and_a_frame_that_are_usual_mistakes_are_guessed() throws IOException {
        assertThat(guessed(raw(SECRET), ID + "." + TIME + "." + BODY)).contains("the secret as it stands, not decoded");
        assertThat(guessed(raw(SECRET.substring(6)), ID + "." + TIME + "." + BODY))
                .contains("the secret without whsec_, not decoded");
        assertThat(guessed(WebhookSigner.key(SECRET), ID + "." + TIME + "000." + BODY))
                .contains("the timestamp in milliseconds");
        assertThat(guessed(WebhookSigner.key(SECRET), BODY)).contains("the body alone, without id and timestamp");
        assertThat(webhook(TIME + "000", SIGNATURE, SECRET, BODY, NOW).out())
                .contains("the timestamp is in milliseconds", "    the timestamp in seconds");
        assertThat(webhook("yesterday", SIGNATURE, SECRET, BODY, NOW).out()).contains("the timestamp is malformed");
        var hex = HexFormat.of().formatHex(Base64.getDecoder().decode(SIGNATURE.substring(3)));
        assertThat(webhook(TIME, "v1," + hex, SECRET, BODY, NOW).out())
                .contains("the signature in hex instead of base64");
    }

    @Test
    void what_cannot_be_known_is_not_claimed() throws IOException {
        var printed = webhook(TIME, SIGNATURE, SECRET, BODY.replace("2432", "2433"), NOW);
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("no signature matches", "does not show which part differs");
        for (var secret : List.of("whsec_?", "abc", "whsec_YWJj")) {
            assertThat(webhook(TIME, SIGNATURE, secret, BODY, NOW).err()).contains("whsec_ and base64 of 24 to 64");
        }
    }

    @Test
    void a_request_is_checked_as_the_service_does() throws IOException {
        var body = "{\"name\":\"Zoë\"}";
        var right = signed(CLIENT_SECRET, "POST", PATH, "a=1", body);
        var printed = request("post", PATH + "?a=1", right, body);
        assertThat(printed.code()).as(printed.toString()).isZero();
        assertThat(printed.out()).contains("  | v1\n  | " + CLIENT + "\n  | " + STAMP + "\n  | POST\n", "  | a=1\n");
        assertThat(request("POST", PATH + "?a=1", right.substring(3), body).code())
                .isZero();
        assertThat(request("POST", PATH + "?a=1", right.toUpperCase(Locale.ROOT).replace("V1", "v1"), body)
                        .code())
                .isZero();
        assertThat(request("PUT", PATH + "?a=2", right, body).out()).contains("no signature matches");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "post; /v1/recipient; a=1; body; the method in lower case",
                "POST; /v1/recipient; ''; body; the path without its query",
                "POST; /v1/recipient?a=1; ''; body; the query on the line of the path",
                "POST; /v1/recipient; ?a=1; body; the question mark before the query",
                "POST; /v1/recipient/; a=1; body; a slash at the end of the path",
                "PATCH; /v1/recipient; a=1; body; the method PATCH instead of POST",
                "GET; /v1/recipient; a=1; ''; 'an empty body\n    the method GET instead of POST'",
                "DELETE; /v1/recipient; ''; body; 'the method DELETE instead of POST\n    the path without its query'",
                "POST; /v1/recipient; a=1; 'body\n'; the body with a newline at its end",
                "POST; /v1/recipient; a=1; ''; an empty body",
                "post; /v1/recipient; ''; body; 'the method in lower case\n    the path without its query'",
            })
    void a_request_signed_with_a_usual_mistake_is_guessed(
            String method, String path, String query, String body, String text) throws IOException {
        var printed = request("POST", PATH + "?a=1", signed(CLIENT_SECRET, method, path, query, body), "body");
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("the signature was computed with this secret over:\n    " + text);
    }

    @Test
    void a_request_signed_in_another_form_is_guessed() throws IOException {
        var text = RequestSigner.stringToSign(CLIENT, STAMP, "POST", PATH, "", raw("body"));
        var base64 = Base64.getEncoder().encodeToString(RequestSigner.hmac(CLIENT_SECRET, text));
        assertThat(request("POST", PATH, "v1=" + base64, "body").out())
                .contains("the signature in base64 instead of hex");
        assertThat(request("POST", PATH, RequestSigner.signature(CLIENT_SECRET, text + "\n"), "body")
                        .out())
                .contains("a newline after the last line");
        assertThat(request("POST", PATH, RequestSigner.signature(CLIENT_SECRET + "\n", text), "body")
                        .out())
                .contains("a newline at the end of the secret");
        assertThat(request("POST", PATH, RequestSigner.signature(CLIENT_SECRET, text.substring(3)), "body")
                        .out())
                .contains("no line with v1");
        assertThat(request("POST", PATH, "v7=" + base64, "body").out()).contains("unknown version: v7");
    }

    @Test
    void the_usual_client_is_tried_for_another_one() throws IOException {
        var terminal = new Terminal(null, dir);
        terminal.environment.put("SLUICE_CLIENT_ID", CLIENT);
        terminal.environment.put("SLUICE_CLIENT_SECRET", CLIENT_SECRET);
        var printed = terminal.run(
                "verify-signature",
                "request",
                "--method=DELETE",
                "--path=" + PATH,
                "--timestamp=" + STAMP,
                "--signature=" + signed(CLIENT_SECRET, "DELETE", PATH, "", ""),
                "--client-id=01993f6e-0000-7000-8000-000000000000",
                "--at=" + STAMP);
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.out()).contains("    the client id " + CLIENT + " of demo.env or the environment, instead");
    }

    @Test
    void the_body_s_own_id_is_tried_for_another_one() throws IOException {
        var body = "{\"id\":\"evt-1\"}";
        var message = "evt-1." + TIME + "." + body;
        var signature =
                "v1," + Base64.getEncoder().encodeToString(WebhookSigner.hmac(WebhookSigner.key(SECRET), raw(message)));
        assertThat(webhook(TIME, signature, SECRET, body, NOW).out())
                .contains("    the body's own id, evt-1, instead of " + ID);
    }

    @Test
    void a_body_that_cannot_be_read_is_named() {
        var printed = new Terminal(null, dir)
                .run(
                        "verify-signature",
                        "webhook",
                        "--id=" + ID,
                        "--timestamp=" + TIME,
                        "--signature=" + SIGNATURE,
                        "--secret=" + SECRET,
                        "--body=" + dir.resolve("nope"));
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.err())
                .isEqualToIgnoringNewLines("error: cannot read " + dir.resolve("nope") + ": file not found");
    }

    @Test
    void client_and_secret_may_come_from_the_environment() throws IOException {
        var terminal = new Terminal(null, dir);
        terminal.environment.put("SLUICE_CLIENT_ID", CLIENT);
        terminal.environment.put("SLUICE_CLIENT_SECRET", CLIENT_SECRET);
        var stamp = Long.toString(Instant.now().toEpochMilli());
        var text = RequestSigner.stringToSign(CLIENT, stamp, "GET", "/v1/balance", "", new byte[0]);
        var printed = terminal.run(
                "verify-signature",
                "request",
                "--method=GET",
                "--path=/v1/balance",
                "--timestamp=" + stamp,
                "--signature=" + RequestSigner.signature(CLIENT_SECRET, text));
        assertThat(printed.code()).as(printed.toString()).isZero();
        assertThat(new Terminal(null, dir).run("verify-signature").code()).isEqualTo(2);
    }

    private String guessed(byte[] key, String message) throws IOException {
        var signature = "v1," + Base64.getEncoder().encodeToString(WebhookSigner.hmac(key, raw(message)));
        var printed = webhook(TIME, signature, SECRET, BODY, NOW);
        assertThat(printed.code()).isEqualTo(1);
        return printed.out();
    }

    private Terminal.Printed webhook(String timestamp, String signature, String secret, String body, String now)
            throws IOException {
        return run(
                body,
                "webhook",
                "--id=" + ID,
                "--timestamp=" + timestamp,
                "--signature=" + signature,
                "--secret=" + secret,
                "--at=" + now);
    }

    private Terminal.Printed request(String method, String path, String signature, String body) throws IOException {
        return run(
                body,
                "request",
                "--method=" + method,
                "--path=" + path,
                "--timestamp=" + STAMP,
                "--signature=" + signature,
                "--secret=" + CLIENT_SECRET,
                "--client-id=" + CLIENT,
                "--at=" + STAMP);
    }

    private Terminal.Printed run(String body, String... options) throws IOException {
        var file = Files.writeString(dir.resolve("body"), body);
        var command = new ArrayList<>(List.of("verify-signature"));
        command.addAll(List.of(options));
        command.addAll(List.of("--body", file.toString()));
        return new Terminal(null, dir).run(command.toArray(String[]::new));
    }

    private static String signed(String secret, String method, String path, String query, String body) {
        return RequestSigner.signature(
                secret, RequestSigner.stringToSign(CLIENT, STAMP, method, path, query, raw(body)));
    }

    private static byte[] raw(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
