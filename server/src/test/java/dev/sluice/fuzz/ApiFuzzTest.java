package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.client.RequestSigner;
import dev.sluice.dashboard.Wording;
import dev.sluice.fuzz.Draft.Header;
import dev.sluice.http.Json;
import dev.sluice.refusal.Refusal;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/// A running service receives requests generated from its contract, valid ones and mutated ones, from several
/// concurrent callers. `-Dsluice.fuzz.requests=100000` sends more, `-Dsluice.fuzz.seed=` others. A build sends the
/// same each time, so that its findings relate to the change.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("slow")
class ApiFuzzTest {
    static final int REQUESTS = Integer.getInteger("sluice.fuzz.requests", 3_000);
    static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
    private static final Wording INDONESIAN = Wording.of(Locale.of("id"));
    private static final Set<String> UNPARSED = Set.of(Refusal.MALFORMED_JSON.code(), Refusal.MALFORMED_REQUEST.code());
    private static final Pattern KIND =
            Pattern.compile("(?<=^(segment|query|type|header|item|without|renamed|twice|another)) .*");
    private static final int CALLERS = 4;
    private static final int TRIES = 8;

    /// For an operation that refused all requests so far: some valid requests are refused for reasons beyond the
    /// contract.
    private static final int TRIES_MAX = 300;
    private static final int REPORTS_MAX = 12;

    /// Operations that need no successful request, with the reason.
    private static final Map<String, String> HARD_TO_PLEASE = Map.of(
            "GET /proof/{token}", "the token stands only in a QR code of a document",
            "GET /checkout/{checkoutId}/logo", "the demo organization has none",
            "POST /v1/webhook/delivery/{deliveryId}/redeliver", "a delivery is under way when it is asked for");

    /// Operations that are not sent, with the reason.
    private static final Map<String, String> NOT_SENT =
            Map.of("GET /checkout/{checkoutId}/events", "a stream that does not end");

    private static TestService service;
    private static World world;
    private static OpenApiGenerator generator;

    private final ResponseChecker responseChecker = new ResponseChecker();
    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
    private final Tally tally = new Tally();

    /// Error messages about fields that no page could translate.
    private final ConcurrentSkipListSet<String> untold = new ConcurrentSkipListSet<>();

