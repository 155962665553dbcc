package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// Organization override of the default terms, as the operator's form sends it.
public final class AgreementForm {
    public static final String WHY = "Contract 12";

    private AgreementForm() {}

    /// Path of an organization's terms.
    public static String path(UUID organizationId) {
        return "/dashboard/operator/organizations/" + organizationId + "/terms";
    }

    /// @param method code of one payment method; empty for the terms of all methods
    /// @param terms overridden terms
    public static Map<String, String> form(String kind, String asset, String method, Map<String, String> terms) {
        var fields = new HashMap<>(Map.of("kind", kind, "asset", asset, "method", method, "reason", WHY));
        fields.putAll(terms);
        return fields;
    }

    /// Sets the fee of payouts in rupiah.
    public static void payoutsCost(Person operator, UUID organizationId, String flat) {
        var form = form("PAYOUT", "IDR", "", Map.of("flat", flat, "percentage", "0"));
        assertThat(operator.post(path(organizationId), form).statusCode()).isEqualTo(303);
    }
}
