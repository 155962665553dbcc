package dev.sluice.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Client for HTTP requests to other services, bounded in time and size. It follows no redirects: if a source moves,
/// the operator has to check the new address.
public final class Fetch implements AutoCloseable {
    public static final int BYTES_MAX = 1 << 20;
    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    public static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    private static final String USER_AGENT = "Sluice/" + version();

    private final HttpClient client;
    private final Duration answerTimeout;
    private final InstantSource clock;

    /// @param answerTimeout time limit from the request to the last byte of the answer
    /// @param clock real time
    public Fetch(Duration answerTimeout, InstantSource clock) {
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        this.answerTimeout = answerTimeout;
        this.clock = clock;
    }

    /// Answer of the other service.
    ///
    /// @param from time of the answer: its `Date` header, but never later than now
    public record Reply(int status, byte[] body, Instant from) {}

    /// @param header name of an additional header
    /// @throws IOException on a timeout, or if the answer is too large
    public Reply get(URI address, String header, String value) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address).header(header, value).GET());
    }

    /// Posts a JSON document.
    ///
    /// @param token bearer token (RFC 6750)
    /// @throws IOException on a timeout, or if the answer is too large
    public Reply post(URI address, String token, byte[] json) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", Answer.JSON)
                .header("Accept", Answer.JSON)
                .POST(BodyPublishers.ofByteArray(json)));
    }

    private Reply send(HttpRequest.Builder wanted) throws IOException, InterruptedException {
        var request = wanted.header("User-Agent", USER_AGENT).build();
        // The timeout of a request ends with its headers; this one ends with the body.
        var answer = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BYTES_MAX));
        try {
            var response = answer.get(answerTimeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Reply(response.statusCode(), response.body(), from(response));
        } catch (TimeoutException late) {
            throw new IOException("no answer within " + answerTimeout, late);
        } catch (ExecutionException failed) {
            throw new IOException(message(failed.getCause()), failed);
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }

    private Instant from(HttpResponse<?> response) {
        var now = clock.instant();
        try {
            return response.headers()
                    .firstValue("Date")
                    .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant())
                    .filter(now::isAfter)
                    .orElse(now);
        } catch (DateTimeException malformed) {
            return now;
        }
    }

    private static String message(@Nullable Throwable cause) {
        return cause == null
                ? "failed"
                : cause.getClass().getSimpleName() + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
    }

    private static String version() {
        var version = Fetch.class.getPackage().getImplementationVersion();
        return version == null ? "0" : version;
    }
}
