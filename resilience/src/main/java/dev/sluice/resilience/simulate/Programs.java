package dev.sluice.resilience.simulate;

import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The merchants' programs. They keep each request until its result is known, and retry it with the same key. Their
/// memory survives crashes of the service.
final class Programs {
    /// Parser with full precision for rates.
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final String UNDER_WAY = "IDEMPOTENCY_IN_PROGRESS";
    /// Minimum lifetime of a payment page.
    private static final Duration SURELY_OPEN = Duration.ofMinutes(10);

    private static final int OK = 200;
    private static final int SEE_OTHER = 303;
    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    private final World world;
    private final WorldClock clock;
    private final Market market;
    private final Findings findings;
    private final Set<RecordedRequest> chosen = new HashSet<>();
    /// Payouts with a cancellation request, accepted or not.
    private final Set<UUID> unwanted = new HashSet<>();
    private final List<RecordedRequest> all = new ArrayList<>();
    private final List<RecordedRequest> responses = new ArrayList<>();
    private final SortedMap<Integer, RecordedRequest> open = new TreeMap<>();
    private final Map<RecordedRequest.Kind, NavigableMap<Integer, RecordedRequest>> done =
            new EnumMap<>(RecordedRequest.Kind.class);

    Programs(World world, Market market) {
        this.world = world;
        this.clock = world.clock();
        this.market = market;
        this.findings = world.findings();
    }

    List<RecordedRequest> all() {
        return all;
    }

    /// Returns completed requests of some kinds.
    List<RecordedRequest> done(RecordedRequest.Kind... kinds) {
        return Stream.of(kinds).flatMap(kind -> doneOf(kind).values().stream()).toList();
    }

    /// Returns the requests that were acknowledged, for the first time or again, since the last call.
    List<RecordedRequest> responses() {
        var latest = List.copyOf(responses);
        responses.clear();
        return latest;
    }

    /// Returns completed requests of a kind after a number.
    List<RecordedRequest> since(RecordedRequest.Kind kind, int number) {
        return List.copyOf(doneOf(kind).tailMap(number, false).values());
    }

    int count(RecordedRequest.Kind kind) {
        return doneOf(kind).size();
    }

    /// Returns the latest completed requests of a kind, the last first.
    List<RecordedRequest> latest(RecordedRequest.Kind kind, int most) {
        return doneOf(kind).descendingMap().values().stream().limit(most).toList();
    }

    private NavigableMap<Integer, RecordedRequest> doneOf(RecordedRequest.Kind kind) {
        return done.computeIfAbsent(kind, _ -> new TreeMap<>());
    }

    /// Returns the requests with an unknown result.
    List<RecordedRequest> open() {
        return List.copyOf(open.values());
    }

    RecordedRequest prepare(
            RecordedRequest.Kind kind, Organization organization, Method method, String target, String body) {
        var requested = new RecordedRequest(all.size() + 1, kind, organization, method, target, body, clock.instant());
        all.add(requested);
        open.put(requested.number, requested);
        if (kind == RecordedRequest.Kind.CANCEL_PAYOUT) {
            unwanted.add(UUID.fromString(requested.subject()));
        }
        world.demand()
                .add(
                        requested,
                        bill(requested).map(bill -> bill.amount().decimal()).orElse(BigDecimal.ZERO));
        return requested;
    }

    /// Returns true if there was a cancellation request for a payout.
    boolean isUnwanted(UUID payout) {
        return unwanted.contains(payout);
    }

    /// Returns the bill of the deposit that a refund concerns.
    Optional<PaymentInstructions> bill(RecordedRequest requested) {
        return requested.kind == RecordedRequest.Kind.REFUND
                ? world.payers().bill(requested.subject())
                : Optional.empty();
    }

