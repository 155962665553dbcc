package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.event.Event;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Life cycle of a payout from request to end, without intervention: the bank of the sandbox answers.
class LifecycleTest extends MerchantTest {
    private static final List<String> ORDINARY =
            List.of("disbursement.created", "disbursement.submitted", "disbursement.completed");

    /// Returns `activity: status` of every activity.
    private static List<String> activities(JsonNode payout) {
        return payout.path("activityHistory")
                .valueStream()
                .map(each -> text(each, "activity") + ": " + text(each, "status"))
                .toList();
    }

    private JsonNode got(String id) {
        return merchant.client().get("/v1/disbursement/fiat/" + id).expect(200).json();
    }

    private void assertMoney(String available, String held) {
        assertThat(merchant.available("IDR")).isEqualByComparingTo(available);
        assertThat(merchant.held("IDR")).isEqualByComparingTo(held);
    }

    private void assertSequenceRises(String id) {
        var sequences = merchant.events(id).stream().map(Event::sequence).toList();
        for (int i = 0; i < sequences.size(); i++) {
            assertThat(sequences.get(i)).isEqualTo(i + 1);
        }
    }

    @Test
    void an_ordinary_payout_is_completed() {
        var id = merchant.paid("1234567890", "10000");
        var done = merchant.await(id, "completed");
        Golden.assertSame("disbursement/completed", got(id));
        assertMoney("988000", "0");
        assertThat(activities(done))
                .allMatch(each -> each.endsWith(": completed"))
                .hasSize(3);
        assertThat(text(done, "completedAt")).isGreaterThan(text(done, "createdAt"));
        assertThat(text(done, "updatedAt")).isEqualTo(text(done, "completedAt"));
        assertThat(done.path("balance").toString()).isEqualTo("{\"before\":1000000,\"after\":988000}");
        assertThat(done.has("statusDetail")).isFalse();
        assertThat(merchant.eventTypes(id)).isEqualTo(ORDINARY);
        assertSequenceRises(id);
    }

    @Test
    void a_rejected_payout_gives_its_amount_and_fee_back() {
        var codes = List.of(
                "ACCOUNT_NOT_FOUND",
                "ACCOUNT_CLOSED",
                "ACCOUNT_BLOCKED",
                "ACCOUNT_INVALID",
                "NAME_MISMATCH",
                "CURRENCY_NOT_ACCEPTED",
                "AMOUNT_LIMIT_EXCEEDED",
                "COMPLIANCE_REJECTED",
                "BANK_REJECTED",
                "BANK_UNAVAILABLE");
        var ids = IntStream.rangeClosed(1, codes.size())
                .mapToObj(number -> merchant.paid("99990000%02d".formatted(number), "10000"))
                .toList();
        for (int i = 0; i < ids.size(); i++) {
            var failed = merchant.await(ids.get(i), "failed");
            assertThat(text(failed, "failureCode")).isEqualTo(codes.get(i));
            assertThat(text(failed, "failureMessage")).isNotEmpty();
            assertThat(failed.has("completedAt")).isFalse();
            assertThat(activities(failed)).anyMatch(each -> each.endsWith(": failed"));
            assertThat(activities(failed)).noneMatch(each -> each.endsWith(": pending"));
            assertThat(merchant.eventTypes(ids.get(i)))
                    .containsExactly("disbursement.created", "disbursement.submitted", "disbursement.failed");
            assertSequenceRises(ids.get(i));
        }
        Golden.assertSame("disbursement/failed", got(ids.get(1)));
        assertMoney("1000000", "0");
    }

    @Test
    void returned_money_comes_back_and_the_fee_is_kept() {
        var returned = merchant.paid("9999000011", "10000");
        var closed = merchant.paid("9999000012", "10000");
        var completedAt = text(merchant.await(returned, payout -> payout.has("completedAt")), "completedAt");
        merchant.await(closed, payout -> payout.has("completedAt"));
        merchant.advance("PT3S");
        var reversed = merchant.await(returned, "reversed");
        assertThat(text(reversed, "failureCode")).isEqualTo("RETURNED_BY_PAYEE");
        assertThat(text(reversed, "completedAt")).isEqualTo(completedAt);
        assertThat(activities(reversed)).hasSize(4).last().isEqualTo("Returned by recipient bank: completed");
        assertThat(text(merchant.await(closed, "reversed"), "failureCode")).isEqualTo("ACCOUNT_CLOSED");
        assertMoney("996000", "0");
        assertThat(merchant.eventTypes(returned))
                .startsWith(ORDINARY.toArray(String[]::new))
                .endsWith("disbursement.reversed")
                .hasSize(4);
        Golden.assertSame("disbursement/reversed", got(returned));
    }

    @Test
    void an_unknown_outcome_keeps_the_hold_until_the_bank_answers() {
        var settled = merchant.paid("9999000021", "10000");
        var rejected = merchant.paid("9999000022", "10000");
        var hour = merchant.paid("9999000023", "10000");
        assertThat(text(merchant.awaitDetail(settled, "unknown"), "status")).isEqualTo("pending");
        Golden.assertSame("disbursement/unknown", got(settled));
        merchant.awaitDetail(rejected, "unknown");
        merchant.awaitDetail(hour, "unknown");
        assertMoney("964000", "36000");
        merchant.cancel(settled).expect(409);
        merchant.advance("PT31S");
        merchant.await(settled, "completed");
        merchant.await(rejected, "failed");
        assertThat(text(merchant.payout(hour), "statusDetail")).isEqualTo("unknown");
        assertMoney("976000", "12000");
        merchant.advance("PT1H");
        merchant.await(hour, "completed");
        assertMoney("976000", "0");
        for (var id : List.of(settled, rejected, hour)) {
            assertThat(merchant.eventTypes(id))
                    .startsWith("disbursement.created", "disbursement.updated")
                    .doesNotHaveDuplicates();
            assertSequenceRises(id);
        }
    }

