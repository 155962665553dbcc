package dev.sluice.rail.stellar.horizon;

import dev.sluice.rail.RailHealth;
import dev.sluice.rail.stellar.StellarSettings;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Client of the network through several Horizons. Requests that belong together go to one Horizon; if it is
/// unavailable, all of them are repeated at the next.
public final class Horizon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Horizon.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final int RECORDS_BACK_MAX = 1_000;
    private static final int PAGES_BACK_MAX = 40;

    private final HttpClient client;
    private final List<Endpoint> endpoints;
    private final LatestLedgers latest = new LatestLedgers();
    private final AtomicInteger preferred = new AtomicInteger();
    private final RailHealth.Line line;

    /// @param line health counter for answers and failures of the network, shared by all Horizons
    public Horizon(StellarSettings settings, InstantSource time, RailHealth.Line line) {
        this.line = line;
        this.client = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        this.endpoints = settings.horizon().stream()
                .map(base -> new Endpoint(client, base, settings.passphrase(), time, latest))
                .toList();
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    LatestLedgers latest() {
        return latest;
    }

    /// Asks the preferred endpoint, and falls back to the others in turn.
    ///
    /// @throws HorizonUnavailable if all are unavailable
    public <R> R query(Function<Endpoint, R> questions) {
        try {
            var answer = queryInTurn(questions);
            line.answered();
            return answer;
        } catch (HorizonUnavailable unavailable) {
            line.failed(String.valueOf(unavailable.getMessage()));
            throw unavailable;
        }
    }

    private <R> R queryInTurn(Function<Endpoint, R> questions) {
        var reason = "there is none";
        int first = preferred.get();
        for (int i = 0; i < endpoints.size(); i++) {
            int at = (first + i) % endpoints.size();
            try {
                var answer = questions.apply(endpoints.get(at));
                preferred.compareAndSet(first, at);
                return answer;
            } catch (HorizonUnavailable unavailable) {
                LOG.warn("{}", unavailable.getMessage());
                reason = String.valueOf(unavailable.getMessage());
            }
        }
        throw new HorizonUnavailable("no Horizon answers: " + reason);
    }

    /// Submits an envelope to one Horizon after the other until one reports an outcome. That is safe because the
    /// network applies a transaction once.
    public Submission submit(String envelope) {
        var answer = submitted(envelope);
        if (answer instanceof Submission.NoAnswer(var reason)) {
            line.failed(reason);
        } else {
            line.answered();
        }
        return answer;
    }

    private Submission submitted(String envelope) {
        var silence = new ArrayList<String>();
        try {
            return queryInTurn(endpoint -> {
                var answer = endpoint.submit(envelope);
                if (answer instanceof Submission.NoAnswer(var reason)) {
                    silence.add(reason);
                    throw new HorizonUnavailable(reason);
                }
                return answer;
            });
        } catch (HorizonUnavailable unavailable) {
            return new Submission.NoAnswer(
                    silence.isEmpty() ? String.valueOf(unavailable.getMessage()) : String.join("; ", silence));
        }
    }

    public static StellarLedgerHeader ledger(Endpoint at) {
        return at.get("ledgers?order=desc&limit=1").stream()
                .flatMap(page -> HorizonJson.records(page.body()).stream())
                .map(HorizonJson::ledger)
                .findFirst()
                .orElseThrow(() -> new HorizonUnavailable(at + " knows no ledger"));
    }

    public static Optional<Account> account(Endpoint at, String id) {
        return at.get("accounts/" + id).map(HorizonJson::account);
    }

    /// Returns an account as of the given ledger or a later one. An older answer may lack an account that was
    /// created since.
    ///
    /// @throws HorizonUnavailable if the answer is older
    public static Optional<Account> account(Endpoint at, String id, StellarLedgerHeader ledger) {
        return at.get("accounts/" + id, ledger.sequence()).map(HorizonJson::account);
    }

    public static Optional<History> transaction(Endpoint at, String hash) {
        return at.get("transactions/" + hash).map(answer -> HorizonJson.history(answer.body()));
    }

    /// Returns the transaction of an account that used a sequence number, if it is among the last thousand. The
    /// limit is lower if large records force small pages.
    public static Optional<History> user(Endpoint at, String account, long sequence) {
        return at.transactions().read(limit -> user(at, account, sequence, limit));
    }

    private static Optional<History> user(Endpoint at, String account, long sequence, int limit) {
        var path = "accounts/" + account + "/transactions?order=desc&include_failed=true&limit=" + limit;
        var cursor = "";
        for (int page = 0; page < PAGES_BACK_MAX && page * limit < RECORDS_BACK_MAX; page++) {
            var records = at.get(path + cursor)
                    .map(answer -> HorizonJson.records(answer.body()))
                    .orElse(List.of());
            var found = records.stream()
                    .map(HorizonJson::history)
                    .filter(each -> each.source().equals(account) && each.sequence() == sequence)
                    .findFirst();
            if (found.isPresent() || records.size() < limit) {
                return found;
            }
            cursor = "&cursor=" + HorizonJson.need(records.getLast(), "paging_token");
        }
        return Optional.empty();
    }

    /// Returns the 90th percentile of the recently charged fees per operation, in stroops.
    public static long feeBid(Endpoint at) {
        return at.get("fee_stats")
                .map(answer -> HorizonJson.number(answer.body().path("fee_charged"), "p90"))
                .orElseThrow(() -> new HorizonUnavailable(at + " knows no fees"));
    }

    /// Returns payments of an account after a position, oldest first.
    public static List<JsonNode> payments(Endpoint at, String account, String position) {
        var path = "accounts/" + account + "/payments?order=asc&join=transactions"
                + (position.isEmpty() ? "" : "&cursor=" + position);
        return at.payments()
                .read(limit -> at.get(path + "&limit=" + limit)
                        .map(answer -> HorizonJson.records(answer.body()))
                        .orElse(List.of()));
    }

    /// Aborts requests in progress. The outcome of a submitted transaction is looked up after the next start.
    @Override
    public void close() {
        client.shutdownNow();
    }
}
