package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Payments that their network reverses after they were reported: the credit is reversed, and a renewed payment is
/// credited again.
class DepositReversalTest extends ReversalTest {
    @Test
    void a_payment_that_vanishes_is_taken_back_with_its_fee() {
        var id = asked("usdc-polygon", "100");
        merchant.payIn(id, "{\"vanish\":true}").expect(200);
        await(id, "completed");
        var gone = await(id, received("0"));
        assertThat(text(gone, "status")).isEqualTo("completed");
        assertThat(labels(gone)).containsExactly("UNDERPAID", "REVERSED");
        assertThat(standings(gone)).containsExactly("reversed");
        assertThat(is(gone, "outputAmount", "0")).isTrue();
        assertThat(gone.path("owedAmount").isNull()).isTrue();
        assertThat(activities(gone)).containsExactly("Paid by Payee: completed", "Payment reversed: completed");
        assertThat(gained()).isEqualByComparingTo("0");
        assertThat(statement("usdc-polygon").subList(0, 2))
                .containsExactly("reversal debit 99.5", "deposit credit 99.5");
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.completed", "deposit.updated");
    }

    @Test
    void one_that_is_there_again_is_credited_again() {
        var id = asked("usdc-polygon", "100");
        merchant.payIn(id, "{\"vanish\":true,\"reappear\":true}").expect(200);
        await(id, "completed");
        await(id, received("0"));
        var back = await(id, received("100"));
        assertThat(labels(back)).isEmpty();
        assertThat(standings(back)).containsExactly("credited");
        assertThat(gained()).isEqualByComparingTo("99.5");
        assertThat(merchant.eventTypes(id))
                .containsExactly("deposit.created", "deposit.completed", "deposit.updated", "deposit.updated");
    }

    /// The shortfall for the fee is less than a unit of the currency, so it is rounded to zero.
    @Test
    void a_flat_fee_is_not_kept_of_money_that_vanished() {
        var id = asked("usdc-polygon", "10", "\"outputCurrency\":\"JPY\"");
        execute("UPDATE deposit SET fee_flat = 0.005, fee_percentage = 0, fee_units = 5000 WHERE id = '" + id + "'");
        DepositMacs.renew(
                service.connections(), service.vault(), new DepositRef(merchant.organizationId(), UUID.fromString(id)));
        add(receipt(id, RAIL, "a", usdc("10")));
        await(id, "completed");
        assertThat(fees()).isEqualTo(5_000);
        reverse("a");
        var gone = await(id, received("0"));
        assertThat(is(gone, "outputAmount", "0")).isTrue();
        assertThat(fees()).isZero();
    }

    private long fees() {
        return count("SELECT coalesce(sum(abs(balance)), 0) FROM ledger_account WHERE role = 'fees'"
                + " AND asset = 'usdc-polygon' AND organization_id = '" + merchant.organizationId() + "'");
    }

    @Test
    void one_of_several_parts_leaves_the_others() {
        var id = asked("usdc-polygon", "100");
        add(receipt(id, RAIL, "a", usdc("40")), receipt(id, RAIL, "b", usdc("60")));
        await(id, "completed");
        reverse("a");
        var less = await(id, received("60"));
        assertThat(labels(less)).containsExactly("UNDERPAID", "REVERSED");
        assertThat(standings(less)).containsExactlyInAnyOrder("reversed", "credited");
        assertThat(gained()).isEqualByComparingTo("59.7");
        add(receipt(id, RAIL, "c", usdc("40")));
        var whole = await(id, received("100"));
        assertThat(labels(whole)).containsExactly("REVERSED");
        assertThat(gained()).isEqualByComparingTo("99.5");
        add(receipt(id, RAIL, "a", usdc("40")));
        assertThat(labels(await(id, received("140")))).containsExactly("OVERPAID");
        assertThat(gained()).isEqualByComparingTo("139.3");
    }

    @Test
    void a_part_that_vanishes_before_the_rest_came_counts_no_more() {
        var id = asked("usdc-polygon", "100");
        add(receipt(id, RAIL, "a", usdc("40")));
        await(id, received("40"));
        reverse("a");
        var waits = await(id, deposit -> standings(deposit).contains("reversed"));
        assertThat(text(waits, "status")).isEqualTo("pending");
        assertThat(waits.path("receivedAmount").isNull()).isTrue();
        assertThat(labels(waits)).containsExactly("REVERSED");
        add(receipt(id, RAIL, "b", usdc("60")));
        await(id, received("60"));
        add(receipt(id, RAIL, "a", usdc("40")));
        assertThat(labels(await(id, "completed"))).isEmpty();
        assertThat(gained()).isEqualByComparingTo("99.5");
    }

