package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests that the pages of a payout and of its approval show the routing codes of the recipient's bank.
class BranchShownTest extends DashboardTest {
    @Test
    void who_decides_on_a_payout_reads_where_it_goes() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "USD", "amount", "0", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
        var payee = merchant.storedInAmerica("000123456789");
        var payout = merchant.pay(
                        "{\"currency\":\"USD\",\"disburseData\":[{\"recipientId\":\"" + payee + "\",\"amount\":100}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("disbursementId")
                .stringValue();
        var checker = person(Role.CHECKER);
        assertThat(checker.get("/dashboard/approvals").body())
                .contains("JPMorgan Chase Bank, N.A. ACH 021000021 000123456789");
        assertThat(checker.get("/dashboard/payouts/" + payout).body())
                .contains("<dt>Routing code</dt><dd class=\"mono\">ACH 021000021</dd>");
        var other = merchant.paid("1234567890", "10000");
        assertThat(checker.get("/dashboard/payouts/" + other).body()).doesNotContain("Routing code");
    }
}
