package dev.sluice.policy;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.policy.Condition.NewPayee;
import dev.sluice.policy.Condition.PayoutAmount;
import dev.sluice.policy.Condition.PayoutCount;
import dev.sluice.policy.Condition.TotalAmount;
import dev.sluice.policy.Condition.WalletAllowlist;
import dev.sluice.policy.Rule.Effect;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// JSON snapshot of rules, stored with the decision that they caused.
public final class RuleDocument {
    private RuleDocument() {}

    public static String write(List<Rule> rules) {
        var document = new JsonObject()
                .put("rules", rules.stream().map(RuleDocument::json).toList());
        return new String(Json.bytes(document), StandardCharsets.UTF_8);
    }

    private static JsonObject json(Rule rule) {
        var condition = rule.condition();
        return new JsonObject()
                .put("id", rule.id())
                .put("kind", condition.kind())
                .put("effect", rule.effect().name())
                .putPresent("asset", rule.asset())
                .putPresent("maker", rule.maker() == null ? null : rule.maker().name())
                .putPresent(
                        "amount",
                        condition.most().map(BigDecimal::toPlainString).orElse(null))
                .putPresent("payouts", condition.count().map(Object::toString).orElse(null))
                .putPresent(
                        "minutes",
                        condition
                                .span()
                                .map(span -> Long.toString(span.toMinutes()))
                                .orElse(null));
    }

    public static List<Rule> read(String document) {
        var rules = new ArrayList<Rule>();
        for (var node : Json.parse(document.getBytes(StandardCharsets.UTF_8)).path("rules")) {
            var maker = text(node, "maker");
            rules.add(new Rule(
                    UUID.fromString(node.path("id").stringValue()),
                    condition(node),
                    Effect.valueOf(node.path("effect").stringValue()),
                    text(node, "asset"),
                    maker == null ? null : Maker.valueOf(maker)));
        }
        return rules;
    }

    private static Condition condition(JsonNode node) {
        var kind = node.path("kind").stringValue();
        return switch (kind) {
            case "PAYOUT_AMOUNT" -> new PayoutAmount(amount(node));
            case "TOTAL_AMOUNT" -> new TotalAmount(amount(node), span(node));
            case "PAYOUT_COUNT" ->
                new PayoutCount(Integer.parseInt(node.path("payouts").stringValue()), span(node));
            case "WALLET_ALLOWLIST" -> new WalletAllowlist();
            case "NEW_PAYEE" -> new NewPayee(span(node));
            default -> throw new IllegalStateException("a rule of an unknown kind: " + kind);
        };
    }

    private static BigDecimal amount(JsonNode node) {
        return new BigDecimal(node.path("amount").stringValue());
    }

    private static Duration span(JsonNode node) {
        return Duration.ofMinutes(Long.parseLong(node.path("minutes").stringValue()));
    }

    private static @Nullable String text(JsonNode node, String name) {
        var value = node.get(name);
        return value == null ? null : value.stringValue();
    }
}