    @Test
    void a_deposit_whose_only_part_vanished_can_be_cancelled_and_its_money_may_come_late() {
        var id = asked("usdc-polygon", "100");
        add(receipt(id, RAIL, "a", usdc("40")));
        await(id, received("40"));
        reverse("a");
        await(id, deposit -> standings(deposit).contains("reversed"));
        merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(200);
        add(receipt(id, RAIL, "a", usdc("40")));
        assertThat(labels(await(id, "completed"))).containsExactly("LATE", "UNDERPAID");
        assertThat(gained()).isEqualByComparingTo("39.8");
    }

    @Test
    void late_money_can_vanish_as_well() {
        var id = asked("usdc-polygon", "100");
        merchant.advance("PT60M");
        await(id, "expired");
        add(receipt(id, RAIL, "a", usdc("100")));
        assertThat(labels(await(id, "completed"))).containsExactly("LATE");
        reverse("a");
        assertThat(labels(await(id, received("0")))).containsExactly("LATE", "UNDERPAID", "REVERSED");
        assertThat(gained()).isEqualByComparingTo("0");
    }

    @Test
    void what_was_paid_in_time_is_not_late_when_it_is_there_again() {
        var id = asked("usdc-polygon", "100");
        add(receipt(id, RAIL, "a", usdc("100")));
        await(id, "completed");
        reverse("a");
        await(id, received("0"));
        merchant.advance("PT2H");
        add(receipt(id, RAIL, "a", usdc("100")));
        assertThat(labels(await(id, received("100")))).isEmpty();
    }

    @Test
    void exchanged_money_goes_back_at_the_rate_at_which_it_came() {
        var before = merchant.available("IDR");
        var id = asked("usdc-polygon", "100", "\"outputCurrency\":\"IDR\"");
        add(receipt(id, RAIL, "a", usdc("100")));
        await(id, "completed");
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo("1656675");
        reverse("a");
        assertThat(is(await(id, received("0")), "outputAmount", "0")).isTrue();
        assertThat(merchant.available("IDR")).isEqualByComparingTo(before);
        add(receipt(id, RAIL, "a", usdc("100")));
        await(id, received("100"));
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo("1656675");
    }

    @Test
    void what_was_spent_is_owed_and_taken_from_what_comes_next() {
        var id = asked("usdt-polygon", "100");
        add(receipt(id, RAIL, "a", Money.exactly(new BigDecimal("100"), USDT)));
        await(id, "completed");
        merchant.client()
                .post("/v1/deposit/" + id + "/refund", "{\"amount\":60}")
                .expect(201);
        reverse("a");
        var owes = await(id, received("0"));
        assertThat(is(owes, "owedAmount", "60")).isTrue();
        assertThat(activities(owes)).endsWith("Payment reversed: completed", "Amount owed: pending");
        assertThat(of("usdt-polygon", "available")).isZero();
        assertThat(of("usdt-polygon", "owed")).isEqualByComparingTo("60");
        assertThat(statement("usdt-polygon").subList(0, 2)).containsExactly("reversal debit 99.5", "advance credit 60");
        merchant.client().post("/v1/deposit/" + id + "/refund", null).expect(409);
        assertThat(service.audit().faults()).isEmpty();

        var next = asked("usdt-polygon", "50");
        add(receipt(next, RAIL, "b", Money.exactly(new BigDecimal("50"), USDT)));
        await(next, "completed");
        await(id, deposit -> is(deposit, "owedAmount", "10.25"));
        assertThat(of("usdt-polygon", "available")).isZero();
        assertThat(of("usdt-polygon", "owed")).isEqualByComparingTo("10.25");
        assertThat(service.audit().faults()).isEmpty();

        add(receipt(id, RAIL, "a", Money.exactly(new BigDecimal("100"), USDT)));
        var paid = await(id, received("100"));
        assertThat(paid.path("owedAmount").isNull()).isTrue();
        assertThat(activities(paid)).contains("Amount owed: completed");
        assertThat(of("usdt-polygon", "available")).isEqualByComparingTo("89.25");
        assertThat(of("usdt-polygon", "owed")).isZero();
        assertThat(count("SELECT count(*) FROM ledger_account WHERE role = 'owed' AND balance <> 0"
                        + " AND organization_id = '"
                        + merchant.organizationId() + "'"))
                .isZero();
    }

