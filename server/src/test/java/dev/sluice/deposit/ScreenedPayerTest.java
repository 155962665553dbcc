package dev.sluice.deposit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.deposit.review.ScreenedPayers;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Payer;
import dev.sluice.screening.Check.State;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.ScreeningSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Payments with screening of their payers against a list, from the rail's notice to the credit.
class ScreenedPayerTest extends PayerScreening {
    @Test
    void a_payer_who_is_on_no_list_is_asked_about_once_and_credited() {
        var id = asked();
        var payment = paidBy("Siti Rahayu", id);
        node.worker.read();
        node.worker.read();
        assertThat(status(id)).isEqualTo("pending");
        assertThat(count("SELECT count(*) FROM screening_check WHERE kind = 'DEPOSIT'"))
                .isEqualTo(1);
        node.work();
        assertThat(status(id)).isEqualTo("completed");
        assertThat(check(payment).state()).isEqualTo(State.CLEAR);
    }

    @Test
    void a_hit_holds_the_money_until_an_operator_clears_it_and_is_credited_once() {
        var id = asked();
        var payment = paidBy("Wiktor Moroshenko", id);
        node.work();
        pass(Duration.ofMinutes(10));
        node.work();
        assertThat(status(id)).isEqualTo("pending");
        assertThat(gained()).isZero();
        assertThat(check(payment).state()).isEqualTo(State.HIT);
        decide(payment, true);
        node.work();
        node.work();
        assertThat(status(id)).isEqualTo("completed");
        assertThat(gained()).isPositive().isLessThanOrEqualTo(new BigDecimal("100000"));
        var once = gained();
        readAgain();
        assertThat(gained()).isEqualByComparingTo(once);
    }

    /// Simulates a crash of the node before it marked the applied reports.
    private void readAgain() {
        service.connections()
                .run(tx -> tx.handle()
                        .execute("UPDATE rail_incoming_payment SET read_at = NULL, due_at = paid_at WHERE key LIKE '"
                                + run + "%'"));
        node.work();
    }

    @Test
    void a_rejected_payer_is_credited_to_nobody_and_the_house_keeps_the_money() {
        long before = suspense();
        var id = asked();
        var payment = paidBy(LISTED, id);
        node.work();
        decide(payment, false);
        node.work();
        assertThat(status(id)).isEqualTo("pending");
        assertThat(gained()).isZero();
        assertThat(unmatched()).isEqualTo(1);
        assertThat(suspense() - before).isEqualTo(10_000_000);
        readAgain();
        assertThat(unmatched()).isEqualTo(1);
        assertThat(suspense() - before).isEqualTo(10_000_000);
        assertThat(merchant.client().get("/v1/deposit/" + id).expect(200).data().path("payments"))
                .isEmpty();
    }

    @Test
    void another_payer_pays_a_deposit_whose_first_payer_was_rejected() {
        var id = asked();
        var payment = paidBy(LISTED, id);
        node.work();
        decide(payment, false);
        paidBy("Siti Rahayu", id, "second");
        node.work();
        assertThat(status(id)).isEqualTo("completed");
        assertThat(unmatched()).isEqualTo(1);
    }

    @Test
    void money_that_its_rail_takes_back_leaves_the_house_and_stays_rejected_when_it_comes_again() {
        long before = suspense();
        var id = asked();
        var payment = paidBy(LISTED, id);
        node.work();
        decide(payment, false);
        node.work();
        reverse(payment.key());
        node.work();
        assertThat(suspense()).isEqualTo(before);
        service.connections().run(tx -> node.receipts.add(tx, List.of(payment)));
        node.work();
        assertThat(unmatched()).isEqualTo(1);
        assertThat(suspense() - before).isEqualTo(10_000_000);
        assertThat(gained()).isZero();
    }

    private void reverse(String key) {
        service.connections()
                .run(tx -> node.receipts.reverse(
                        tx, BANK, List.of(key), service.clocks().instant()));
    }

    @Test
    void nobody_decides_about_money_that_its_rail_has_taken_back() {
        var id = asked();
        var payment = paidBy(LISTED, id);
        node.work();
        reverse(payment.key());
        node.work();
        assertThat(check(payment).state()).isEqualTo(State.DROPPED);
        assertThat(status(id)).isEqualTo("pending");
        service.connections().run(tx -> node.receipts.add(tx, List.of(payment)));
        node.work();
        assertThat(check(payment).state()).isEqualTo(State.HIT);
        assertThat(gained()).isZero();
    }

    @Test
    void a_wallet_on_a_list_holds_its_tokens() {
        var id = merchant.askedTokens("usdc-polygon", "100");
        var payment = sentFrom(LISTED_WALLET.toLowerCase(Locale.ROOT), id);
        var other = merchant.askedTokens("usdc-polygon", "100");
        sentFrom("0x52908400098527886E0F7030069857D2E4169EE7", other);
        node.work();
        assertThat(status(other)).isEqualTo("completed");
        assertThat(status(id)).isEqualTo("pending");
        decide(payment, true);
        node.work();
        assertThat(status(id)).isEqualTo("completed");
    }

    @Test
    void money_whose_rail_names_nobody_is_credited() {
        var id = asked();
        paidBy(null, id);
        node.worker.read();
        assertThat(status(id)).isEqualTo("completed");
    }

