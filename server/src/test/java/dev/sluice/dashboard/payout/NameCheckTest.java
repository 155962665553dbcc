package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switch;
import org.junit.jupiter.api.Test;

/// Tests of name checks on pages: a name that does not match, and an account that does not exist.
class NameCheckTest extends DashboardTest {
    private static final String DETAILS =
            "\"bankName\":\"Bank Central Asia\",\"accountNumber\":\"%s\",\"paymentCode\":\"014\"";

    private String payout(String account) {
        var id = merchant.paid(account, "10000");
        merchant.await(id, payout -> !text(payout, "status").equals("pending"));
        return person(Role.VIEWER).get("/dashboard/payouts/" + id).body();
    }

    @Test
    void a_recipient_is_validated_where_the_name_matches() {
        assertThat(payout("1234567890")).contains(">Recipient validated<", "Name matches");
    }

    @Test
    void a_recipient_is_not_validated_beside_a_name_that_does_not_match() {
        assertThat(payout("9999000041"))
                .contains(">Recipient check<", "Name does not match", "Bank confirmation completed")
                .doesNotContain("Recipient validated");
        assertThat(payout("9999000042")).contains(">Recipient check<").doesNotContain("Recipient validated");
    }

    @Test
    void an_account_that_does_not_exist_is_said_not_to() {
        assertThat(payout("9999000001")).contains("Account does not exist").doesNotContain("Name does not match");
        var stored = merchant.stored("IDR", "ID", DETAILS.formatted("9999000001"));
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get("/dashboard/recipients/" + stored).body())
                .contains("Account does not exist", "The bank has no such account.")
                .doesNotContain("nother name");
        assertThat(viewer.get("/dashboard/recipients").body()).contains("Account does not exist");
    }

    @Test
    void an_account_that_does_not_exist_is_the_fault_that_a_refusal_names() {
        try (var strict = Merchant.at(service, Switch.VERIFICATION_BLOCKS)) {
            var refused =
                    strict.pay(idr(item("9999000001", "10000"))).expect(400).json();
            assertThat(text(refused.path("details").get(0), "field"))
                    .isEqualTo("disburseData[0].recipient.bank.accountNumber");
            assertThat(text(refused.path("details").get(0), "message"))
                    .isEqualTo("does not exist, according to the bank");
        }
    }
}
