package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.event.Events;
import dev.sluice.http.Fields;
import dev.sluice.http.JsonObject;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switch;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Rails;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.recipient.BankRules;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.screening.Screenings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Recipients that were stored while their bank gave no answer.
class AskedAgainTest extends MerchantTest {
    private static final String RIGHT = "1234567890";
    private static final String OTHER_NAME = "9999000041";
    private static final String NO_ANSWER = "9999000043";

    /// Stores a recipient as a service does while the bank is unavailable, and returns the id.
    private static String stored(Merchant merchant, String account) {
        var caller =
                new Caller(merchant.organizationId(), "Acme", PayoutFixture.MAKER, "till", EnumSet.allOf(Scope.class));
        var bank = new JsonObject()
                .put("bankName", "BCA")
                .put("accountName", "Siti Rahayu")
                .put("accountNumber", account)
                .put("bankCode", "014");
        try (var recipients = Recipients.wire(
                service.connections(),
                service.vault(),
                service.clocks(),
                new References(service.connections(), Served.everything()),
                Organizations.wire(service.connections(), service.clocks()),
                new Rails(List.of(new HookedBank())),
                new Events(service.vault()),
                BankRules.sparing(_ -> true),
                new TamperAlarm(
                        new Alerts(service.connections(), service.clocks(), (_, _) -> {}), new SimpleMeterRegistry()),
                new Screenings(service.connections(), service.vault(), service.clocks(), false))) {
            var given = recipients
                    .inline(Fields.of(new JsonObject().put("bank", bank)), caller, "IDR")
                    .orElseThrow();
            var silent = recipients.verified(List.of(given));
            service.connections().run(tx -> recipients.insert(tx, silent));
            return given.id().toString();
        }
    }

    private static Reply pay(Merchant merchant, String... payees) {
        var items = Stream.of(payees)
                .map(id -> "{\"recipientId\":\"" + id + "\",\"amount\":10000}")
                .toList();
        return merchant.pay("{\"currency\":\"IDR\",\"disburseData\":[" + String.join(",", items) + "]}");
    }

    private static String outcome(Reply paid) {
        return text(
                paid.expect(201)
                        .data()
                        .path("disburseData")
                        .get(0)
                        .path("recipient")
                        .path("verification"),
                "outcome");
    }

    @Test
    void the_bank_is_asked_when_they_are_paid_by_who_pays_no_other_name() {
        try (var strict = Merchant.at(service, Switch.VERIFICATION_BLOCKS)) {
            var right = stored(strict, RIGHT);
            var other = stored(strict, OTHER_NAME);
            assertThat(outcome(pay(strict, right))).isEqualTo("match");
            var refused = pay(strict, right, other).expect(400);
            assertThat(refused.code()).isEqualTo("RECIPIENT_VERIFICATION_FAILED");
            assertThat(refused.json().path("details")).hasSize(1);
            assertThat(text(refused.json().path("details").get(0), "field")).isEqualTo("disburseData[1].recipientId");
            assertThat(strict.payouts()).isEqualTo(1);
        }
    }

    @Test
    void a_bank_that_gives_no_answer_again_blocks_nobody() {
        try (var strict = Merchant.at(service, Switch.VERIFICATION_BLOCKS)) {
            assertThat(outcome(pay(strict, stored(strict, NO_ANSWER)))).isEqualTo("unavailable");
        }
    }

    @Test
    void who_pays_other_names_too_waits_for_no_bank() {
        assertThat(outcome(pay(merchant, stored(merchant, OTHER_NAME)))).isEqualTo("unavailable");
    }
}
