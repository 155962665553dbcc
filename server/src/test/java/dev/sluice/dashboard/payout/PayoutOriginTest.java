package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests that payouts link to the file that they came from.
class PayoutOriginTest extends ImportFileCase {
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";

    private String payout(String reference) {
        return merchant.latest()
                .filter(each -> text(each, "reference").equals(reference))
                .map(each -> text(each, "disbursementId"))
                .findFirst()
                .orElseThrow();
    }

    private String confirmed(String reference) {
        var maker = person(Role.MAKER);
        var row = "IDR,10000,Siti Rahayu,1234567890,014," + reference;
        var file = uploaded(maker, "/dashboard/payouts/bulk", csv(TITLES, List.of(row)));
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        return file;
    }

    @Test
    void a_payout_leads_to_its_own_file_and_one_that_came_alone_to_none() {
        var viewer = person(Role.VIEWER);
        var first = confirmed("A-1");
        var ofFirst = payout("A-1");
        var second = confirmed("A-2");
        var ofSecond = payout("A-2");
        assertThat(page(ofFirst))
                .contains("href=\"" + first + "\">rows.csv</a>")
                .doesNotContain(second);
        assertThat(page(ofSecond))
                .contains("href=\"" + second + "\">rows.csv</a>")
                .doesNotContain(first);
        assertThat(page(merchant.paid("1234567890", "10000"))).doesNotContain("/dashboard/payouts/bulk/");
        assertThat(viewer.get(first).statusCode()).isEqualTo(200);
        merchant.advance("P2D");
        assertThat(page(ofFirst)).contains("href=\"" + first + "\">rows.csv</a>");
    }

    private String page(String payout) {
        return person(Role.VIEWER).get("/dashboard/payouts/" + payout).body();
    }
}
