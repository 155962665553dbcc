package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Fields of a deposit after its status was forced: all of them match the status, regardless of earlier events.
class ForcedDepositTest extends MerchantTest {
    private JsonNode forced(String id, String status) {
        return merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"" + status + "\"}")
                .expect(200)
                .data();
    }

    private static List<String> payments(JsonNode deposit) {
        return deposit.path("payments")
                .valueStream()
                .map(payment -> text(payment, "status"))
                .toList();
    }

    private static List<String> labels(JsonNode deposit) {
        return deposit.path("labels").valueStream().map(JsonNode::asString).toList();
    }

    private static void assertUnpaid(JsonNode deposit) {
        for (var field : List.of("receivedAmount", "paidAt", "payerInfo", "bankNote")) {
            assertThat(deposit.path(field).isNull()).as(field).isTrue();
        }
        assertThat(payments(deposit)).containsExactly("reversed");
        assertThat(labels(deposit)).containsExactly("REVERSED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "expired", "cancelled"})
    void nothing_was_received_of_a_paid_deposit_that_is_forced_out_of_its_end(String status) {
        var id = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        assertUnpaid(forced(id, status));
        assertThat(service.audit().faults()).isEmpty();
        var again = forced(id, "completed");
        assertThat(again.path("receivedAmount").decimalValue()).isEqualByComparingTo("100000");
        assertThat(again.path("outputAmount").decimalValue()).isEqualByComparingTo("96000");
        assertThat(again.path("paidAt").isString()).isTrue();
        assertThat(payments(again)).containsExactly("credited");
        assertThat(labels(again)).isEmpty();
        assertThat(service.audit().faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"expired", "cancelled"})
    void a_part_that_came_counts_no_more_once_the_end_is_forced(String status) {
        var id = partlyPaid();
        var ended = forced(id, status);
        assertThat(ended.path("receivedAmount").isNull()).isTrue();
        assertThat(payments(ended)).containsExactly("reversed");
    }

    @Test
    void a_part_that_came_is_credited_with_the_rest_where_the_deposit_is_forced_to_be_completed() {
        var completed = forced(partlyPaid(), "completed");
        assertThat(completed.path("receivedAmount").decimalValue()).isEqualByComparingTo("100");
        assertThat(payments(completed)).containsExactly("credited");
        assertThat(labels(completed)).isEmpty();
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void one_that_is_forced_to_be_expired_says_that_it_has() {
        var expired = forced(merchant.createDeposit("014_VA", "100000"), "expired");
        assertThat(Instant.parse(text(expired, "expiredAt"))).isEqualTo(Instant.parse(text(expired, "updatedAt")));
        assertThat(forced(text(expired, "depositId"), "pending")
                        .path("expiredAt")
                        .asString())
                .isGreaterThan(text(expired, "expiredAt"));
    }

    @Test
    void what_came_in_full_stays_as_it_came_where_the_deposit_is_completed_already() {
        var id = merchant.askedTokens("usdc-polygon", "100");
        merchant.payIn(id, "{\"amount\":120}").expect(200);
        var paid = merchant.completedTokens(id);
        var forced = forced(id, "completed");
        assertThat(forced.path("receivedAmount")).isEqualTo(paid.path("receivedAmount"));
        assertThat(labels(forced)).containsExactly("OVERPAID");
    }

    private String partlyPaid() {
        var id = merchant.askedTokens("usdc-polygon", "100");
        merchant.payIn(id, "{\"amount\":40}").expect(200);
        merchant.awaitTokens(
                id,
                deposit -> deposit.path("receivedAmount").isNumber()
                        && deposit.path("receivedAmount").decimalValue().compareTo(new BigDecimal("40")) == 0);
        return id;
    }
}
