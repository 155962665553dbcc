package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The rules of a merchant's payouts, as an owner sets them.
public final class Rules {
    private static final Pattern REMOVE = Pattern.compile("action=\"(/dashboard/policy/rules/[^\"]+/remove)\"");

    private Rules() {}

    /// From now on what is more than so much in IDR waits for an approval.
    ///
    /// @param more of the rule's form, such as whom it is about
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
                        found -> assertThat(owner.post(found.group(1), Map.of()).statusCode())
                                .isEqualTo(303));
    }
}
