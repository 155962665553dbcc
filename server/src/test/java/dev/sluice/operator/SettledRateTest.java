package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.merchant.Role;
import dev.sluice.reference.ReferenceEdits;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Money in suspense that is decided on after its rate has changed.
class SettledRateTest extends MovingTest {
    private static final String IN_DOLLARS = "\"outputCurrency\":\"USD\"";

    @Test
    void what_was_more_than_due_is_exchanged_at_the_rate_of_the_decision() {
        var more = exchanged("1000000");
        var less = exchanged("3000000");
        var pathOfMore = putAside(more, "more", idr("2000000"));
        var pathOfLess = putAside(less, "less", idr("2000000"));
        var references = new References(service.connections(), Served.everything());
        assertThat(new ReferenceEdits(service.connections(), references, service.clocks())
                        .price("USD", "IDR", new BigDecimal("20000")))
                .isTrue();
        Eventually.within(
                Duration.ofMinutes(1),
                "the new price",
                () -> rate(exchanged("1000000")).compareTo(new BigDecimal("0.00005")) == 0);

        var operator = person(Role.OPERATOR);
        var reasons = Map.of("reason", WHY);
        assertThat(operator.post(pathOfMore + "/credit", reasons).statusCode()).isEqualTo(303);
        assertThat(operator.post(pathOfLess + "/credit", reasons).statusCode()).isEqualTo(303);
        // Half of 1,997,500 rupiah at 16,650, and half at 20,000.
        assertThat(number(deposit(more), "outputAmount")).isEqualByComparingTo("109.92");
        // All of it at the agreed rate.
        assertThat(number(deposit(less), "outputAmount")).isEqualByComparingTo("119.96");
    }

    private String exchanged(String amount) {
        return merchant.client()
                .post(
                        "/v1/deposit/fiat",
                        "{\"inputCurrency\":\"IDR\",\"balanceType\":\"fiat\",\"paymentMethod\":\"014_TRANSFER\","
                                + IN_DOLLARS + ",\"inputAmount\":" + amount + "}")
                .expect(201)
                .data()
                .path("depositId")
                .stringValue();
    }

    private BigDecimal rate(String depositId) {
        return deposit(depositId).path("exchangeRate").decimalValue();
    }
}
