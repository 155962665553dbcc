package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// Terms that operators agree upon with one organization, as the form of their page sends them.
public final class AgreedTerms {
    public static final String WHY = "Contract 12";

    private AgreedTerms() {}

    /// The page of them.
    public static String path(UUID organizationId) {
        return "/dashboard/operator/organizations/" + organizationId + "/terms";
    }

    /// @param method the code of one method, or empty where they are those of all
    /// @param terms what departs from what everybody has
    public static Map<String, String> form(String kind, String asset, String method, Map<String, String> terms) {
        var fields = new HashMap<>(Map.of("kind", kind, "asset", asset, "method", method, "reason", WHY));
        fields.putAll(terms);
        return fields;
    }

    /// A fee of payouts in rupiah.
    public static void payoutsCost(Person operator, UUID organizationId, String flat) {
        var form = form("PAYOUT", "IDR", "", Map.of("flat", flat, "percentage", "0"));
        assertThat(operator.post(path(organizationId), form).statusCode()).isEqualTo(303);
    }
}
