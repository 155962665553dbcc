package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.merchant.Role;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Tests ids of another organization in form fields and query parameters: they have no effect and reveal nothing.
/// `AuthorizationTest` tests ids in paths.
class ForeignFieldsTest extends DashboardTest {
    private static final String PAYOUTS = "/dashboard/payouts";

    private static Map<String, String> paying(String recipient) {
        return Map.of("kind", "fiat", "unit", "IDR", "to", "stored", "recipientId", recipient, "amount", "20000");
    }

    @Test
    void a_payee_of_others_is_not_paid_and_not_shown() {
        try (var other = Merchant.at(service)) {
            var theirs = other.storedInIndonesia();
            var ours = merchant.storedInIndonesia();
            var maker = person(Role.MAKER);
            var link = PAYOUTS + "/new?kind=fiat&to=stored&unit=IDR&recipientId=";
            assertThat(maker.get(link + ours).body()).contains("value=\"" + ours + "\" selected");
            assertThat(maker.get(link + theirs).body()).doesNotContain("value=\"" + theirs + "\"");
            for (var path : new String[] {"/new", "/send"}) {
                var answer = maker.post(PAYOUTS + path, paying(theirs));
                assertThat(answer.statusCode()).as(path).isBetween(400, 499);
                assertThat(answer.body()).as(path).doesNotContain(theirs + "\" selected");
            }
            assertThat(merchant.payouts()).isZero();
            assertThat(other.payouts()).isZero();
        }
    }

    @Test
    void payouts_to_a_payee_of_others_are_not_listed() {
        try (var other = Merchant.at(service)) {
            var theirs = other.storedInIndonesia();
            var payout = other.paidItem("{\"recipientId\":\"" + theirs + "\",\"amount\":10000}");
            assertThat(person(Role.OWNER).get(PAYOUTS + "?recipient=" + theirs).body())
                    .doesNotContain(payout);
            var file = person(Role.OWNER).get(PAYOUTS + "/export?recipient=" + theirs);
            assertThat(file.body()).doesNotContain(payout);
        }
    }

    @Test
    void a_payment_of_others_is_not_refunded() {
        try (var other = Merchant.at(service)) {
            var ids = new HashMap<Merchant, String>();
            for (var each : new Merchant[] {merchant, other}) {
                var id = each.createDeposit("014_TRANSFER", "150000");
                each.payIn(id, null).expect(200);
                each.awaitDeposit(id, "completed");
                ids.put(each, id);
            }
            var theirs = Merchant.payment(other.deposit(ids.get(other)));
            var refund = Map.of("refundAmount", "50000", "paymentId", theirs);
            var deposit = "/dashboard/deposits/" + ids.get(merchant);
            assertThat(person(Role.ADMIN).post(deposit + "/refund", refund).statusCode())
                    .isBetween(400, 499);
            assertThat(merchant.deposit(ids.get(merchant)).path("refunds")).isEmpty();
            assertThat(other.deposit(ids.get(other)).path("refunds")).isEmpty();
        }
    }

    @Test
    void what_people_of_others_did_is_not_told() {
        try (var other = Merchant.at(service)) {
            var email = UUID.randomUUID() + "@other.example";
            var user = users().create(other.organizationId(), email, "Budi", Role.OWNER)
                    .user();
            var them = new Person(service.baseUrl(), user, sessions().open(user, "127.0.0.1", "test", true));
            them.post("/dashboard/account/name", Map.of("name", "Budi Santoso"));
            var entry = deeds(other.organizationId(), 1).getFirst();
            var owner = person(Role.OWNER);
            for (var query : new String[] {
                "actor=" + user.id(), "subject=" + user.id(), "before=" + entry.id(), "after=" + entry.id()
            }) {
                assertThat(owner.get("/dashboard/audit?" + query).body())
                        .as(query)
                        .doesNotContain(email, "Budi Santoso");
                assertThat(owner.get("/dashboard/audit/export?" + query).body())
                        .as(query)
                        .doesNotContain(email, "Budi Santoso");
            }
            assertThat(them.get("/dashboard/audit?actor=" + user.id()).body()).contains("Budi Santoso");
        }
    }
}
