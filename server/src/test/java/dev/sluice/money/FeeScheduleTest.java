package dev.sluice.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// Fees are `flat + amount × percentage / 100`, rounded half up to the unit, once.
class FeeScheduleTest {
    @Property
    void a_fee_is_the_exact_one_rounded_half_up(
            @ForAll("units") BigInteger units,
            @ForAll("rates") BigDecimal flat,
            @ForAll("rates") BigDecimal percentage,
            @ForAll @IntRange(max = Asset.EXPONENT_MAX) int exponent) {
        var asset = Asset.crypto("coin", exponent);
        var fee = new FeeSchedule(flat, percentage).fee(new Money(units, asset));
        var exact =
                flat.add(new BigDecimal(units, exponent).multiply(percentage).divide(BigDecimal.valueOf(100)));
        var half = new BigDecimal("0.5").movePointLeft(exponent);
        var excess = fee.decimal().subtract(exact);
        assertThat(excess).isGreaterThan(half.negate()).isLessThanOrEqualTo(half);
        assertThat(fee.asset()).isEqualTo(asset);
        assertThat(fee.isNegative()).isFalse();
    }

    @Property
    void a_larger_amount_never_costs_less(
            @ForAll("units") BigInteger one, @ForAll("units") BigInteger other, @ForAll("rates") BigDecimal rate) {
        var asset = Asset.fiat("XXX", 2);
        var fees = new FeeSchedule(rate, rate);
        assertThat(fees.fee(new Money(one.max(other), asset)))
                .isGreaterThanOrEqualTo(fees.fee(new Money(one.min(other), asset)));
    }

    @Example
    void half_a_unit_is_rounded_up_and_less_is_not() {
        assertThat(fee("0", "0.5", 100, 2)).isEqualTo("0.01");
        assertThat(fee("0", "0.4999", 100, 2)).isEqualTo("0");
        assertThat(fee("0.005", "0", 1, 2)).isEqualTo("0.01");
        assertThat(fee("2500", "0", 50_000, 0)).isEqualTo("2500");
        assertThat(fee("0.25", "1.5", 10_000, 2)).isEqualTo("1.75");
        assertThat(fee("0", "50", 1, 18)).isEqualTo("0.000000000000000001");
    }

    @Example
    void the_flat_part_and_the_share_are_rounded_together() {
        assertThat(fee("0.004", "0.1", 100, 2))
                .isEqualTo(new BigDecimal("0.005")
                        .setScale(2, RoundingMode.HALF_UP)
                        .toPlainString());
    }

    @Example
    void a_fee_is_never_negative() {
        assertThatIllegalArgumentException().isThrownBy(() -> schedule("-0.01", "0"));
        assertThatIllegalArgumentException().isThrownBy(() -> schedule("0", "-1"));
    }

    @Provide
    Arbitrary<BigInteger> units() {
        return Arbitraries.bigIntegers().between(BigInteger.ZERO, BigInteger.TEN.pow(30));
    }

    @Provide
    Arbitrary<BigDecimal> rates() {
        return Arbitraries.bigDecimals()
                .between(BigDecimal.ZERO, BigDecimal.valueOf(1_000))
                .ofScale(6);
    }

    private static String fee(String flat, String percentage, long units, int exponent) {
        return schedule(flat, percentage)
                .fee(new Money(BigInteger.valueOf(units), Asset.crypto("coin", exponent)))
                .decimal()
                .toPlainString();
    }

    private static FeeSchedule schedule(String flat, String percentage) {
        return new FeeSchedule(new BigDecimal(flat), new BigDecimal(percentage));
    }
}
