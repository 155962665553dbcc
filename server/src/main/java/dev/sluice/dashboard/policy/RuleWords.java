package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.PageContext;
import dev.sluice.page.Texts;
import dev.sluice.policy.Condition;
import dev.sluice.policy.Condition.NewPayee;
import dev.sluice.policy.Condition.PayoutAmount;
import dev.sluice.policy.Condition.PayoutCount;
import dev.sluice.policy.Condition.TotalAmount;
import dev.sluice.policy.Condition.WalletAllowlist;
import dev.sluice.policy.Rule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// Describes rules in the language of the page.
public record RuleWords(Texts texts, Formats formats) {
    public static RuleWords of(PageContext context) {
        return new RuleWords(context.texts("dashboard.policy"), context.formats());
    }

    /// Returns the condition of a rule.
    public String condition(Rule rule) {
        Condition condition = rule.condition();
        return switch (condition) {
            case PayoutAmount(var amount) -> texts.get("rule.PAYOUT_AMOUNT", sum(rule, amount));
            case TotalAmount(var amount, var window) -> texts.get("rule.TOTAL_AMOUNT", sum(rule, amount), span(window));
            case PayoutCount(int payouts, var window) ->
                texts.get("rule.PAYOUT_COUNT", formats.number(payouts), span(window));
            case WalletAllowlist _ -> texts.get("rule.WALLET_ALLOWLIST");
            case NewPayee(var age) -> texts.get("rule.NEW_PAYEE", span(age));
        };
    }

    /// Returns the full description of a rule.
    String text(Rule rule) {
        return String.join("; ", condition(rule), scope(rule), texts.get("effect." + rule.effect()));
    }

    /// Returns the scope of a rule: its creators and its asset.
    public String scope(Rule rule) {
        var asset = Optional.ofNullable(rule.asset()).map(formats::unit).orElseGet(() -> texts.get("everyAsset"));
        var maker = rule.maker();
        return asset + " · " + texts.get(maker == null ? "maker.ANYBODY" : "maker." + maker);
    }

    private String sum(Rule rule, BigDecimal amount) {
        return formats.money(amount, Optional.ofNullable(rule.asset()).orElse(""));
    }

    private String span(Duration span) {
        if (span.equals(Duration.ofDays(span.toDays()))) {
            return many("day", span.toDays());
        }
        return span.equals(Duration.ofHours(span.toHours()))
                ? many("hour", span.toHours())
                : many("minute", span.toMinutes());
    }

    private String many(String unit, long count) {
        return count == 1 ? texts.get(unit) : texts.get(unit + "s", formats.number(count));
    }
}
