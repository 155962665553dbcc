package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.RequestRate;
import dev.sluice.merchant.RequestRate.Per;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.policy.DayLimit;
import dev.sluice.policy.Policies;
import dev.sluice.reference.Currency;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Limits of an organization: its daily payouts, and the request rate of its programs.
public final class LimitPages {
    private static final String LIMITS = OperatorPages.HOME + "/organizations/{organization}/limits";
    private static final String NO_LIMIT = "none";
    private static final String DAY_REASON = "reason-day";
    private static final String RATE_REASON = "reason-rate";
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");

    private final Door door;
    private final Deck deck;

    LimitPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(LIMITS, Permission.OPERATE, visit -> show(visit, Again.FIRST)),
                limit(LIMITS + "/day", this::dayBefore, this::limitDay),
                limit(LIMITS + "/day/end", this::dayBefore, this::endDayLimit),
                limit(LIMITS + "/rate", this::rateBefore, this::limitRate),
                limit(LIMITS + "/rate/end", this::rateBefore, this::endRate));
    }

    private Route limit(String template, Function<Visit, Map<String, String>> before, Function<Visit, Answer> handler) {
        return door.actionOn(template, Permission.OPERATE, before, deck::concerned, handler);
    }

    private Policies policies() {
        return deck.payouts().policies();
    }

    private Organization found(Visit visit) {
        return deck.ground()
                .organizations()
                .stored(OperatorPages.id(visit, "organization"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(deck.ground().clocks().instant(), ZoneOffset.UTC);
    }

    private Answer show(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var organization = found(visit);
        var days = policies().dayLimits(organization.id());
        var references = deck.ground().references();
        var assets = Stream.concat(
                        references.payableCurrencies().stream().map(Currency::code),
                        references.payableTokens().stream().map(Token::id))
                .toList();
        var sent = visit.form().all();
        return visit.page(
                again.status(),
                "dashboard/operator/limits.jte",
                Section.ORGANIZATIONS,
                texts.get("limitsOf", organization.name()),
                frame -> new Limits(
                        frame, texts, visit.look(), organization, days, today(), assets, sent, again.problems()));
    }

    /// Returns the daily limit before the change, for the audit log.
    private Map<String, String> dayBefore(Visit visit) {
        var most = policies().dayLimits(OperatorPages.id(visit, "organization")).stream()
                .filter(each -> each.asset().equals(visit.form().text("asset").orElse("")))
                .findFirst()
                .map(each -> each.most().toPlainString());
        return Map.of("before.most", most.orElse(NO_LIMIT));
    }

    private Answer limitDay(Visit visit) {
        var organization = found(visit);
        return Reason.act(visit, DAY_REASON, shown -> show(visit, shown), (_, again) -> {
            var asset = visit.form().text("asset").flatMap(deck.ground().references()::asset);
            var most = most(visit, asset);
            var faults = new LinkedHashMap<String, String>();
            if (asset.isEmpty()) {
                faults.put("asset", "assetWanted");
            }
            if (most.isEmpty()) {
                faults.put("most", "dayMostWanted");
            }
            if (!faults.isEmpty()) {
                return again.apply(wrong(visit, faults));
            }
            var code = asset.orElseThrow().code();
            policies().limitDay(organization.id(), code, most.orElseThrow());
            return done(visit, organization, "dayLimitSet", visit.look().money(most.orElseThrow(), code));
        });
    }

    private static Optional<BigDecimal> most(Visit visit, Optional<Asset> asset) {
        return visit.form()
                .text("most")
                .filter(text -> !text.isBlank())
                .flatMap(_ -> visit.form().positiveOrZero("most"))
                .filter(number ->
                        asset.map(known -> Money.isWrittenFor(number, known)).orElse(true));
    }

    /// Returns the id of the reason field for ending a limit.
    private static String endId(String asset) {
        return Reason.at(asset);
    }

    private Answer endDayLimit(Visit visit) {
        var organization = found(visit);
        var asset = visit.form().text("asset").orElse("");
        return Reason.act(visit, endId(asset), shown -> show(visit, shown), (_, _) -> {
            if (!policies().endDayLimit(organization.id(), asset)) {
                throw Refusal.NOT_FOUND.refused();
            }
            return done(visit, organization, "dayLimitEnded", visit.look().unit(asset));
        });
    }

    /// Returns the request rate before the change, for the audit log.
    private Map<String, String> rateBefore(Visit visit) {
        var rate = found(visit).rate();
        return Map.of("before.rate", rate == null ? "standard" : rate.toString());
    }

    private Answer limitRate(Visit visit) {
        var organization = found(visit);
        return Reason.act(visit, RATE_REASON, shown -> show(visit, shown), (_, again) -> {
            var per = visit.form().text("per").flatMap(Per::named);
            var requests = requests(visit, "requests");
            var burst = requests(visit, "burst");
            var faults = new LinkedHashMap<String, String>();
            if (per.isEmpty()) {
                faults.put("per", "chooseOne");
            }
            if (requests.isEmpty()) {
                faults.put("requests", "requestsWanted");
            }
            if (burst.isEmpty()) {
                faults.put("burst", "requestsWanted");
            }
            if (!faults.isEmpty()) {
                return again.apply(wrong(visit, faults));
            }
            var rate = new RequestRate(requests.orElseThrow(), per.orElseThrow(), burst.orElseThrow());
            deck.ground().organizations().limitRequests(organization.id(), Optional.of(rate));
            return done(visit, organization, "rateSet", organization.name());
        });
    }

    private static Optional<Integer> requests(Visit visit, String field) {
        return visit.form()
                .text(field)
                .map(String::strip)
                .filter(WHOLE.asMatchPredicate())
                .map(Integer::valueOf)
                .filter(RequestRate::isAllowed);
    }

    private Answer endRate(Visit visit) {
        var organization = found(visit);
        return Reason.act(visit, "reason-rate-end", shown -> show(visit, shown), (_, _) -> {
            deck.ground().organizations().limitRequests(organization.id(), Optional.empty());
            return done(visit, organization, "rateEnded", organization.name());
        });
    }

    private static Answer done(Visit visit, Organization organization, String notice, String what) {
        return visit.goTo(
                LIMITS.replace("{organization}", organization.id().toString()),
                visit.texts(OperatorPages.TEXTS).get(notice, what));
    }

    /// @param faults text keys by field
    private static Again wrong(Visit visit, Map<String, String> faults) {
        var problems = TermsForm.problems(
                visit.texts(OperatorPages.TEXTS), faults, visit.look().number(RequestRate.REQUESTS_MAX));
        return new Again(400, problems);
    }

    /// Limits of an organization.
    ///
    /// @param sent refused form
    public record Limits(
            Frame frame,
            Texts texts,
            Look look,
            Organization organization,
            List<DayLimit> days,
            LocalDate today,
            List<String> assets,
            Map<String, String> sent,
            Problems problems) {
        public Limits {
            days = List.copyOf(days);
            assets = List.copyOf(assets);
            sent = Map.copyOf(sent);
        }

        public String link() {
            return LIMITS.replace("{organization}", organization.id().toString());
        }

        /// Returns the id of the reason field for ending a limit.
        public String endId(DayLimit limit) {
            return LimitPages.endId(limit.asset());
        }

        public String at(String field) {
            return sent.getOrDefault(field, "");
        }

        public List<Per> times() {
            return List.of(Per.values());
        }

        public String paid(DayLimit limit) {
            return look.money(limit.paidOn(today), limit.asset());
        }

        public String left(DayLimit limit) {
            return look.money(limit.leftOn(today), limit.asset());
        }
    }
}
