package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.PostalAddress;
import dev.sluice.rail.RoutingNumbers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Recipients as a payout stores them, and the account data that its rail receives.
class PayeeTest {
    private static final PostalAddress ADDRESS = new PostalAddress("1 High \"Street\"", "London", "E1 6AN", "GB");

    private static Payee payee(RoutingNumbers routing) {
        return payee(routing, "Ada", null);
    }

    private static Payee payee(RoutingNumbers routing, String name, @Nullable PostalAddress address) {
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
        return new Payee(new UUID(1, 2), null, name, bank, null, address);
    }

    @Test
    void the_postal_address_is_stored_for_the_bank_and_is_not_part_of_the_api() {
        var document = PayeeDocument.of(payee(RoutingNumbers.NONE, "Ada", ADDRESS));
        var read = PayeeDocument.read(document.bytes());
        assertThat(read.parts().address()).isEqualTo(ADDRESS);
        assertThat(read.json())
                .isEqualTo(document.json())
                .isEqualTo(PayeeDocument.of(payee(RoutingNumbers.NONE)).json());
    }

    @Test
    void an_address_of_which_a_part_is_unknown_stays_so() {
        var address = new PostalAddress(null, "London", null, "GB");
        assertThat(PayeeDocument.read(payee(RoutingNumbers.NONE, "Ada", address).bytes())
                        .parts()
                        .address())
                .isEqualTo(address);
        assertThat(PostalAddress.of(null, null, null, "GB")).isEmpty();
    }

    @Test
    void a_name_that_looks_like_an_address_in_json_is_a_name() {
        var name = "Ada\",\"postalAddress\":{\"town\":\"Paris\"},\"x\":\"";
        for (var address : Arrays.asList(ADDRESS, null)) {
            var document = PayeeDocument.of(payee(RoutingNumbers.NONE, name, address));
            var shown = Json.parse(document.json().text().getBytes(StandardCharsets.UTF_8));
            assertThat(shown.path("name").stringValue()).isEqualTo(name);
            assertThat(shown.propertyNames()).containsExactly("recipientId", "name", "bank");
            assertThat(PayeeDocument.read(document.bytes()).parts().address()).isEqualTo(address);
        }
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
