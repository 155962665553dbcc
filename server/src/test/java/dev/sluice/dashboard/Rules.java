package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Payout rules of a merchant, set by an owner.
public final class Rules {
    private static final Pattern REMOVE = Pattern.compile("action=\"(/dashboard/policy/rules/[^\"]+/remove)\"");

    private Rules() {}

    /// Adds a rule: payouts in IDR above an amount need an approval.
    ///
    /// @param more further fields of the rule, such as its scope
    public static void letWait(Person owner, String amount, Map<String, String> more) {
        var rule =
                new HashMap<>(Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", amount, "effect", "APPROVE"));
        rule.putAll(more);
        assertThat(owner.post("/dashboard/policy/new", rule).statusCode()).isEqualTo(303);
    }

    public static void removeAll(Person owner) {
        REMOVE.matcher(owner.get("/dashboard/policy").body())
                .results()
                .forEach(
                        match -> assertThat(owner.post(match.group(1), Map.of()).statusCode())
                                .isEqualTo(303));
    }
}