    @Test
    void while_the_list_is_too_old_the_money_waits_and_then_passes() {
        list(AGE_MAX.plusSeconds(1));
        var id = asked();
        var payment = paidBy("Siti Rahayu", id);
        node.work();
        pass(Duration.ofMinutes(10));
        node.work();
        assertThat(status(id)).isEqualTo("pending");
        assertThat(check(payment).trouble()).contains("older than PT72H");
        list(Duration.ZERO);
        pass(Duration.ofMinutes(10));
        node.work();
        assertThat(status(id)).isEqualTo("completed");
    }

    @Test
    void a_node_that_dies_before_it_tells_or_credits_leaves_it_to_another() {
        var id = asked();
        var payment = paidBy(LISTED, id);
        node.work();
        decide(payment, true);
        var dying = node.module.worker(
                node.notices,
                Map.of(CheckKind.DEPOSIT, _ -> {
                    throw new IllegalStateException("the node dies here");
                }),
                node.meters);
        assertThatThrownBy(dying::step).hasMessageContaining("dies here");
        node.work();
        assertThat(status(id)).isEqualTo("pending");
        pass(Duration.ofMinutes(2));
        node.work();
        assertThat(status(id)).isEqualTo("completed");
        var once = gained();
        readAgain();
        assertThat(gained()).isEqualByComparingTo(once);
    }

    @Test
    void a_deposit_whose_money_is_held_does_not_expire_and_is_not_late() {
        var id = asked();
        var payment = paidBy(LISTED, id);
        node.work();
        pass(Duration.ofDays(30));
        node.worker.expire();
        assertThat(status(id)).isEqualTo("pending");
        merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(409);
        list(Duration.ZERO);
        decide(payment, true);
        node.work();
        node.worker.expire();
        assertThat(status(id)).isEqualTo("completed");
        assertThat(merchant.client().get("/v1/deposit/" + id).expect(200).data().path("labels"))
                .isEmpty();
    }

    @Test
    void a_deposit_whose_payer_is_rejected_expires_afterwards() {
        var id = asked();
        var payment = paidBy(LISTED, id);
        node.work();
        pass(Duration.ofDays(30));
        decide(payment, false);
        node.work();
        node.worker.expire();
        assertThat(status(id)).isEqualTo("expired");
        assertThat(unmatched()).isEqualTo(1);
    }

    @Test
    void where_screening_is_turned_off_what_waits_for_an_answer_passes_and_hits_still_wait() {
        list(AGE_MAX.plusSeconds(1));
        var open = asked();
        paidBy("Siti Rahayu", open);
        node.work();
        list(Duration.ZERO);
        var hit = asked();
        var payment = paidBy(LISTED, hit);
        var rejected = asked();
        var refused = paidBy(LISTED, rejected);
        node.work();
        decide(refused, false);
        try (var off = new NodeWorkers(service.connections(), service.clocks(), new ScreeningSettings.None())) {
            pass(Duration.ofMinutes(10));
            off.work();
            assertThat(status(open)).isEqualTo("completed");
            assertThat(status(hit)).isEqualTo("pending");
            assertThat(status(rejected)).isEqualTo("pending");
            assertThat(unmatched()).isEqualTo(1);
            decide(payment, true);
            off.work();
            assertThat(status(hit)).isEqualTo("completed");
            var unasked = asked();
            paidBy(LISTED, unasked);
            off.worker.read();
            assertThat(status(unasked)).isEqualTo("completed");
        }
    }

    @Test
    void a_payment_that_was_credited_stays_credited_when_its_payer_is_rejected_later() {
        var id = asked();
        var payment = paidBy(LISTED, id);
        try (var off = new NodeWorkers(service.connections(), service.clocks(), new ScreeningSettings.None())) {
            off.work();
        }
        assertThat(status(id)).isEqualTo("completed");
        readAgain();
        decide(payment, false);
        node.work();
        assertThat(unmatched()).isZero();
        assertThat(gained()).isPositive();
    }

    @Test
    void the_payer_of_money_for_nobodys_destination_is_asked_about_and_the_money_waits_for_nothing() {
        var before = suspense();
        var amount = Money.exactly(BigDecimal.TEN, Asset.fiat("IDR", 2));
        told(
                BANK,
                "nobodys",
                new Destination("IDR", "nobody", run),
                amount,
                new Payer(null, LISTED, null, null, null, null));
        pass(Duration.ofMinutes(2));
        node.worker.read();
        assertThat(suspense() - before).isEqualTo(1_000);
        assertThat(count("SELECT count(*) FROM screening_check WHERE kind = 'DEPOSIT'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE screening_check SET state = 'CLEAR', due_at = now()",
                "UPDATE screening_check SET state = 'CLEARED', due_at = now(), decided_by = subject_id,"
                        + " decided_by_name = 'me', reason = 'me', decided_at = now()",
                "DELETE FROM screening_check",
                "UPDATE screening_check SET state = 'DROPPED'"
            })
    void a_changed_row_lets_no_hit_pass(String change) {
        var id = asked();
        var payment = paidBy(LISTED, id);
        node.work();
        service.connections().run(tx -> tx.handle().execute(change));
        node.work();
        pass(Duration.ofMinutes(10));
        node.work();
        node.work();
        assertThat(status(id)).isEqualTo("pending");
        assertThat(check(payment).state()).isEqualTo(State.HIT);
        assertThat(gained()).isZero();
    }

    @Test
    void the_subject_of_a_check_is_a_uuid_of_version_8() {
        var subject = ScreenedPayers.subject(paidBy("Siti Rahayu", asked()));
        assertThat(subject.version()).isEqualTo(8);
        assertThat(subject.variant()).isEqualTo(2);
    }
}
