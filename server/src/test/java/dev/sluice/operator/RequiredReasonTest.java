package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pages with several forms, each with a required reason: the error is shown at the form that was sent.
class RequiredReasonTest extends DashboardTest {
    /// Forms of an organization's pages, with the place of their reason.
    private static final String FORMS = """
            /switch, reason-switch
            /conversion, reason-pair
            /owner, reason-owner
            /terms, reason-terms
            /conversions, reason-terms
            /limits/day, reason-day
            /limits/rate, reason-rate
            """;

    private static final String WRONG = "aria-invalid=\"true\"";

    private String path() {
        return "/dashboard/operator/organizations/" + merchant.organizationId();
    }

    private static void assertOnlyWrong(String body, String id) {
        assertThat(body)
                .contains("is-invalid\" id=\"" + id + "\"", "Enter a reason")
                .containsOnlyOnce(WRONG);
    }

    @ParameterizedTest
    @CsvSource(textBlock = FORMS)
    void a_reason_that_is_missing_is_asked_for_at_the_form_that_was_sent(String form, String id) {
        var answer = person(Role.OPERATOR).post(path() + form, Map.of("reason", " "));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertOnlyWrong(answer.body(), id);
    }

    @ParameterizedTest
    @CsvSource(textBlock = FORMS)
    void a_reason_that_was_given_stays_where_something_else_is_wrong(String form, String id) {
        var answer = person(Role.OPERATOR).post(path() + form, Map.of("reason", "Ticket 4711"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("id=\"" + id + "\"[^>]* value=\"Ticket 4711\"");
    }

    @Test
    void so_does_that_for_an_organization_without_a_name() {
        var answer = person(Role.OPERATOR)
                .post("/dashboard/operator/organizations", Map.of("name", " ", "reason", "Ticket 4711"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("id=\"reason\"[^>]* value=\"Ticket 4711\"");
    }

    @Test
    void rows_that_can_be_ended_say_which_each_is() {
        var operator = person(Role.OPERATOR);
        var reason = "Contract 12";
        for (var kind : new String[] {"PAYOUT", "DEPOSIT"}) {
            var terms = Map.of("kind", kind, "asset", "IDR", "flat", "1", "percentage", "0", "reason", reason);
            assertThat(operator.post(path() + "/terms", terms).statusCode()).isEqualTo(303);
        }
        for (var asset : new String[] {"IDR", "USD"}) {
            var limit = Map.of("asset", asset, "max", "1000", "reason", reason);
            assertThat(operator.post(path() + "/limits/day", limit).statusCode())
                    .isEqualTo(303);
        }
        assertThat(operator.get(path() + "/terms").body())
                .contains("aria-label=\"End: Payouts · IDR · All methods\"")
                .contains("aria-label=\"End: Deposits · IDR · All methods\"")
                .contains("Reason<span class=\"visually-hidden\"> (Deposits · IDR · All methods)</span></label>");
        assertThat(operator.get(path() + "/limits").body())
                .contains("aria-label=\"End: IDR\"", "aria-label=\"End: USD\"");
        var ended = operator.post(path() + "/terms/end", Map.of("kind", "DEPOSIT", "asset", "IDR", "method", ""));
        assertOnlyWrong(ended.body(), "reason-DEPOSIT-IDR-");
        assertOnlyWrong(
                operator.post(path() + "/limits/day/end", Map.of("asset", "USD"))
                        .body(),
                "reason-USD");
    }
}
