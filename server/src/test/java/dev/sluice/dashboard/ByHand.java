package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Single payout in the dashboard: the form, its review, and the confirmation.
public final class ByHand {
    public static final String SEND = "/dashboard/payouts/send";

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private ByHand() {}

    /// Returns the form of a payout to a new recipient.
    public static Map<String, String> typed(String account, String amount) {
        return Map.of(
                "kind", "fiat",
                "unit", "IDR",
                "amount", amount,
                "to", "new",
                "recipient.bank.accountName", "Siti Rahayu",
                "recipient.bank.accountNumber", account,
                "recipient.bank.bankCode", "014");
    }

    public static HttpResponse<String> review(Person maker, Map<String, String> typed) {
        var checked = maker.post("/dashboard/payouts/new", typed);
        assertThat(checked.statusCode()).as(checked.body()).isEqualTo(303);
        return maker.get(checked.headers().firstValue("Location").orElseThrow());
    }

    /// Returns the fields of a review's form without the CSRF token.
    public static Map<String, String> reviewed(String review) {
        var form = review.substring(review.indexOf("action=\"" + SEND + "\""));
        var fields = new LinkedHashMap<String, String>();
        HIDDEN.matcher(form.substring(0, form.indexOf("</form>")))
                .results()
                .forEach(field -> fields.put(field.group(1), field.group(2)));
        fields.remove("formToken");
        return fields;
    }

    public static HttpResponse<String> send(Person maker, Map<String, String> typed) {
        return maker.post(SEND, reviewed(review(maker, typed).body()));
    }
}
