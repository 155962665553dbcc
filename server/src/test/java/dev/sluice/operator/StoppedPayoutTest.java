package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Payouts that an operator cancels. The ledger is verified after each test.
class StoppedPayoutTest extends DashboardTest {
    private static final String CLEARING_WINDOW = "9999000032";
    private static final String SLOW = "9999000031";
    private static final String REASON = "The police asked us";
    private static final Map<String, String> WHY = Map.of("reason", REASON);

    private static String path(Merchant merchant, String id) {
        return "/dashboard/operator/payouts/" + merchant.organizationId() + "/" + id;
    }

    @Test
    void what_no_rail_has_is_stopped_once_and_its_organization_reads_who_did_it_and_why() {
        var operator = person(Role.OPERATOR);
        try (var other = Merchant.at(service)) {
            var id = other.paid(CLEARING_WINDOW, "10000");
            var path = path(other, id);
            assertThat(operator.get(path).body())
                    .contains("action=\"" + path + "/stop\"", "Stop this payout of 10,000");
            for (int i = 0; i < 2; i++) {
                assertThat(operator.post(path + "/stop", WHY).statusCode()).isEqualTo(303);
            }
            assertThat(text(other.payout(id), "status")).isEqualTo("cancelled");
            assertThat(other.held("IDR")).isZero();
            assertThat(other.eventTypes(id)).containsExactly("disbursement.created", "disbursement.cancelled");
            assertThat(operator.get(path).body()).contains("Cancelled").doesNotContain("/stop\"");
            assertThat(deeds(other.organizationId(), 9)).hasSize(2).allSatisfy(entry -> {
                assertThat(entry.action().action()).isEqualTo("operator/payouts/{organization}/{payout}/stop");
                assertThat(entry.action().subject()).isEqualTo(id);
                assertThat(entry.actor()).isEqualTo(operator.user().name());
                assertThat(entry.isDone()).isTrue();
                assertThat(entry.fields()).containsEntry("reason", REASON);
            });
        }
    }

    @Test
    void whoever_stops_one_says_why() {
        var operator = person(Role.OPERATOR);
        var id = merchant.paid(CLEARING_WINDOW, "10000");
        var answer = operator.post(path(merchant, id) + "/stop", Map.of("reason", " "));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"reason-stop-hint\">Enter a reason");
        assertThat(text(merchant.payout(id), "status")).isEqualTo("pending");
    }

    @Test
    void what_its_rail_has_and_what_is_done_is_not_stopped() {
        var operator = person(Role.OPERATOR);
        var slow = merchant.paid(SLOW, "10000");
        merchant.awaitDetail(slow, "submitted");
        var done = merchant.paid("1234567890", "10000");
        merchant.await(done, "completed");
        for (var id : List.of(slow, done)) {
            var path = path(merchant, id);
            assertThat(operator.get(path).body()).doesNotContain("action=\"" + path + "/stop");
            var answer = operator.post(path + "/stop", WHY);
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("The payout can no longer be stopped: its rail has it, or it is final.");
        }
        assertThat(text(merchant.payout(slow), "statusDetail")).isEqualTo("submitted");
        assertThat(text(merchant.payout(done), "status")).isEqualTo("completed");
        var nothing = path(merchant, UUID.randomUUID().toString());
        assertThat(operator.post(nothing + "/stop", WHY).statusCode()).isEqualTo(404);
        var nobodys = "/dashboard/operator/payouts/" + new UUID(0, 7) + "/" + new UUID(0, 8);
        assertThat(operator.post(nobodys + "/stop", WHY).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource(value = Role.class, names = "OPERATOR", mode = EnumSource.Mode.EXCLUDE)
    void nobody_else_stops_one(Role role) {
        var id = merchant.paid(CLEARING_WINDOW, "10000");
        assertThat(person(role).post(path(merchant, id) + "/stop", WHY).statusCode())
                .isEqualTo(403);
        assertThat(text(merchant.payout(id), "status")).isEqualTo("pending");
    }

    /// A chain rail's queued payouts; a signed one is not theirs to cancel.
    @Test
    void what_a_rail_has_and_has_not_sent_may_be_stopped() {
        var buried = new Attempt(Instant.EPOCH, "one", Attempt.Answer.REPLACED, null);
        var queued = Attempt.queued(Optional.of("The wallet has too little"));
        var sent = Attempt.of(Instant.EPOCH, new Outcome.Accepted("two", Instant.EPOCH));
        assertThat(PayoutPages.mayBeQueued(List.of())).isTrue();
        assertThat(PayoutPages.mayBeQueued(List.of(buried, queued))).isTrue();
        assertThat(PayoutPages.mayBeQueued(List.of(buried, sent))).isFalse();
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void its_form_is_well_made(int width) {
        var id = merchant.paid(CLEARING_WINDOW, "10000");
        try (var page = window(person(Role.OPERATOR), width)) {
            page.onDialog(dialog -> dialog.accept());
            page.navigate(path(merchant, id));
            assertWellMade(page);
            page.fill("#reason-stop", REASON);
            page.click("form[action$='/stop'] button");
            page.waitForSelector("text=Payout cancelled");
            assertWellMade(page);
        }
        assertThat(text(merchant.payout(id), "status")).isEqualTo("cancelled");
    }
}
