package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.findings;
import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Requests beyond the available balance. After each, no payout exists and nothing is held.
class BeyondBalanceTest extends MerchantTest {
    @AfterEach
    void nothing_was_created_or_held() {
        assertThat(merchant.payouts()).isZero();
        assertThat(merchant.available("IDR")).isEqualByComparingTo(Merchant.OPENING);
        assertThat(merchant.held("IDR")).isEqualByComparingTo("0");
    }

    private void refused(String body, String... findings) {
        assertThat(findings(merchant.pay(body).expect(400))).containsExactly(findings);
    }

    @Test
    void the_item_that_the_balance_cannot_bear_is_named() {
        var reply = merchant.pay(idr(item("1234567890", "990000"), item("1234567891", "10000")))
                .expect(400);
        assertThat(reply.message()).isEqualTo("insufficient balance");
        Golden.assertSame("error/insufficient-balance", reply.json());
        refused(idr(item("1234567890", "998001")), "disburseData[0].amount INSUFFICIENT_BALANCE");
        refused(idr(item("1234567890", "1000000000")), "disburseData[0].amount INSUFFICIENT_BALANCE");
    }

    /// An item beyond the balance reduces nothing for later items.
    @Test
    void every_item_that_the_balance_cannot_bear_is_named() {
        refused(
                idr(
                        item("1234567890", "600000"),
                        item("1234567891", "500000"),
                        item("1234567892", "390000"),
                        item("1234567893", "10000")),
                "disburseData[1].amount INSUFFICIENT_BALANCE",
                "disburseData[3].amount INSUFFICIENT_BALANCE");
    }

    @Test
    void too_little_is_said_of_an_amount_beyond_the_limits_too() {
        for (var amount : List.of("1000000001", "1234567890123456789012345678901234567890")) {
            var reply = merchant.pay(idr(item("1234567890", amount))).expect(400);
            assertThat(reply.message()).isEqualTo("insufficient balance");
            assertThat(findings(reply))
                    .containsExactly(
                            "disburseData[0].amount OUT_OF_RANGE", "disburseData[0].amount INSUFFICIENT_BALANCE");
        }
        refused(
                idr(item("1234567890", "990000"), item("1234567891", "9000"), item("1234567892", "9500")),
                "disburseData[1].amount OUT_OF_RANGE",
                "disburseData[2].amount OUT_OF_RANGE",
                "disburseData[1].amount INSUFFICIENT_BALANCE",
                "disburseData[2].amount INSUFFICIENT_BALANCE");
    }
}
