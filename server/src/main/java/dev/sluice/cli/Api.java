package dev.sluice.cli;

import dev.sluice.client.Authentication;
import dev.sluice.client.SluiceClient;
import dev.sluice.http.Json;
import dev.sluice.http.JsonLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `api`: one signed request and its answer, for trials and scripts.
@Command(
        name = "api",
        description = "Sign and send one request, and print the response. The exit code is 0 for 2xx, else 1.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  ./sluice api GET /v1/balance",
            "  ./sluice api POST /v2/disbursement/fiat @payout.json",
            "  ./sluice api GET /v1/disbursement/fiat/ID/report -o proof.pdf"
        })
final class Api implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String KEY = "Idempotency-Key";
    private static final int UNAUTHORIZED = 401;
    private static final int SERVER_ERRORS = 500;

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "METHOD", description = "GET, POST, PATCH or DELETE.")
    private String method = "";

    @Parameters(index = "1", paramLabel = "PATH", description = "Path and query, such as /v1/recipient?limit=5.")
    private String path = "";

    @Parameters(index = "2", arity = "0..1", paramLabel = "JSON", description = "Request body; @FILE, or - for stdin.")
    private @Nullable String json;

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "Idempotency key; default for writes: a random one.")
    private @Nullable String idempotencyKey;

    @Option(names = "--amounts-as-strings", description = "Request amounts as JSON strings.")
    private boolean amountsAsStrings;

    @Option(names = "--api-key", description = "Send the API key instead of a signature.")
    private boolean apiKey;

    @Option(
            names = {"-i", "--include"},
            description = "Print the status and headers as well.")
    private boolean include;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the body of a successful response to a file.")
    private @Nullable Path output;

    Api(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var credentials = Credentials.of(program);
        var base = credentials.get(Credentials.ADDRESS);
        var target = path.startsWith("/") ? path : "/" + path;
        var body = body();
        var sent = headers(body);
        try (var client = SluiceClient.builder()
                .baseUrl(base)
                .authentication(authentication(credentials))
                .timeout(TIMEOUT)
                .build()) {
            if (isWrite()) {
                sent.putIfAbsent(KEY, client.newIdempotencyKey());
            }
            var answer = client.exchange(method.toUpperCase(Locale.ROOT), target, body, sent);
            print(answer);
            if (answer.statusCode() >= SERVER_ERRORS) {
                printKey(sent);
            } else if (answer.statusCode() == UNAUTHORIZED) {
                var code = Json.parse(answer.body()).path("code").asString("");
                credentials
                        .unknown(code, apiKey ? Credentials.API_KEY : Credentials.CLIENT)
                        .ifPresent(this::printNote);
            }
            return answer.statusCode() / 100 == 2 ? 0 : 1;
        } catch (ConnectException | HttpConnectTimeoutException away) {
            throw new IOException(credentials.unreachable(target));
        } catch (IOException lost) {
            printKey(sent);
            throw lost;
        }
    }

    /// Prints the idempotency key of a write with an unknown outcome, so that it can be repeated under the same
    /// key, even a random one.
    private void printKey(Map<String, String> sent) {
        var key = sent.get(KEY);
        if (key != null) {
            printNote("outcome unknown: retry with --idempotency-key " + key + " to run the request once only");
        }
    }

    private void printNote(String line) {
        var err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private boolean isWrite() {
        return !method.equalsIgnoreCase("GET");
    }

    private Authentication authentication(Credentials credentials) throws IOException {
        return apiKey
                ? Authentication.apiKey(credentials.get(Credentials.API_KEY))
                : Authentication.signature(credentials.get(Credentials.CLIENT), credentials.get(Credentials.SECRET));
    }

    private Map<String, String> headers(byte[] body) {
        var headers = new HashMap<String, String>();
        headers.put("Accept", amountsAsStrings ? "application/json; amounts=string" : "application/json");
        if (body.length > 0) {
            headers.put("Content-Type", "application/json");
        }
        if (idempotencyKey != null) {
            headers.put(KEY, idempotencyKey);
        }
        return headers;
    }

    private byte[] body() throws IOException {
        if (json == null) {
            return new byte[0];
        }
        if (json.equals("-")) {
            return System.in.readAllBytes();
        }
        return json.startsWith("@") ? BodyFile.read(json.substring(1)) : json.getBytes(StandardCharsets.UTF_8);
    }

    private void print(HttpResponse<byte[]> answer) throws IOException {
        var out = spec.commandLine().getOut();
        if (include) {
            out.println("HTTP " + answer.statusCode());
            answer.headers().map().forEach((name, values) -> values.forEach(value -> out.println(name + ": " + value)));
            out.println();
        }
        if (output != null && answer.statusCode() / 100 == 2) {
            Files.write(output, answer.body());
            out.println("wrote " + answer.body().length + " bytes to " + output);
        } else {
            printBody(out, answer);
        }
        out.flush();
    }

    private static void printBody(PrintWriter out, HttpResponse<byte[]> answer) {
        var type = answer.headers().firstValue("Content-Type").orElse("");
        if (type.startsWith("application/json")) {
            out.println(JsonLayout.pretty(new String(answer.body(), StandardCharsets.UTF_8)));
        } else if (type.startsWith("text/") || answer.body().length == 0) {
            out.println(new String(answer.body(), StandardCharsets.UTF_8));
        } else {
            out.println(type + ", " + answer.body().length + " bytes; write it to a file with -o FILE");
        }
    }
}
