package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.AgreementForm;
import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.dashboard.Rules;
import dev.sluice.merchant.Role;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a payout is created with the reviewed account and fee, or not at all.
class ReviewedPayoutTest extends DashboardTest {
    private static final String CHANGED = "The fee or the recipient has changed since your review";

    private Map<String, String> toStored(String payee) {
        return Map.of("kind", "fiat", "unit", "IDR", "to", "stored", "recipientId", payee, "amount", "20000");
    }

    private void move(String payee, String account) {
        merchant.client()
                .patch("/v1/recipient/" + payee, """
                {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99","city":"Bandung",\
                "postCode":"40111","bank":{"accountName":"Siti Rahayu","accountNumber":"%s"}}""".formatted(account))
                .expect(200);
    }

    private void feeIs(String flat) {
        AgreementForm.payoutsCost(person(Role.OPERATOR), merchant.organizationId(), flat);
    }

    private void assertMade(Person maker, Map<String, String> form) {
        assertThat(maker.post(ByHand.SEND, form).statusCode()).isEqualTo(303);
        assertThat(merchant.payouts()).isEqualTo(1);
    }

    @Test
    void a_payee_who_has_another_account_by_now_is_reviewed_once_more() {
        var payee = merchant.storedInIndonesia();
        var maker = person(Role.MAKER);
        var seen = ByHand.reviewed(ByHand.review(maker, toStored(payee)).body());
        move(payee, "1234567899");
        var again = maker.post(ByHand.SEND, seen);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains(CHANGED, "1234567899", "Nothing was sent");
        assertThat(merchant.payouts()).isZero();
        assertMade(maker, ByHand.reviewed(again.body()));
        // A payout that was sent stays unchanged, regardless of later changes.
        move(payee, "1234567890");
        assertMade(maker, ByHand.reviewed(again.body()));
    }

    @Test
    void under_the_key_of_one_that_was_made_another_one_is_not() {
        var maker = person(Role.MAKER);
        var seen = ByHand.reviewed(
                ByHand.review(maker, ByHand.typed("1234567890", "20000")).body());
        assertMade(maker, seen);
        var other = new LinkedHashMap<>(seen);
        other.put("amount", "20001");
        var refused = maker.post(ByHand.SEND, other);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("already submitted with other values");
        assertThat(deeds(merchant.organizationId(), 1).getFirst().action().subject())
                .isNull();
        assertMade(maker, seen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reference", "note", "recipient.email"})
    void what_cannot_be_read_is_said_and_not_left_out(String field) {
        var typed = new LinkedHashMap<>(ByHand.typed("1234567890", "20000"));
        typed.put(field, "a\tb");
        var answer = person(Role.MAKER).post("/dashboard/payouts/new", typed);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("must not contain control characters");
    }

    @Test
    void a_stored_payee_has_to_be_chosen() {
        var typed = Map.of("kind", "fiat", "unit", "IDR", "amount", "20000", "to", "stored");
        var answer = person(Role.MAKER).post("/dashboard/payouts/new", typed);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("must be chosen").doesNotContain("unless recipient is given");
    }

    @Test
    void another_fee_is_reviewed_once_more() {
        feeIs("100");
        var maker = person(Role.MAKER);
        var seen = ByHand.reviewed(
                ByHand.review(maker, ByHand.typed("1234567890", "20000")).body());
        feeIs("109");
        var again = maker.post(ByHand.SEND, seen);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains(CHANGED, "20,109");
        assertThat(merchant.payouts()).isZero();
        assertMade(maker, ByHand.reviewed(again.body()));
    }

    @Test
    void what_is_said_to_wait_waits_though_its_rule_is_gone() {
        var owner = person(Role.OWNER);
        Rules.letWait(owner, "10000", Map.of());
        var maker = person(Role.MAKER);
        var review = ByHand.review(maker, ByHand.typed("1234567890", "20000")).body();
        assertThat(review).contains("needs the approval of another member");
        Rules.removeAll(owner);
        assertMade(maker, ByHand.reviewed(review));
        var payout = merchant.latest().findFirst().orElseThrow();
        assertThat(Merchant.text(payout, "statusDetail")).isEqualTo("needs_approval");
        for (var page : List.of("/dashboard/approvals", "/dashboard/payouts/" + Merchant.id(payout))) {
            assertThat(owner.get(page).body()).contains("The rules required approval when this payout was reviewed.");
        }
    }

    @Test
    void what_nobody_reviewed_is_reviewed_first() {
        var payee = merchant.storedInIndonesia();
        var maker = person(Role.MAKER);
        var seen = ByHand.reviewed(ByHand.review(maker, toStored(payee)).body());
        for (var field : new String[] {"agreedFee", "agreedPayee"}) {
            for (var value : new String[] {"", "-1", "x"}) {
                var other = new HashMap<>(seen);
                other.put(field, value);
                assertThat(maker.post(ByHand.SEND, other).statusCode())
                        .as(field + value)
                        .isEqualTo(409);
            }
            var less = new HashMap<>(seen);
            less.remove(field);
            assertThat(maker.post(ByHand.SEND, less).statusCode()).as(field).isEqualTo(409);
        }
        var keyless = new HashMap<>(seen);
        keyless.put("formKey", "bulk/1/0");
        assertThat(maker.post(ByHand.SEND, keyless).statusCode()).isEqualTo(400);
        assertThat(merchant.payouts()).isZero();
        assertMade(maker, seen);
    }
}
