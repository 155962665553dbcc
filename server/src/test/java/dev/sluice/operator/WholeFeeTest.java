package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Fees that consume a whole deposit, so that no amount grosses up.
class WholeFeeTest extends DashboardTest {
    private static final String PRICES = "/dashboard/operator/prices";
    private static final String BELOW = "less than 100 percent";

    private static Map<String, String> fee(String percentage) {
        return Map.of("flat", "0", "percentage", percentage, "reason", "The contract says so");
    }

    @Test
    void no_fee_takes_all_of_a_deposit() {
        var operator = person(Role.OPERATOR);
        for (var path : List.of("/methods/deposit/IDR/OVO/fee", "/assets/usdc-polygon/fees/deposit")) {
            for (var all : List.of("100", "100.0", "101")) {
                var answer = operator.post(PRICES + path, fee(all));
                assertThat(answer.statusCode()).as(path + " " + all).isEqualTo(400);
                assertThat(answer.body()).contains(BELOW);
            }
        }
    }

    /// A large change needs a confirmation only if it is valid.
    @Test
    void nearly_all_of_a_deposit_and_all_of_a_payout_can_be_meant() {
        var operator = person(Role.OPERATOR);
        assertThat(operator.post(PRICES + "/methods/deposit/IDR/OVO/fee", fee("99.99"))
                        .statusCode())
                .isEqualTo(409);
        var payouts = PRICES + "/assets/usdc-polygon/fees/payout";
        assertThat(operator.post(payouts, fee("100")).statusCode()).isEqualTo(409);
        var answer = operator.post(payouts, fee("100.01"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("The maximum is 100 percent");
    }
}
