package dev.sluice.rail.stellar.horizon;

import dev.sluice.http.Json;
import dev.sluice.rail.stellar.horizon.LatestLedgers.Latest;
import dev.sluice.refusal.Refused;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One Horizon, over HTTP. Its path may be secret, so only its host and port are ever shown.
public final class Endpoint {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    /// Horizon answers once a ledger with the transaction has closed; a ledger closes every five or six seconds.
    private static final Duration SUBMISSION_TIMEOUT = Duration.ofSeconds(20);

    /// More than the size of the largest record, regardless of the number of operations in its transaction.
    private static final long BODY_BYTES_MAX = 8L << 20;

    /// Period after a health check in which the endpoint is not checked again.
    private static final Duration GREETED_FOR = Duration.ofSeconds(10);

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    private final HttpClient client;
    private final URI base;
    private final String passphrase;
    private final PageSize payments = new PageSize();
    private final PageSize transactions = new PageSize();
    private final InstantSource time;
    private final LatestLedgers latest;
    private volatile Instant greetedAt = Instant.MIN;

    /// @param latest shared registry of the latest ledger of every endpoint
    Endpoint(HttpClient client, URI base, String passphrase, InstantSource time, LatestLedgers latest) {
        this.client = client;
        this.base = base;
        this.passphrase = passphrase;
        this.time = time;
        this.latest = latest;
    }

    /// A document and the ledger that it belongs to; null if Horizon omits the ledger.
    public record Answer(JsonNode body, @Nullable Long ledger) {}

    /// Checks periodically that this Horizon belongs to the configured network and is not behind.
    void checkRecently() {
        var now = time.instant();
        // If the clock was set back, the time of the last check is meaningless.
        if (!greetedAt.isAfter(now.minus(GREETED_FOR)) || greetedAt.isAfter(now)) {
            check();
        }
        latest.ahead(this, now).ifPresent(other -> {
            throw new HorizonUnavailable(this + " is behind: another Horizon is at ledger " + other);
        });
    }

    /// Checks that this Horizon belongs to the configured network and keeps up with it, and records its latest
    /// ledger.
    void check() {
        var now = time.instant();
        var response = send(request("").timeout(ANSWER_TIMEOUT).GET().build());
        if (response.statusCode() != OK) {
            throw new HorizonUnavailable(this + " answered " + response.statusCode());
        }
        var root = parse(response);
        var theirs = HorizonJson.text(root, "network_passphrase");
        if (!theirs.equals(passphrase)) {
            throw new HorizonUnavailable(this + " is a Horizon of another network: " + theirs);
        }
        // A missing field is not treated as an error.
        long told = HorizonJson.numberOr(root, "history_latest_ledger", Long.MAX_VALUE);
        long closed = HorizonJson.numberOr(root, "core_latest_ledger", 0);
        if (told < Long.MAX_VALUE) {
            latest.note(
                    this, new Latest(told, HorizonJson.instantOrNull(root, "history_latest_ledger_closed_at"), now));
        }
        if (told < closed - LatestLedgers.BEHIND_MAX) {
            throw new HorizonUnavailable(
                    this + " is behind: it is at ledger " + told + ", and its network at " + closed);
        }
        greetedAt = now;
    }

    /// Page size for payments.
    PageSize payments() {
        return payments;
    }

    /// Page size for transactions.
    PageSize transactions() {
        return transactions;
    }

    /// Returns a document; empty if Horizon answers 404.
    public Optional<Answer> get(String path) {
        return get(path, 0);
    }

    /// Returns a document; empty if Horizon answers 404. Rejects an answer that Horizon marks as older than the
    /// given ledger.
    Optional<Answer> get(String path, long ledger) {
        checkRecently();
        var response = send(request(path).timeout(ANSWER_TIMEOUT).GET().build());
        var theirs = ledger(response);
        if (theirs != null && theirs < ledger) {
            throw new HorizonUnavailable(this + " answered of ledger " + theirs + ", which is before " + ledger);
        }
        return switch (response.statusCode()) {
            case OK -> Optional.of(new Answer(parse(response), theirs));
            case NOT_FOUND -> Optional.empty();
            default -> throw new HorizonUnavailable(this + " answered " + response.statusCode());
        };
    }

    private static @Nullable Long ledger(HttpResponse<byte[]> response) {
        return response.headers()
                .firstValue("Latest-Ledger")
                .filter(number -> number.matches("\\d{1,18}"))
                .map(Long::valueOf)
                .orElse(null);
    }

    /// Submits an envelope. Every failure after the request may have left is reported as [Submission.NoAnswer].
    ///
    /// @throws HorizonUnavailable if the request certainly did not reach this Horizon
    Submission submit(String envelope) {
        checkRecently();
        var body = "tx=" + URLEncoder.encode(envelope, StandardCharsets.UTF_8);
        var request = request("transactions")
                .timeout(SUBMISSION_TIMEOUT)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            var response = client.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_BYTES_MAX));
            return switch (response.statusCode()) {
                case OK -> new Submission.Applied(HorizonJson.history(parse(response)));
                case BAD_REQUEST -> refused(parse(response));
                default -> new Submission.NoAnswer(this + " answered " + response.statusCode());
            };
        } catch (ConnectException away) {
            throw new HorizonUnavailable(this + " cannot be reached", away);
        } catch (IOException | HorizonUnavailable broken) {
            return new Submission.NoAnswer(this + " did not answer");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Submission.NoAnswer("interrupted");
        }
    }

    /// An error without result codes concerns the request, not the transaction.
    private Submission refused(JsonNode problem) {
        var codes = problem.path("extras").path("result_codes");
        var transaction = HorizonJson.text(codes, "transaction");
        return transaction.isEmpty()
                ? new Submission.NoAnswer(this + " refused: " + HorizonJson.text(problem, "title"))
                : new Submission.Refused(ResultCode.of(
                        transaction,
                        HorizonJson.text(codes, "inner_transaction"),
                        HorizonJson.texts(codes, "operations")));
    }

    private HttpRequest.Builder request(String path) {
        var root = base.toString();
        return HttpRequest.newBuilder(URI.create(root.endsWith("/") ? root + path : root + "/" + path))
                .header("Accept", "application/json");
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_BYTES_MAX));
        } catch (IOException broken) {
            throw new HorizonUnavailable(this + " does not answer", broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new HorizonUnavailable("interrupted", interrupted);
        }
    }

    private JsonNode parse(HttpResponse<byte[]> response) {
        try {
            return Json.parse(response.body());
        } catch (Refused malformed) {
            throw new HorizonUnavailable(this + " returned invalid JSON", malformed);
        }
    }

    @Override
    public String toString() {
        return base.getHost() + (base.getPort() < 0 ? "" : ":" + base.getPort());
    }
}