    /// Otherwise a merchant that withdraws everything at once would never pay.
    @Test
    void what_is_owed_is_taken_in_the_transaction_of_what_comes() {
        var id = asked("usdt-polygon", "100");
        add(receipt(id, RAIL, "a", Money.exactly(new BigDecimal("100"), USDT)));
        await(id, "completed");
        merchant.client()
                .post("/v1/deposit/" + id + "/refund", "{\"amount\":60}")
                .expect(201);
        reverse("a");
        await(id, deposit -> is(deposit, "owedAmount", "60"));
        var next = asked("usdt-polygon", "50");
        add(receipt(next, RAIL, "b", Money.exactly(new BigDecimal("50"), USDT)));
        await(id, deposit -> is(deposit, "owedAmount", "10.25"));
        assertThat(count("SELECT count(DISTINCT xmin::text) FROM ledger_transfer WHERE organization_id = '"
                        + merchant.organizationId() + "' AND (kind = 'recovery' OR payment_id = '" + next + "')"))
                .isEqualTo(1);
    }

    @Test
    void a_rail_of_fiat_money_can_take_back_as_well() {
        var id = merchant.createDeposit("014_TRANSFER", "100000");
        var rupiah = Asset.fiat("IDR", 2);
        add(
                receipt(id, "sandbox", "wrong", Money.exactly(new BigDecimal("90000"), rupiah)),
                receipt(id, "sandbox", "right", Money.exactly(new BigDecimal("100000"), rupiah)));
        await(id, "completed");
        await(id, deposit -> deposit.path("payments").size() == 2);
        var gained = merchant.available("IDR");
        reverse("sandbox", service.clocks().instant(), "wrong", "right");
        var gone = await(id, deposit -> standings(deposit).equals(List.of("reversed", "reversed")));
        assertThat(is(gone, "receivedAmount", "0")).isTrue();
        assertThat(merchant.available("IDR")).isEqualByComparingTo(Merchant.OPENING);
        assertThat(service.audit().faults()).isEmpty();
        add(receipt(id, "sandbox", "wrong", Money.exactly(new BigDecimal("90000"), rupiah)));
        await(id, deposit -> standings(deposit).contains("under_review"));
        add(receipt(id, "sandbox", "right", Money.exactly(new BigDecimal("100000"), rupiah)));
        await(id, received("100000"));
        assertThat(merchant.available("IDR")).isEqualByComparingTo(gained);
    }

    @Test
    void a_deposit_whose_status_was_forced_is_no_longer_the_chains() {
        var id = asked("usdc-polygon", "100");
        add(receipt(id, RAIL, "a", usdc("100")));
        await(id, "completed");
        merchant.client().patch("/v1/deposit/" + id, "{\"status\":\"expired\"}").expect(200);
        reverse("a");
        awaitRead();
        assertThat(text(deposit(id), "status")).isEqualTo("expired");
        assertThat(gained()).isEqualByComparingTo("0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "usdc-polygon|{\"vanish\":true,\"duplicate\":true}|duplicate",
                "usdc-polygon|{\"reappear\":true}|reappear",
                "usdc-polygon|{\"vanish\":1}|vanish",
                "usdc-stellar|{\"vanish\":true}|vanish",
                "|{\"vanish\":true}|vanish"
            })
    void what_cannot_vanish_is_refused(@Nullable String token, String body, String field) {
        var id = token == null ? merchant.createDeposit("014_VA", "100000") : asked(token, "100");
        var refused = merchant.payIn(id, body).expect(400);
        assertThat(refused.message()).startsWith(field + " ");
        if ("usdc-stellar".equals(token)) {
            assertThat(refused.message()).isEqualTo("vanish is allowed only for payments on EVM networks");
        }
        assertThat(refused.json().path("details").valueStream().map(each -> text(each, "field")))
                .containsExactly(field);
    }
}
