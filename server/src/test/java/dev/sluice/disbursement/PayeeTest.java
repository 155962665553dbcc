package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.RoutingNumbers;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Recipients as a payout stores them, and the account data that its rail receives.
class PayeeTest {
    private static Payee payee(RoutingNumbers routing) {
        var bank = new Payee.Bank(
                "Barclays Bank UK",
                "Ada Ltd",
                "12345678",
                "BARCGB22",
                routing,
                "Savings",
                null,
                "GBP",
                "GB",
                null,
                null,
                null,
                null);
        return new Payee(new UUID(1, 2), null, "Ada", bank, null);
    }

    @Test
    void a_rail_is_told_what_leads_to_the_branch() {
        var routing = new RoutingNumbers("200000", "021000021", "021000089");
        var payee = PayeeDocument.read(payee(routing).bytes()).parts();
        assertThat(payee).isEqualTo(payee(routing));
        assertThat(payee.account().routing()).isEqualTo(routing);
        assertThat(payee.account().accountNumber()).isEqualTo("12345678");
        assertThat(payee.account().accountType()).isEqualTo("Savings");
    }

    @Test
    void a_payout_from_before_these_were_kept_has_none() {
        var bytes = payee(RoutingNumbers.NONE).bytes();
        assertThat(new String(bytes, StandardCharsets.UTF_8)).doesNotContain("routing");
        assertThat(Json.parse(bytes).path("bank").has("bankCode")).isTrue();
        assertThat(PayeeDocument.read(bytes).parts().account().routing()).isEqualTo(RoutingNumbers.NONE);
    }
}