    @BeforeAll
    static void start() {
        service = TestService.start();
        world = new World(service.bearing());
        generator = new OpenApiGenerator(world);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /// Runs first, while no limit of the organization is reached.
    @Test
    @Order(1)
    void valid_requests_of_every_operation_succeed() throws IOException {
        var pleased = new TreeSet<String>();
        var refusals = new TreeMap<String, String>();
        for (var operation : sent()) {
            boolean hard = HARD_TO_PLEASE.containsKey(operation.name());
            for (int i = 0; i < TRIES || (!hard && i < TRIES_MAX && !pleased.contains(operation.name())); i++) {
                var random =
                        new Random((SEED + i) * 1_000_003 + operation.name().hashCode());
                var exchange = exchange(generator.valid(operation, random), random);
                responseChecker.faults(exchange).forEach(fault -> faults.add(fault + "\n  " + exchange.report()));
                if (exchange.status() < 400) {
                    pleased.add(operation.name());
                } else {
                    refusals.put(operation.name(), exchange.report());
                }
            }
        }
        assertThat(faults).as("seed " + SEED).isEmpty();
        refusals.keySet().removeAll(pleased);
        refusals.keySet().removeAll(HARD_TO_PLEASE.keySet());
        assertThat(refusals).as("operations that never succeeded, seed " + SEED).isEmpty();
        assertThat(sent().stream().map(Operation::name)).containsAll(HARD_TO_PLEASE.keySet());
    }

    @Test
    @Order(2)
    void whatever_is_sent_is_answered_as_the_contract_says() throws Exception {
        var next = new AtomicInteger();
        try (var callers = Executors.newFixedThreadPool(CALLERS)) {
            var running = new ArrayList<java.util.concurrent.Future<?>>();
            for (int i = 0; i < CALLERS; i++) {
                running.add(callers.submit(() -> {
                    for (int at = next.getAndIncrement(); at < REQUESTS; at = next.getAndIncrement()) {
                        one(at);
                    }
                    return null;
                }));
            }
            for (var each : running) {
                each.get();
            }
        }
        System.out.println("API fuzz: " + REQUESTS + " requests of " + sent().size() + " operations; " + tally + "; "
                + again("-Dsluice.fuzz.requests=" + REQUESTS));
        assertThat(faults.stream().limit(REPORTS_MAX))
                .as(faults.size() + " faults, seed " + SEED)
                .isEmpty();
        assertThat(untold).isEmpty();
        assertThat(List.of(200, 400, 401, 404)).as("what was tried").allMatch(tally::hasAnswer);
        assertThat(service.audit().faults()).isEmpty();
    }

    /// Sends the request of a number. It depends on the seed and the number alone, in any thread.
    private void one(int number) throws IOException {
        var random = new Random((SEED * 1_000_003 + number) * 7_368_787);
        var operation = Oddities.one(sent(), random);
        var valid = generator.valid(operation, random);
        var draft = random.nextInt(8) == 0 ? valid : Mutator.mutated(valid, random);
        var exchange = exchange(draft, random);
        tally.answered(exchange.status());
        if (draft.isValid()) {
            tally.sent("none");
        }
        draft.changes().forEach(change -> tally.sent(kind(change)));
        responseChecker
                .faults(exchange)
                .forEach(fault -> faults.add("#" + number + " " + fault + "\n  " + exchange.report()));
        if (exchange.status() == 400) {
            listen(Json.parse(exchange.body()));
        }
    }

    /// Returns the kind of a change, without its target: `another amount` is of the kind `another`.
    private static String kind(String change) {
        return KIND.matcher(change).replaceFirst("");
    }

    /// Returns the options that repeat a run, as far as the seed determines it.
    static String again(String more) {
        return (more + " -Dsluice.fuzz.seed=" + SEED).strip();
    }

    /// Collects error messages without a translation. Errors in the syntax of JSON or of a URL are skipped: the
    /// parser words them, and pages send neither.
    private void listen(JsonNode error) {
        if (!UNPARSED.contains(error.path("code").asString(""))) {
            for (var detail : error.path("details")) {
                var text = detail.path("message").asString("");
                if (INDONESIAN.find(text).isEmpty()) {
                    untold.add(text);
                }
            }
        }
    }

    private static List<Operation> sent() {
        return generator.operations().stream()
                .filter(each -> !NOT_SENT.containsKey(each.name()))
                .toList();
    }

    private Exchange exchange(Draft draft, Random random) throws IOException {
        var headers = new ArrayList<>(draft.headers());
        var credentials = service.demo().credentials();
        if (draft.operation().secured() && random.nextBoolean()) {
            headers.add(new Header("Authorization", "Bearer " + credentials.get("SLUICE_API_KEY")));
        } else if (draft.operation().secured()) {
            var id = credentials.get("SLUICE_CLIENT_ID");
            var at = Instant.now().toString();
            var text = RequestSigner.stringToSign(
                    id, at, draft.operation().method(), draft.path(), draft.query(), draft.body());
            headers.add(new Header("X-Client-ID", id));
            headers.add(new Header("X-Timestamp", at));
            headers.add(
                    new Header("X-Signature", RequestSigner.signature(credentials.get("SLUICE_CLIENT_SECRET"), text)));
        }
        boolean forged = !draft.isValid() && random.nextInt(6) == 0;
        if (forged) {
            tally.sent("credentials");
        }
        return Exchange.send(service.baseUrl().getPort(), draft, forged ? Mutator.forged(headers, random) : headers);
    }
}
