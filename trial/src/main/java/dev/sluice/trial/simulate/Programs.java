package dev.sluice.trial.simulate;

import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Invariant;
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

/// The merchants' programs. They keep each request until they hear what became of it, and send it again under the same
/// key; what they remember outlives the service.
final class Programs {
    /// With all digits of a rate.
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final String UNDER_WAY = "IDEMPOTENCY_IN_PROGRESS";
    /// A payment page is not over before that.
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
    /// The payouts that somebody wanted to be cancelled, whatever was answered.
    private final Set<UUID> unwanted = new HashSet<>();
    private final List<Asked> all = new ArrayList<>();
    private final List<Asked> heard = new ArrayList<>();
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

    /// Those of some kinds that were done.
    List<Asked> done(Asked.Kind... kinds) {
        return Stream.of(kinds).flatMap(kind -> doneOf(kind).values().stream()).toList();
    }

    /// Those that were answered to be done, once or once more, since this was asked last.
    List<Asked> heard() {
        var latest = List.copyOf(heard);
        heard.clear();
        return latest;
    }

    /// Those of a kind that were done and have a number above another one.
    List<Asked> since(Asked.Kind kind, int number) {
        return List.copyOf(doneOf(kind).tailMap(number, false).values());
    }

    int count(Asked.Kind kind) {
        return doneOf(kind).size();
    }

    /// The latest of a kind that were done, the last first.
    List<Asked> latest(Asked.Kind kind, int most) {
        return doneOf(kind).descendingMap().values().stream().limit(most).toList();
    }

    private NavigableMap<Integer, Asked> doneOf(Asked.Kind kind) {
        return done.computeIfAbsent(kind, _ -> new TreeMap<>());
    }

    /// Those of which nobody knows what became of them.
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

    /// Whether anybody asked for a payout to be cancelled.
    boolean isUnwanted(UUID payout) {
        return unwanted.contains(payout);
    }

    /// What was to be paid for the deposit of which something is to be refunded.
    Optional<Bill> bill(Asked asked) {
        return asked.kind == Asked.Kind.REFUND ? world.payers().bill(asked.subject()) : Optional.empty();
    }

    /// Of which kinds there is a request that was done.
    Set<Asked.Kind> kindsDone() {
        return done.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /// Sends a request, or sends it again, and gives the answer's status and code.
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
        return hear(asked, answer);
    }

    /// Nobody hears it where the process ends meanwhile. It is no failure of the service's own all the same: one
    /// that is cut off from its database, and lives, says that it cannot answer now.
    private Answer answer(
            Life life, Organization who, Method method, String target, String body, Map<String, String> headers) {
        var answer = life.ask(who, method, target, body.getBytes(StandardCharsets.UTF_8), headers);
        findings.unless(
                answer.status() < SERVER_ERROR || answer.status() == UNAVAILABLE,
                Invariant.NO_INTERNAL_ERROR,
                "%s %s: %d".formatted(method, target, answer.status()));
        return answer;
    }

    /// What was refused and is sent again may be done this time: a refusal leaves its key free. Who hears nothing then
    /// does not know any more what became of it.
    private void wonder(Asked asked) {
        if (asked.state == Asked.State.REFUSED) {
            asked.state = Asked.State.OPEN;
            open.put(asked.number, asked);
        }
    }

    private String hear(Asked asked, Answer answer) {
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
            heard.add(asked);
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

    /// How many payment pages had a method chosen.
    int chosen() {
        return chosen.size();
    }

    /// Whether a payment page has become a deposit, as far as can be seen now.
    boolean isChosen(Life life, Asked page) {
        var deposit = "/v1/deposit/fiat/" + page.ids.getFirst();
        if (!chosen.contains(page) && find(life, page.who, deposit, false) != null) {
            chosen.add(page);
        }
        return chosen.contains(page);
    }

    /// Whether a payment page that was acknowledged is still there for whoever has its address.
    boolean isThere(Life life, Asked page) {
        return answer(life, page.who, Method.GET, "/checkout/" + page.ids.getFirst(), "", Map.of())
                        .status()
                == OK;
    }

    boolean wasChosen(Asked page) {
        return chosen.contains(page);
    }

    /// A customer chooses a method at a payment page, which may be over.
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

    /// Whether a choice was taken, as far as the answer says it: of a page that may be over it says nothing.
    private boolean isTaken(Asked page, Answer answer) {
        return answer.status() == SEE_OTHER
                && !answer.headers().toString().contains("again=")
                && clock.instant().isBefore(page.at.plus(SURELY_OPEN));
    }

    /// Looks at something that is there.
    @Nullable
    JsonNode look(Life life, Organization who, String target) {
        return find(life, who, target, true);
    }

    /// Looks whether something is there.
    ///
    /// @param surely whether it has to be
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

    /// What a token costs in an exchange that is shown.
    static BigDecimal price(JsonNode result) {
        return result.path("rate").path("fiat").decimalValue(BigDecimal.ZERO);
    }

    private static List<String> ids(Asked.Kind kind, JsonNode data) {
        var made = kind.list.isEmpty() ? Stream.of(data) : data.path(kind.list).valueStream();
        return made.map(each -> each.path(kind.id).asString("")).toList();
    }
}
