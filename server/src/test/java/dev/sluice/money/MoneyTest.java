package dev.sluice.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;

/// Properties of [Money] for every asset, with zero to eighteen decimals.
class MoneyTest {
    @Property
    void a_decimal_comes_out_as_it_went_in(
            @ForAll @BigRange(min = "-999999999999999999999999999999", max = "999999999999999999999999999999")
                    BigInteger units,
            @ForAll @IntRange(max = Asset.EXPONENT_MAX) int exponent) {
        var asset = Asset.crypto("coin", exponent);
        var money = new Money(units, asset);
        assertThat(money.decimal()).isEqualByComparingTo(new BigDecimal(units, exponent));
        assertThat(Money.exactly(money.decimal(), asset)).isEqualTo(money);
    }

    @Property
    void a_decimal_has_no_trailing_zeros_and_is_written_without_exponent(
            @ForAll BigInteger units, @ForAll @IntRange(max = Asset.EXPONENT_MAX) int exponent) {
        var money = new Money(units, Asset.crypto("coin", exponent));
        assertThat(money.decimal().scale()).isNotNegative();
        if (money.decimal().scale() > 0) {
            assertThat(money.decimal().toPlainString()).doesNotEndWith("0");
        }
        assertThat(money.toString()).matches("-?[0-9]+([.][0-9]+)? coin");
    }

    @Property
    void adding_and_taking_away_are_exact(
            @ForAll BigInteger one,
            @ForAll BigInteger other,
            @ForAll @IntRange(max = Asset.EXPONENT_MAX) int exponent) {
        var asset = Asset.fiat("XXX", exponent);
        var sum = new Money(one, asset).plus(new Money(other, asset));
        assertThat(sum.units()).isEqualTo(one.add(other));
        assertThat(sum.minus(new Money(other, asset))).isEqualTo(new Money(one, asset));
        assertThat(new Money(one, asset).compareTo(new Money(other, asset))).isEqualTo(one.compareTo(other));
    }

    @Property
    void what_fits_is_exact_and_what_does_not_is_refused(
            @ForAll BigDecimal amount, @ForAll @IntRange(max = Asset.EXPONENT_MAX) int exponent) {
        var asset = Asset.fiat("XXX", exponent);
        if (Money.fits(amount, asset)) {
            assertThat(Money.exactly(amount, asset).decimal()).isEqualByComparingTo(amount);
        } else {
            assertThatThrownBy(() -> Money.exactly(amount, asset)).isInstanceOf(ArithmeticException.class);
        }
    }

    @Property
    void rounding_is_off_by_less_than_a_unit_in_the_direction_named(
            @ForAll BigDecimal amount, @ForAll @IntRange(max = Asset.EXPONENT_MAX) int exponent) {
        Assume.that(amount.signum() >= 0);
        var asset = Asset.fiat("XXX", exponent);
        var unit = BigDecimal.ONE.movePointLeft(exponent);
        var down = Money.rounded(amount, asset, RoundingMode.DOWN).decimal();
        var up = Money.rounded(amount, asset, RoundingMode.UP).decimal();
        assertThat(down).isLessThanOrEqualTo(amount);
        assertThat(up).isGreaterThanOrEqualTo(amount);
        assertThat(up.subtract(down)).isLessThanOrEqualTo(unit);
    }

    @Property
    void a_sign_is_one_of_three(@ForAll BigInteger units) {
        var money = new Money(units, Asset.fiat("XXX", 2));
        assertThat(new boolean[] {money.isNegative(), money.isZero(), money.isPositive()})
                .containsExactly(units.signum() < 0, units.signum() == 0, units.signum() > 0);
    }

    @Example
    void trailing_zeros_are_no_decimals() {
        assertThat(Money.fits(new BigDecimal("1.500"), Asset.fiat("XXX", 1))).isTrue();
        assertThat(Money.fits(new BigDecimal("1.51"), Asset.fiat("XXX", 1))).isFalse();
        assertThat(Money.fits(new BigDecimal("0.000"), Asset.fiat("XXX", 0))).isTrue();
        assertThat(Money.fits(new BigDecimal("1E+3"), Asset.fiat("XXX", 0))).isTrue();
    }

    @Example
    void whole_amounts_are_written_without_exponent() {
        assertThat(new Money(BigInteger.valueOf(5_000_000), Asset.fiat("IDR", 2)))
                .hasToString("50000 IDR");
        assertThat(new Money(BigInteger.valueOf(25), Asset.fiat("EUR", 2))).hasToString("0.25 EUR");
        assertThat(Money.zero(Asset.fiat("EUR", 2)).decimal()).isEqualTo(BigDecimal.ZERO);
    }

    @Example
    void two_assets_never_mix() {
        var euro = Money.zero(Asset.fiat("EUR", 2));
        for (var other : new Asset[] {Asset.fiat("USD", 2), Asset.fiat("EUR", 3), Asset.crypto("EUR", 2)}) {
            assertThatThrownBy(() -> euro.plus(Money.zero(other))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> euro.minus(Money.zero(other))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> euro.compareTo(Money.zero(other))).isInstanceOf(IllegalStateException.class);
        }
    }

    @Example
    void an_asset_has_none_to_eighteen_decimals() {
        assertThatIllegalArgumentException().isThrownBy(() -> Asset.fiat("XXX", -1));
        assertThatIllegalArgumentException().isThrownBy(() -> Asset.crypto("coin", 19));
    }
}
