package dev.sluice.deposit.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.Payment.PaymentStatus;
import dev.sluice.deposit.PaymentMethodType;
import dev.sluice.deposit.Pricing;
import dev.sluice.http.RawJson;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Payer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/// An additional payment never reduces the earlier credit, at any rate on its arrival.
class CreditsTest {
    private static final Asset USDC = Asset.crypto("usdc-polygon", 6);
    private static final Asset IDR = Asset.fiat("IDR", 2);
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

    /// Returns a deposit completed by one payment of the requested amount.
    private static Deposit completed(long units, FeeSchedule fee, BigDecimal rate) {
        var input = new Money(BigInteger.valueOf(units), USDC);
        var priced = new Pricing(fee, rate, IDR).ofInput(input);
        var deposit = new Deposit(
                new UUID(0, 1),
                new UUID(0, 2),
                null,
                new Deposit.RequestedPayment(priced, fee, NOW, null),
                new Deposit.Instructions(
                        "polygon",
                        PaymentMethodType.CHAIN,
                        null,
                        "evm",
                        new Destination("usdc-polygon", "polygon", "0x1"),
                        new RawJson("{}")),
                null,
                null,
                new UUID(0, 3),
                new Deposit.Progress(
                        new Pending(),
                        NOW,
                        Set.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        false,
                        Money.zero(IDR),
                        0,
                        0,
                        NOW));
        return credited(deposit.withPayment(payment(10, units, rate)));
    }

    private static Payment payment(long id, long units, BigDecimal rate) {
        return new Payment(
                new UUID(0, id),
                new Money(BigInteger.valueOf(units), USDC),
                PaymentStatus.RECEIVED,
                Payer.UNKNOWN,
                null,
                NOW,
                rate);
    }

    private static Deposit credited(Deposit paid) {
        return paid.withPaymentsCredited().moved(new Completed(Credits.of(paid), NOW), List.of(), 1, NOW);
    }

    /// The fee rises by a unit with the additional unit, so that the input does not grow, and at a lower rate.
    @Test
    void one_more_smallest_unit_at_a_lower_rate_takes_nothing_back() {
        var before = completed(
                100_000_099, new FeeSchedule(BigDecimal.ZERO, new BigDecimal("0.5")), BigDecimal.valueOf(16_000));
        var after = credited(before.withPayment(payment(11, 1, BigDecimal.valueOf(9_000))));
        assertThat(after.priced().input()).isGreaterThan(before.priced().input());
        assertThat(after.priced().output())
                .isGreaterThanOrEqualTo(before.priced().output());
    }

    @Property
    void more_that_comes_never_lowers_what_was_credited_and_less_never_raises_it(
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long asked,
            @ForAll @LongRange(min = 0, max = 3) long flat,
            @ForAll @BigRange(min = "0", max = "99") @Scale(2) BigDecimal percentage,
            @ForAll @BigRange(min = "0.00001", max = "100000") @Scale(5) BigDecimal rate,
            @ForAll @Size(min = 1, max = 4) List<@LongRange(min = 1, max = 2_000_000L) Long> more,
            @ForAll @BigRange(min = "0.00001", max = "100000") @Scale(5) BigDecimal other) {
        var deposit = completed(asked, new FeeSchedule(BigDecimal.valueOf(flat), percentage), rate);
        for (int at = 0; at < more.size(); at++) {
            var paid = credited(deposit.withPayment(payment(20 + at, at == 0 ? 1 : more.get(at), other)));
            assertThat(paid.priced().output())
                    .isGreaterThanOrEqualTo(deposit.priced().output());
            deposit = paid;
        }
        for (int at = 0; at < more.size(); at++) {
            var gone = deposit.payment(new UUID(0, 20 + at)).orElseThrow().with(PaymentStatus.REVERSED);
            var left = credited(deposit.withChanged(gone));
            assertThat(left.priced().output())
                    .isLessThanOrEqualTo(deposit.priced().output());
            deposit = left;
        }
    }
}
