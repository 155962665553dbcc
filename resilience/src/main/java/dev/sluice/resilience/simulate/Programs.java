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
    private final Set<Asked> chosen = new HashSet<>();
    /// Payouts with a cancellation request, accepted or not.
    private final Set<UUID> unwanted = new HashSet<>();
    private final List<Asked> all = new ArrayList<>();
    private final List<Asked> responses = new ArrayList<>();
    private final SortedMap<Integer, Asked> open = new TreeMap<>();
    private final Map<Asked.Kind, NavigableMap<Integer, Asked>> done = new EnumMap<>(Asked.Kind.class);

    Programs(World world, Market market) {
        this.world = world;
        this.clock = world.clock();
        this.market = market;
        this.findings = world.findings();
    }

    List<Asked> all() {
        return all;
    }

    /// Returns completed requests of some kinds.
    List<Asked> done(Asked.Kind... kinds) {
        return Stream.of(kinds).flatMap(kind -> doneOf(kind).values().stream()).toList();
    }

    /// Returns the requests that were acknowledged, for the first time or again, since the last call.
    List<Asked> responses() {
        var latest = List.copyOf(responses);
        responses.clear();
        return latest;
    }

    /// Returns completed requests of a kind after a number.
    List<Asked> since(Asked.Kind kind, int number) {
        return List.copyOf(doneOf(kind).tailMap(number, false).values());
    }

    int count(Asked.Kind kind) {
        return doneOf(kind).size();
    }

    /// Returns the latest completed requests of a kind, the last first.
    List<Asked> latest(Asked.Kind kind, int most) {
        return doneOf(kind).descendingMap().values().stream().limit(most).toList();
    }

    private NavigableMap<Integer, Asked> doneOf(Asked.Kind kind) {
        return done.computeIfAbsent(kind, _ -> new TreeMap<>());
    }

    /// Returns the requests with an unknown result.
    List<Asked> open() {
        return List.copyOf(open.values());
    }

    Asked prepare(Asked.Kind kind, Organization who, Method method, String target, String body) {
        var asked = new Asked(all.size() + 1, kind, who, method, target, body, clock.instant());
        all.add(asked);
        open.put(asked.number, asked);
        if (kind == Asked.Kind.CANCEL_PAYOUT) {
            unwanted.add(UUID.fromString(asked.subject()));
        }
        world.demand()
                .add(asked, bill(asked).map(bill -> bill.amount().decimal()).orElse(BigDecimal.ZERO));
        return asked;
    }

    /// Returns true if there was a cancellation request for a payout.
    boolean isUnwanted(UUID payout) {
        return unwanted.contains(payout);
    }

    /// Returns the bill of the deposit that a refund concerns.
    Optional<Bill> bill(Asked asked) {
        return asked.kind == Asked.Kind.REFUND ? world.payers().bill(asked.subject()) : Optional.empty();
    }

    /// Returns the kinds with a completed request.
    Set<Asked.Kind> kindsDone() {
        return done.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /// Sends or retries a request, and describes status and code of the answer.
    String send(Life life, Asked asked) {
        int mark = market.mark();
        var answer = answer(
                life,
                asked.who,
                asked.method,
                asked.target,
                asked.body,
                Map.of("Idempotency-Key", asked.key(), "Content-Type", "application/json"));
        asked.prices.addAll(market.since(mark));
        if (life.isDead()) {
            wonder(asked);
            return "unheard";
        }
        return recordResponse(asked, answer);
    }

    /// If the process ends, no client receives the answer. It must not be an internal error even then: a live
    /// process without a database reports that it is unavailable.
    private Answer answer(
            Life life, Organization who, Method method, String target, String body, Map<String, String> headers) {
        var answer = life.call(who, method, target, body.getBytes(StandardCharsets.UTF_8), headers);
        findings.unless(
                answer.status() < SERVER_ERROR || answer.status() == UNAVAILABLE,
                Invariant.NO_INTERNAL_ERROR,
                "%s %s: %d".formatted(method, target, answer.status()));
        return answer;
    }

    /// A refused request may succeed on a retry, since a refusal releases its key. Without an answer, its result
    /// is unknown again.
    private void wonder(Asked asked) {
        if (asked.state == Asked.State.REFUSED) {
            asked.state = Asked.State.OPEN;
            open.put(asked.number, asked);
        }
    }

    private String recordResponse(Asked asked, Answer answer) {
        var json = JSON.readTree(answer.body());
        if (answer.status() < 300) {
            var ids = ids(asked.kind, json.path("data"));
            findings.unless(
                    asked.state != Asked.State.DONE || asked.ids.equals(ids),
                    Invariant.NOTHING_HAPPENS_TWICE,
                    "request %d made %s and then %s".formatted(asked.number, asked.ids, ids));
            asked.ids = ids;
            asked.status = json.path("data").path("status").asString("");
            asked.shown = shown(asked.kind, json.path("data"));
            asked.rate = rate(asked.kind, json.path("data"));
            asked.state = Asked.State.DONE;
            responses.add(asked);
            open.remove(asked.number);
            doneOf(asked.kind).put(asked.number, asked);
        } else if (answer.status() < SERVER_ERROR) {
            var code = json.path("code").asString("");
            boolean later = code.equals(UNDER_WAY);
            findings.unless(
                    later || asked.kind.refusals.contains(code),
                    Invariant.REFUSED_FOR_A_REASON,
                    "request %d, %s, is refused: %d %s".formatted(asked.number, asked.kind, answer.status(), code));
            findings.unless(
                    asked.state != Asked.State.DONE || later,
                    Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                    "request %d was done and is now refused: %s".formatted(asked.number, code));
            if (asked.state == Asked.State.OPEN && !later) {
                asked.state = Asked.State.REFUSED;
                open.remove(asked.number);
                asked.code = code;
            }
        } else {
            wonder(asked);
        }
        return answer.status() + " " + json.path("code").asString("");
    }

    /// Returns the number of payment pages with a chosen method.
    int chosen() {
        return chosen.size();
    }

    /// Returns true if a payment page is known to have become a deposit.
    boolean isChosen(Life life, Asked page) {
        var deposit = "/v1/deposit/fiat/" + page.ids.getFirst();
        if (!chosen.contains(page) && find(life, page.who, deposit, false) != null) {
            chosen.add(page);
        }
        return chosen.contains(page);
    }

    /// Returns true if the address of an acknowledged payment page still works.
    boolean isThere(Life life, Asked page) {
        return answer(life, page.who, Method.GET, "/checkout/" + page.ids.getFirst(), "", Map.of())
                        .status()
                == OK;
    }

    boolean wasChosen(Asked page) {
        return chosen.contains(page);
    }

    /// Chooses a method at a payment page, which may have expired.
    String choose(Life life, Asked page, String method) {
        var answer = answer(
                life,
                page.who,
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
    private boolean isTaken(Asked page, Answer answer) {
        return answer.status() == SEE_OTHER
                && !answer.headers().toString().contains("again=")
                && clock.instant().isBefore(page.at.plus(SURELY_OPEN));
    }

    /// Reads an object that exists.
    @Nullable
    JsonNode look(Life life, Organization who, String target) {
        return find(life, who, target, true);
    }

    /// Reads an object.
    ///
    /// @param surely true if it has to exist
    private @Nullable JsonNode find(Life life, Organization who, String target, boolean surely) {
        var answer = answer(life, who, Method.GET, target, "", Map.of());
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

    private static BigDecimal shown(Asked.Kind kind, JsonNode data) {
        return switch (kind) {
            case REFUND -> data.path("amount").decimalValue(BigDecimal.ZERO);
            case CONVERSION -> data.path("result").path("totalConvertedAmount").decimalValue(BigDecimal.ZERO);
            default -> BigDecimal.ZERO;
        };
    }

    private static BigDecimal rate(Asked.Kind kind, JsonNode data) {
        return kind == Asked.Kind.CONVERSION
                ? price(data.path("result"))
                : data.path("exchangeRate").decimalValue(BigDecimal.ZERO);
    }

    /// Returns the token's price in the answer of a conversion.
    static BigDecimal price(JsonNode result) {
        return result.path("rate").path("fiat").decimalValue(BigDecimal.ZERO);
    }

    private static List<String> ids(Asked.Kind kind, JsonNode data) {
        var made = kind.list.isEmpty() ? Stream.of(data) : data.path(kind.list).valueStream();
        return made.map(each -> each.path(kind.id).asString("")).toList();
    }
}
