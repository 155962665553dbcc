package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.FormVersion;
import dev.sluice.http.Decimals;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.policy.Condition;
import dev.sluice.policy.Condition.NewPayee;
import dev.sluice.policy.Condition.PayoutAmount;
import dev.sluice.policy.Condition.PayoutCount;
import dev.sluice.policy.Condition.TotalAmount;
import dev.sluice.policy.Condition.WalletAllowlist;
import dev.sluice.policy.Maker;
import dev.sluice.policy.Policies.NewRule;
import dev.sluice.policy.Rule;
import dev.sluice.policy.Rule.Effect;
import dev.sluice.reference.References;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Input of a rule's form; its fields depend on the kind of rule.
public record RuleForm(String kind, Map<String, String> sent) {
    public static final List<String> KINDS =
            List.of("PAYOUT_AMOUNT", "TOTAL_AMOUNT", "PAYOUT_COUNT", "WALLET_ALLOWLIST", "NEW_PAYEE");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,6}");
    /// Field with the id of the rule to change; empty for a new rule.
    static final String RULE = "rule";

    private static final List<String> FIELDS =
            List.of(RULE, FormVersion.FIELD, "effect", "asset", "maker", "amount", "payouts", "span", "unit");
    /// Names of all fields of the form.
    static final List<String> SENT =
            List.of("kind", RULE, "effect", "asset", "maker", "amount", "payouts", "span", "unit");

    private static final long MINUTES_AN_HOUR = Duration.ofHours(1).toMinutes();
    private static final long MINUTES_A_DAY = Duration.ofDays(1).toMinutes();

    public RuleForm {
        sent = Map.copyOf(sent);
    }

    static RuleForm of(Query query) {
        var sent = new LinkedHashMap<String, String>();
        FIELDS.forEach(field -> query.text(field).ifPresent(value -> sent.put(field, value.strip())));
        return new RuleForm(query.text("kind").filter(KINDS::contains).orElse(KINDS.getFirst()), sent);
    }

    /// Returns the form for a change of a stored rule.
    static RuleForm of(Rule rule) {
        var says = values(rule);
        var sent = new LinkedHashMap<>(says);
        sent.put(RULE, rule.id().toString());
        sent.put(FormVersion.FIELD, FormVersion.of(says).mark());
        return new RuleForm(rule.condition().kind(), sent);
    }

    /// Returns the values of a rule by field name.
    static Map<String, String> values(Rule rule) {
        var condition = rule.condition();
        var says = new LinkedHashMap<>(
                Map.of("kind", condition.kind(), "effect", rule.effect().name()));
        Optional.ofNullable(rule.asset()).ifPresent(asset -> says.put("asset", asset));
        Optional.ofNullable(rule.maker()).ifPresent(maker -> says.put("maker", maker.name()));
        condition.most().ifPresent(amount -> says.put("amount", amount.toPlainString()));
        condition.count().ifPresent(count -> says.put("payouts", count.toString()));
        condition.span().ifPresent(span -> {
            long minutes = span.toMinutes();
            var unit = minutes % MINUTES_A_DAY == 0 ? "days" : minutes % MINUTES_AN_HOUR == 0 ? "hours" : "minutes";
            long one = unit.equals("days") ? MINUTES_A_DAY : unit.equals("hours") ? MINUTES_AN_HOUR : 1;
            says.put("span", Long.toString(minutes / one));
            says.put("unit", unit);
        });
        return says;
    }

    /// Returns the previous values of a rule for the audit log.
    static Map<String, String> before(Rule rule) {
        var before = new LinkedHashMap<String, String>();
        values(rule).forEach((field, value) -> before.put("before." + field, value));
        return before;
    }

    /// Returns this form with the version of the stored rule.
    RuleForm knowing(Rule now) {
        var all = new LinkedHashMap<>(sent);
        all.put(FormVersion.FIELD, FormVersion.of(values(now)).mark());
        return new RuleForm(kind, all);
    }

    /// Returns the version of the rule that the form was rendered from.
    public FormVersion version() {
        return new FormVersion(at(FormVersion.FIELD));
    }

    /// Returns all input as query parameters.
    Map<String, String> parameters() {
        var all = new LinkedHashMap<>(Map.of("kind", kind));
        FIELDS.stream().filter(sent::containsKey).forEach(field -> all.put(field, at(field)));
        return all;
    }

    public String at(String field) {
        return sent.getOrDefault(field, "");
    }

    /// Reports whether the form changes a stored rule.
    public boolean isChange() {
        return !at(RULE).isEmpty();
    }

    public boolean hasAmount() {
        return kind.equals("PAYOUT_AMOUNT") || kind.equals("TOTAL_AMOUNT");
    }

    public boolean hasCount() {
        return kind.equals("PAYOUT_COUNT");
    }

    public boolean hasSpan() {
        return !kind.equals("PAYOUT_AMOUNT") && !kind.equals("WALLET_ALLOWLIST");
    }

    /// Parses the rule, or collects the problems that prevent it.
    Optional<NewRule> newRule(References references, Texts texts, Map<String, String> problems) {
        var asset = asset(references, texts, problems);
        var effect = Stream.of(Effect.values())
                .filter(each -> each.name().equals(at("effect")))
                .findFirst();
        var maker = Maker.named(at("maker"));
        if (effect.isEmpty()) {
            problems.put("effect", texts.get("effectMissing"));
        }
        if (maker.isEmpty() && !at("maker").isEmpty()) {
            problems.put("maker", texts.get("makerUnknown"));
        }
        var condition = condition(asset, texts, problems);
        return problems.isEmpty()
                ? Optional.of(new NewRule(
                        condition.orElseThrow(),
                        effect.orElseThrow(),
                        asset.map(Asset::code).orElse(null),
                        maker.orElse(null)))
                : Optional.empty();
    }

    private Optional<Asset> asset(References references, Texts texts, Map<String, String> problems) {
        var asset = references.asset(at("asset"));
        if (asset.isEmpty() && !at("asset").isEmpty()) {
            problems.put("asset", texts.get("assetUnknown"));
        } else if (asset.isEmpty() && hasAmount()) {
            problems.put("asset", texts.get("assetMissing"));
        }
        return asset;
    }

    private Optional<Condition> condition(Optional<Asset> asset, Texts texts, Map<String, String> problems) {
        return switch (kind) {
            case "PAYOUT_AMOUNT" -> amount(asset, texts, problems).map(PayoutAmount::new);
            case "TOTAL_AMOUNT" -> {
                var amount = amount(asset, texts, problems);
                var span = span(texts, problems);
                yield amount.flatMap(most -> span.map(window -> new TotalAmount(most, window)));
            }
            case "PAYOUT_COUNT" -> {
                var count = count(texts, problems);
                var span = span(texts, problems);
                yield count.flatMap(most -> span.map(window -> new PayoutCount(most, window)));
            }
            case "WALLET_ALLOWLIST" -> Optional.of(new WalletAllowlist());
            default -> span(texts, problems).map(NewPayee::new);
        };
    }

    /// Parses a typed amount.
    static Optional<BigDecimal> amount(String typed) {
        return Decimals.unsigned(typed);
    }

    private Optional<BigDecimal> amount(Optional<Asset> asset, Texts texts, Map<String, String> problems) {
        var amount = amount(at("amount"));
        if (amount.isEmpty()) {
            problems.put("amount", texts.get("amountMalformed"));
        } else if (asset.isPresent() && !Money.isWrittenFor(amount.get(), asset.get())) {
            problems.put(
                    "amount",
                    texts.get(
                            "tooManyDecimals",
                            asset.get().exponent(),
                            asset.get().code()));
        }
        return amount;
    }

    private Optional<Integer> count(Texts texts, Map<String, String> problems) {
        var count = Optional.of(at("payouts")).filter(WHOLE.asMatchPredicate()).map(Integer::valueOf);
        if (count.isEmpty()) {
            problems.put("payouts", texts.get("countMalformed"));
        }
        return count;
    }

    private Optional<Duration> span(Texts texts, Map<String, String> problems) {
        var number = Optional.of(at("span")).filter(WHOLE.asMatchPredicate()).map(Long::valueOf);
        var span = number.map(count -> switch (at("unit")) {
                    case "minutes" -> Duration.ofMinutes(count);
                    case "hours" -> Duration.ofHours(count);
                    case "days", "" -> Duration.ofDays(count);
                    default -> Duration.ZERO;
                })
                .filter(each -> each.isPositive() && each.compareTo(Rule.WINDOW_MAX) <= 0);
        if (span.isEmpty()) {
            problems.put("span", texts.get("spanOutside", Rule.WINDOW_MAX.toDays()));
        }
        return span;
    }
}
