package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.AgreementForm;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An organization's agreed terms are not overwritten without a question, nor by an operator that has not seen them.
class ConcurrentTermsTest extends DashboardTest {
    private static final String SPACE = "\u00a0";
    private static final String TENTH = "0" + SPACE + "IDR + 0.10" + SPACE + "%";

    private Person operator;

    @BeforeEach
    void come() {
        operator = person(Role.OPERATOR);
    }

    private String terms() {
        return AgreementForm.path(merchant.organizationId());
    }

    private String conversions() {
        return terms().replace("/terms", "/conversions");
    }

    private static Map<String, String> payout(String method, Map<String, String> terms) {
        return AgreementForm.form("PAYOUT", "IDR", method, terms);
    }

    private static Map<String, String> conversion(Map<String, String> terms) {
        var form = new HashMap<>(Map.of("pair", "USDC/IDR", "reason", AgreementForm.WHY));
        form.putAll(terms);
        return form;
    }

    private static Map<String, String> with(Map<String, String> form, String field, String value) {
        var all = new HashMap<>(form);
        all.put(field, value);
        return all;
    }

    private int set(String path, Map<String, String> form) {
        return operator.post(path, form).statusCode();
    }

    /// Returns the value of a form's field `seen`. It identifies the terms that the page showed.
    private String seen(String path, String action) {
        var form =
                Pattern.compile("action=\"" + Pattern.quote(action) + "\"(?s:.*?)name=\"version\" value=\"([^\"]+)\"");
        var matcher = form.matcher(operator.get(path).body());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    @Test
    void a_limit_alone_is_asked_about_where_a_fee_is_agreed_upon() {
        var fee = Map.of("flat", "0", "percentage", "0.1");
        var limit = Map.of("max", "50000000");
        assertThat(set(terms(), payout("014", fee))).isEqualTo(303);
        var response = operator.post(terms(), payout("014", limit));
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body())
                .contains("These agreed terms are left empty: " + TENTH + ".")
                .contains("name=\"confirmed\" value=\"nothing for 0 + 0.1\"")
                .containsPattern("id=\"max\"[^>]* value=\"50000000\"");
        assertThat(operator.get(terms()).body()).contains(TENTH);
        var both = new HashMap<>(fee);
        both.putAll(limit);
        assertThat(set(terms(), payout("014", both))).isEqualTo(303);
        var lower = operator.post(terms(), payout("014", Map.of("flat", "0", "percentage", "1")));
        assertThat(lower.statusCode()).isEqualTo(409);
        assertThat(lower.body())
                .contains("The current value is " + TENTH, "are left empty: at most 50,000,000" + SPACE + "IDR.")
                .contains("name=\"confirmed\" value=\"0 + 0.1 to 0 + 1, nothing for 50000000\"");
        both.put("max", "500000000");
        var higher = operator.post(terms(), payout("014", both));
        assertThat(higher.statusCode()).isEqualTo(409);
        assertThat(higher.body()).contains("name=\"confirmed\" value=\"50000000 to 500000000\"");
        assertThat(LargeChangeTest.surely(operator, terms(), payout("014", limit)))
                .isEqualTo(303);
        assertThat(operator.get(terms()).body()).doesNotContain(TENTH).contains("50,000,000");
    }

    /// Terms of a method override those of all methods as a whole.
    @Test
    void so_is_one_of_a_method_where_the_fee_of_all_is_agreed_upon() {
        assertThat(set(terms(), payout("", Map.of("flat", "0", "percentage", "0.1"))))
                .isEqualTo(303);
        var response = operator.post(terms(), payout("014", Map.of("max", "50000000")));
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains("are left empty: " + TENTH + ".");
        var whole = Map.of("flat", "0", "percentage", "0.1", "max", "50000000");
        assertThat(set(terms(), payout("014", whole))).isEqualTo(303);
    }

    @Test
    void so_is_one_of_a_conversion() {
        assertThat(set(conversions(), conversion(Map.of("flat", "0", "percentage", "0.1"))))
                .isEqualTo(303);
        var response = operator.post(conversions(), conversion(Map.of("max", "150")));
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains("are left empty: " + TENTH + ".");
        assertThat(operator.get(conversions()).body()).contains(TENTH);
    }

    @Test
    void who_has_not_seen_what_another_one_set_does_not_replace_it() {
        var forms = Map.of(
                terms(), payout("014", Map.of("flat", "5", "percentage", "0")),
                conversions(), conversion(Map.of("flat", "5", "percentage", "0")));
        for (var each : forms.entrySet()) {
            var path = each.getKey();
            var late = with(each.getValue(), "version", seen(path, path));
            var other = with(each.getValue(), "flat", "5.1");
            assertThat(set(path, other)).isEqualTo(303);
            var overtaken = operator.post(path, late);
            assertThat(overtaken.statusCode()).as(path).isEqualTo(409);
            assertThat(overtaken.body())
                    .contains("Someone else changed this after you opened it", "Last changed by Rani operator")
                    .contains("5.10" + SPACE + "IDR")
                    .containsPattern("id=\"flat\"[^>]* value=\"5\"")
                    .containsPattern("id=\"reason-terms\"[^>]* value=\"" + AgreementForm.WHY + "\"");
            var again = with(each.getValue(), "version", seen(path, path));
            assertThat(set(path, again)).isEqualTo(303);
            assertThat(set(path, again)).as("the same, sent twice").isEqualTo(303);
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void what_is_ended_is_what_was_seen(boolean conversions) {
        var path = conversions ? conversions() : terms();
        var first = Map.of("flat", "5", "percentage", "0");
        var second = Map.of("flat", "5.1", "percentage", "0");
        assertThat(set(path, conversions ? conversion(first) : payout("014", first)))
                .isEqualTo(303);
        var end = conversions ? conversion(Map.of()) : payout("014", Map.of());
        var late = with(end, "version", seen(path, path + "/end"));
        assertThat(set(path, conversions ? conversion(second) : payout("014", second)))
                .isEqualTo(303);
        var overtaken = operator.post(path + "/end", late);
        assertThat(overtaken.statusCode()).isEqualTo(409);
        assertThat(overtaken.body()).contains("so nothing is ended", "5.10" + SPACE + "IDR");
        assertThat(set(path + "/end", with(end, "version", seen(path, path + "/end"))))
                .isEqualTo(303);
        assertThat(operator.get(path).body()).doesNotContain("5.10");
    }
}