    /// Returns the kinds with a completed request.
    Set<RecordedRequest.Kind> kindsDone() {
        return done.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /// Sends or retries a request, and describes status and code of the answer.
    String send(Life life, RecordedRequest requested) {
        int mark = market.mark();
        var answer = answer(
                life,
                requested.organization,
                requested.method,
                requested.target,
                requested.body,
                Map.of("Idempotency-Key", requested.key(), "Content-Type", "application/json"));
        requested.prices.addAll(market.since(mark));
        if (life.isDead()) {
            wonder(requested);
            return "unheard";
        }
        return recordResponse(requested, answer);
    }

    /// If the process ends, no client receives the answer. It must not be an internal error even then: a live
    /// process without a database reports that it is unavailable.
    private Answer answer(
            Life life,
            Organization organization,
            Method method,
            String target,
            String body,
            Map<String, String> headers) {
        var answer = life.call(organization, method, target, body.getBytes(StandardCharsets.UTF_8), headers);
        findings.unless(
                answer.status() < SERVER_ERROR || answer.status() == UNAVAILABLE,
                Invariant.NO_INTERNAL_ERROR,
                "%s %s: %d".formatted(method, target, answer.status()));
        return answer;
    }

    /// A refused request may succeed on a retry, since a refusal releases its key. Without an answer, its result
    /// is unknown again.
    private void wonder(RecordedRequest requested) {
        if (requested.state == RecordedRequest.State.REFUSED) {
            requested.state = RecordedRequest.State.OPEN;
            open.put(requested.number, requested);
        }
    }

    private String recordResponse(RecordedRequest requested, Answer answer) {
        var json = JSON.readTree(answer.body());
        if (answer.status() < 300) {
            var ids = ids(requested.kind, json.path("data"));
            findings.unless(
                    requested.state != RecordedRequest.State.DONE || requested.ids.equals(ids),
                    Invariant.NOTHING_HAPPENS_TWICE,
                    "request %d made %s and then %s".formatted(requested.number, requested.ids, ids));
            requested.ids = ids;
            requested.status = json.path("data").path("status").asString("");
            requested.shown = shown(requested.kind, json.path("data"));
            requested.rate = rate(requested.kind, json.path("data"));
            requested.state = RecordedRequest.State.DONE;
            responses.add(requested);
            open.remove(requested.number);
            doneOf(requested.kind).put(requested.number, requested);
        } else if (answer.status() < SERVER_ERROR) {
            var code = json.path("code").asString("");
            boolean later = code.equals(UNDER_WAY);
            findings.unless(
                    later || requested.kind.refusals.contains(code),
                    Invariant.REFUSED_FOR_A_REASON,
                    "request %d, %s, is refused: %d %s"
                            .formatted(requested.number, requested.kind, answer.status(), code));
            findings.unless(
                    requested.state != RecordedRequest.State.DONE || later,
                    Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                    "request %d was done and is now refused: %s".formatted(requested.number, code));
            if (requested.state == RecordedRequest.State.OPEN && !later) {
                requested.state = RecordedRequest.State.REFUSED;
                open.remove(requested.number);
                requested.code = code;
            }
        } else {
            wonder(requested);
        }
        return answer.status() + " " + json.path("code").asString("");
    }

    /// Returns the number of payment pages with a chosen method.
    int chosen() {
        return chosen.size();
    }

    /// Returns true if a payment page is known to have become a deposit.
    boolean isChosen(Life life, RecordedRequest page) {
        var deposit = "/v1/deposit/fiat/" + page.ids.getFirst();
        if (!chosen.contains(page) && find(life, page.organization, deposit, false) != null) {
            chosen.add(page);
        }
        return chosen.contains(page);
    }

    /// Returns true if the address of an acknowledged payment page still works.
    boolean isThere(Life life, RecordedRequest page) {
        return answer(life, page.organization, Method.GET, "/checkout/" + page.ids.getFirst(), "", Map.of())
                        .status()
                == OK;
    }

    boolean wasChosen(RecordedRequest page) {
        return chosen.contains(page);
    }

    /// Chooses a method at a payment page, which may have expired.
    String choose(Life life, RecordedRequest page, String method) {
        var answer = answer(
                life,
                page.organization,
                Method.POST,
                "/checkout/" + page.ids.getFirst(),
                "method=" + method,
                Map.of("Content-Type", "application/x-www-form-urlencoded"));
        findings.unless(
                life.isDead() || answer.status() == SEE_OTHER || answer.status() == UNAVAILABLE,
                Invariant.REFUSED_FOR_A_REASON,
                "%s, chosen at page %d: %d".formatted(method, page.number, answer.status()));
        if (!life.isDead() && isTaken(page, answer)) {
            chosen.add(page);
        }
        return life.isDead() ? "unheard" : String.valueOf(answer.status());
    }

    /// Returns true if the answer confirms the choice; the answer of a possibly expired page confirms nothing.
    private boolean isTaken(RecordedRequest page, Answer answer) {
        return answer.status() == SEE_OTHER
                && !answer.headers().toString().contains("again=")
                && clock.instant().isBefore(page.at.plus(SURELY_OPEN));
    }

    /// Reads an object that exists.
    @Nullable
    JsonNode look(Life life, Organization organization, String target) {
        return find(life, organization, target, true);
    }

    /// Reads an object.
    ///
    /// @param surely true if it has to exist
    private @Nullable JsonNode find(Life life, Organization organization, String target, boolean surely) {
        var answer = answer(life, organization, Method.GET, target, "", Map.of());
        if (life.isDead()) {
            return null;
        }
        findings.unless(
                answer.status() == OK || answer.status() == NOT_FOUND || answer.status() == UNAVAILABLE,
                Invariant.REFUSED_FOR_A_REASON,
                "%s: %d".formatted(target, answer.status()));
        findings.unless(
                answer.status() != NOT_FOUND || !surely,
                Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                "nothing is at " + target);
        return answer.status() == OK ? JSON.readTree(answer.body()).path("data") : null;
    }

    private static BigDecimal shown(RecordedRequest.Kind kind, JsonNode data) {
        return switch (kind) {
            case REFUND -> data.path("amount").decimalValue(BigDecimal.ZERO);
            case CONVERSION -> data.path("result").path("totalConvertedAmount").decimalValue(BigDecimal.ZERO);
            default -> BigDecimal.ZERO;
        };
    }

    private static BigDecimal rate(RecordedRequest.Kind kind, JsonNode data) {
        return kind == RecordedRequest.Kind.CONVERSION
                ? price(data.path("result"))
                : data.path("exchangeRate").decimalValue(BigDecimal.ZERO);
    }

    /// Returns the token's price in the answer of a conversion.
    static BigDecimal price(JsonNode result) {
        return result.path("rate").path("fiat").decimalValue(BigDecimal.ZERO);
    }

    private static List<String> ids(RecordedRequest.Kind kind, JsonNode data) {
        var created =
                kind.list.isEmpty() ? Stream.of(data) : data.path(kind.list).valueStream();
        return created.map(each -> each.path(kind.id).asString("")).toList();
    }
}