    @Test
    void a_lost_request_or_answer_pays_once() {
        var ids = List.of(merchant.paid("9999000024", "10000"), merchant.paid("9999000025", "10000"));
        for (var id : ids) {
            merchant.await(id, "completed");
            assertThat(merchant.eventTypes(id))
                    .endsWith("disbursement.completed")
                    .doesNotHaveDuplicates();
        }
        assertMoney("976000", "0");
    }

    @Test
    void a_slow_payout_is_submitted_until_it_is_completed() {
        var id = merchant.paid("9999000031", "10000");
        var submitted = merchant.awaitDetail(id, "submitted");
        assertThat(activities(submitted))
                .containsExactly(
                        "Disburse requested: completed",
                        "Recipient validated: completed",
                        "Sent to recipient account: pending");
        Golden.assertSame("disbursement/submitted", got(id));
        var refused = merchant.cancel(id).expect(409);
        Golden.assertSame("error/disbursement-not-cancellable", refused.json());
        assertMoney("988000", "12000");
        merchant.advance("PT61S");
        merchant.await(id, "completed");
        assertThat(merchant.eventTypes(id)).isEqualTo(ORDINARY);
    }

    @Test
    void a_notice_that_comes_three_times_happens_once() {
        var id = merchant.paid("9999000033", "10000");
        merchant.await(id, "completed");
        merchant.advance("PT1M");
        merchant.await(merchant.paid("1234567890", "10000"), "completed");
        assertMoney("976000", "0");
        assertThat(merchant.eventTypes(id)).endsWith("disbursement.completed").doesNotHaveDuplicates();
        assertThat(merchant.payout(id).path("activityHistory")).hasSize(3);
    }

    @Test
    void a_payout_is_cancelled_until_it_is_submitted_and_twice_is_no_error() {
        var id = merchant.paid("9999000032", "10000");
        merchant.await(merchant.paid("1234567890", "10000"), "completed");
        assertThat(text(merchant.payout(id), "statusDetail")).isEqualTo("queued");
        Golden.assertSame("disbursement/detail-queued", got(id));
        var cancelled = merchant.cancel(id).expect(200);
        assertThat(cancelled.message()).isEqualTo("Disbursement cancelled");
        Golden.assertSame("disbursement/cancel", cancelled.json());
        assertMoney("988000", "0");
        assertThat(merchant.cancel(id).expect(200).data()).isEqualTo(cancelled.data());
        assertThat(merchant.client()
                        .patch("/v1/disbursement/" + id + "/cancel", "{}")
                        .expect(200)
                        .data())
                .isEqualTo(cancelled.data());
        assertThat(merchant.eventTypes(id)).containsExactly("disbursement.created", "disbursement.cancelled");
        merchant.advance("PT2H");
        merchant.await(merchant.paid("1234567890", "10000"), "completed");
        assertThat(text(merchant.payout(id), "status")).isEqualTo("cancelled");
        assertMoney("976000", "0");
    }

    @Test
    void a_clearing_window_ends_in_a_completed_payout() {
        var id = merchant.paid("9999000032", "10000");
        merchant.advance("PT61M");
        merchant.await(id, "completed");
        merchant.cancel(id).expect(409);
        assertThat(merchant.eventTypes(id)).isEqualTo(ORDINARY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"completed", "failed", "reversed"})
    void what_has_ended_cannot_be_cancelled(String status) {
        var id = merchant.paid("9999000032", "10000");
        merchant.force(id, status).expect(200);
        var reply = merchant.cancel(id).expect(409);
        assertThat(reply.code()).isEqualTo("DISBURSEMENT_NOT_CANCELLABLE");
        assertThat(text(merchant.payout(id), "status")).isEqualTo(status);
    }

    @Test
    void only_its_own_organization_cancels_a_payout() {
        var id = merchant.paid("9999000032", "10000");
        try (var other = Merchant.at(service)) {
            for (var each : new String[] {id, "x", UUID.randomUUID().toString()}) {
                var reply = other.cancel(each).expect(404);
                assertThat(reply.message()).isEqualTo("Disbursement not found");
            }
        }
        assertThat(text(merchant.payout(id), "status")).isEqualTo("pending");
    }

    @Test
    void two_nodes_pay_once() {
        try (var sibling = service.sibling()) {
            assertThat(sibling.baseUrl()).isNotEqualTo(service.baseUrl());
            var ids = IntStream.range(0, 30)
                    .mapToObj(_ -> merchant.paid("1234567890", "10000"))
                    .toList();
            ids.forEach(id -> merchant.await(id, "completed"));
            ids.forEach(id -> assertThat(merchant.eventTypes(id)).isEqualTo(ORDINARY));
            assertMoney("640000", "0");
        }
    }
}
