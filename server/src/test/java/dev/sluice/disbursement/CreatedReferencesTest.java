package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.app.TestService;
import dev.sluice.merchant.Switch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// References: unique among payouts that may still pay, unless the organization permits duplicates.
class CreatedReferencesTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String referring(String account, String reference) {
        return item(account, "10000", "\"reference\":\"" + reference + "\"");
    }

    private static String existingId(Reply reply) {
        return text(reply.json().path("details").get(0), "existingId");
    }

    @Test
    void a_reference_in_use_is_refused_with_the_id_of_its_payout() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paidItem(referring("1234567890", "INV-1"));
            var reply = merchant.pay(idr(item("1234567890", "10000"), referring("1234567891", "INV-1")))
                    .expect(400);
            assertThat(reply.message()).isEqualTo("Reference already exists");
            assertThat(existingId(reply)).isEqualTo(id);
            Golden.assertSame("error/reference-exists", reply.json());
            assertThat(merchant.payouts()).isEqualTo(1);
            assertThat(merchant.pay(idr(referring("1234567890", " INV-1 "))).code())
                    .isEqualTo("REFERENCE_EXISTS");
            merchant.paidItem(referring("1234567890", "inv-1"));
        }
    }

    @Test
    void a_reference_in_use_is_told_with_everything_else_that_is_wrong() {
        try (var merchant = Merchant.at(service)) {
            merchant.paidItem(referring("1234567890", "INV-1"));
            var reply = merchant.pay(idr(item("1234567890", "0", "\"reference\":\"INV-1\"")))
                    .expect(400);
            assertThat(reply.code()).isEqualTo("REFERENCE_EXISTS");
            assertThat(reply.json().path("details").valueStream().map(each -> text(each, "code")))
                    .containsExactlyInAnyOrder("NOT_POSITIVE", "REFERENCE_EXISTS");
        }
    }

    @Test
    void a_reference_comes_once_in_a_request() {
        try (var merchant = Merchant.at(service)) {
            var reply = merchant.pay(idr(referring("1234567890", "INV-1"), referring("1234567891", "INV-1")))
                    .expect(400);
            Golden.assertSame("error/reference-twice-in-one-request", reply.json());
            assertThat(merchant.payouts()).isZero();
        }
    }

    @Test
    void another_organization_has_references_of_its_own() {
        try (var merchant = Merchant.at(service);
                var other = Merchant.at(service)) {
            merchant.paidItem(referring("1234567890", "INV-1"));
            other.paidItem(referring("1234567890", "INV-1"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"failed", "cancelled"})
    void a_payout_that_came_to_nothing_frees_its_reference(String status) {
        try (var merchant = Merchant.at(service)) {
            var first = merchant.paidItem(referring("1234567890", "INV-1"));
            merchant.force(first, status).expect(200);
            var second = merchant.paidItem(referring("1234567890", "INV-1"));
            merchant.force(first, "completed").expect(200);
            assertThat(text(merchant.payout(first), "status")).isEqualTo("completed");
            assertThat(existingId(
                            merchant.pay(idr(referring("1234567890", "INV-1"))).expect(400)))
                    .isEqualTo(second);
            merchant.force(second, "failed").expect(200);
            merchant.force(second, "failed").expect(200);
            merchant.force(second, "completed").expect(200);
            assertThat(service.audit().faults()).isEmpty();
        }
    }

    @Test
    void a_completed_or_reversed_payout_keeps_its_reference() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paidItem(referring("1234567890", "INV-1"));
            for (var status : new String[] {"completed", "reversed", "pending"}) {
                merchant.force(id, status).expect(200);
                assertThat(merchant.pay(idr(referring("1234567890", "INV-1")))
                                .expect(400)
                                .code())
                        .isEqualTo("REFERENCE_EXISTS");
            }
        }
    }

    @Test
    void an_organization_may_use_references_again() {
        try (var merchant = Merchant.at(service, Switch.DUPLICATE_REFERENCES)) {
            merchant.paidItem(referring("1234567890", "INV-1"));
            merchant.paidItem(referring("1234567890", "INV-1"));
            merchant.pay(idr(referring("1234567890", "INV-2"), referring("1234567891", "INV-2")))
                    .expect(201);
            assertThat(merchant.payouts()).isEqualTo(4);
        }
    }

    @Test
    void of_many_requests_at_once_one_gets_the_reference() {
        try (var merchant = Merchant.at(service)) {
            var replies = AtOnce.times(16, _ -> merchant.pay(idr(referring("1234567890", "RACE"))));
            assertThat(replies).extracting(Reply::status).containsOnlyOnce(201).containsOnly(201, 400);
            assertThat(merchant.held("IDR")).isEqualByComparingTo("12000");
        }
    }
}
