package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.RequestRate;
import dev.sluice.merchant.RequestRate.Per;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.operator.RequiredReason.Rejection;
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

    private final DashboardGuard guard;
    private final OperatorServices services;

    LimitPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(LIMITS, Permission.OPERATE, context -> show(context, Rejection.FIRST)),
                limit(LIMITS + "/day", this::dayBefore, this::limitDay),
                limit(LIMITS + "/day/end", this::dayBefore, this::endDayLimit),
                limit(LIMITS + "/rate", this::rateBefore, this::limitRate),
                limit(LIMITS + "/rate/end", this::rateBefore, this::endRate));
    }

    private Route limit(
            String template, Function<PageContext, Map<String, String>> before, Function<PageContext, Answer> handler) {
        return guard.actionOn(template, Permission.OPERATE, before, services::concerned, handler);
    }

    private Policies policies() {
        return services.payouts().policies();
    }

    private Organization load(PageContext context) {
        return services.core()
                .organizations()
                .stored(OperatorPages.id(context, "organization"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(services.core().clocks().instant(), ZoneOffset.UTC);
    }

    private Answer show(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var organization = load(context);
        var days = policies().dayLimits(organization.id());
        var references = services.core().references();
        var assets = Stream.concat(
                        references.payableCurrencies().stream().map(Currency::code),
                        references.payableTokens().stream().map(Token::id))
                .toList();
        var sent = context.form().all();
        return context.page(
                again.status(),
                "operator/limits.jte",
                Section.ORGANIZATIONS,
                texts.get("limitsOf", organization.name()),
                frame -> new Limits(
                        frame, texts, context.formats(), organization, days, today(), assets, sent, again.problems()));
    }

    /// Returns the daily limit before the change, for the audit log.
    private Map<String, String> dayBefore(PageContext context) {
        var maximum = policies().dayLimits(OperatorPages.id(context, "organization")).stream()
                .filter(each -> each.asset().equals(context.form().text("asset").orElse("")))
                .findFirst()
                .map(each -> each.most().toPlainString());
        return Map.of("before.max", maximum.orElse(NO_LIMIT));
    }

    private Answer limitDay(PageContext context) {
        var organization = load(context);
        return RequiredReason.run(context, DAY_REASON, shown -> show(context, shown), (_, again) -> {
            var asset = context.form().text("asset").flatMap(services.core().references()::asset);
            var maximum = maximum(context, asset);
            var faults = new LinkedHashMap<String, String>();
            if (asset.isEmpty()) {
                faults.put("asset", "assetInvalid");
            }
            if (maximum.isEmpty()) {
                faults.put("max", "dayMostInvalid");
            }
            if (!faults.isEmpty()) {
                return again.apply(rejection(context, faults));
            }
            var code = asset.orElseThrow().code();
            policies().limitDay(organization.id(), code, maximum.orElseThrow());
            return done(context, organization, "dayLimitSet", context.formats().money(maximum.orElseThrow(), code));
        });
    }

    private static Optional<BigDecimal> maximum(PageContext context, Optional<Asset> asset) {
        return context.form()
                .text("max")
                .filter(text -> !text.isBlank())
                .flatMap(_ -> context.form().positiveOrZero("max"))
                .filter(number -> asset.map(currency -> Money.isWrittenFor(number, currency))
                        .orElse(true));
    }

    /// Returns the id of the reason field for ending a limit.
    private static String endId(String asset) {
        return RequiredReason.at(asset);
    }

    private Answer endDayLimit(PageContext context) {
        var organization = load(context);
        var asset = context.form().text("asset").orElse("");
        return RequiredReason.run(context, endId(asset), shown -> show(context, shown), (_, _) -> {
            if (!policies().endDayLimit(organization.id(), asset)) {
                throw Refusal.NOT_FOUND.refused();
            }
            return done(
                    context, organization, "dayLimitEnded", context.formats().unit(asset));
        });
    }

    /// Returns the request rate before the change, for the audit log.
    private Map<String, String> rateBefore(PageContext context) {
        var rate = load(context).rate();
        return Map.of("before.rate", rate == null ? "standard" : rate.toString());
    }

    private Answer limitRate(PageContext context) {
        var organization = load(context);
        return RequiredReason.run(context, RATE_REASON, shown -> show(context, shown), (_, again) -> {
            var per = context.form().text("period").flatMap(Per::named);
            var requests = requests(context, "requests");
            var burst = requests(context, "burst");
            var faults = new LinkedHashMap<String, String>();
            if (per.isEmpty()) {
                faults.put("period", "chooseOne");
            }
            if (requests.isEmpty()) {
                faults.put("requests", "requestsInvalid");
            }
            if (burst.isEmpty()) {
                faults.put("burst", "requestsInvalid");
            }
            if (!faults.isEmpty()) {
                return again.apply(rejection(context, faults));
            }
            var rate = new RequestRate(requests.orElseThrow(), per.orElseThrow(), burst.orElseThrow());
            services.core().organizations().limitRequests(organization.id(), Optional.of(rate));
            return done(context, organization, "rateSet", organization.name());
        });
    }

    private static Optional<Integer> requests(PageContext context, String field) {
        return context.form()
                .text(field)
                .map(String::strip)
                .filter(WHOLE.asMatchPredicate())
                .map(Integer::valueOf)
                .filter(RequestRate::isAllowed);
    }

    private Answer endRate(PageContext context) {
        var organization = load(context);
        return RequiredReason.run(context, "reason-rate-end", shown -> show(context, shown), (_, _) -> {
            services.core().organizations().limitRequests(organization.id(), Optional.empty());
            return done(context, organization, "rateEnded", organization.name());
        });
    }

    private static Answer done(PageContext context, Organization organization, String textKey, String limit) {
        return context.redirect(
                LIMITS.replace("{organization}", organization.id().toString()),
                context.texts(OperatorPages.TEXTS).get(textKey, limit));
    }

    /// @param faults text keys by field
    private static Rejection rejection(PageContext context, Map<String, String> faults) {
        var problems = TermsForm.problems(
                context.texts(OperatorPages.TEXTS), faults, context.formats().number(RequestRate.REQUESTS_MAX));
        return new Rejection(400, problems);
    }

    /// Limits of an organization.
    ///
    /// @param sent refused form
    public record Limits(
            Frame frame,
            Texts texts,
            Formats formats,
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
            return formats.money(limit.paidOn(today), limit.asset());
        }

        public String left(DayLimit limit) {
            return formats.money(limit.leftOn(today), limit.asset());
        }
    }
}
