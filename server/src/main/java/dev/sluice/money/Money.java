package dev.sluice.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;

/// An exact amount in integer units of an asset. Adding different assets is a bug; excess decimals are refused, never
/// rounded silently.
public record Money(BigInteger units, Asset asset) implements Comparable<Money> {
    public Money {
        Objects.requireNonNull(units);
        Objects.requireNonNull(asset);
    }

    public static Money zero(Asset asset) {
        return new Money(BigInteger.ZERO, asset);
    }

    /// Returns one unit, the smallest amount of an asset.
    public static Money smallest(Asset asset) {
        return new Money(BigInteger.ONE, asset);
    }

    /// Returns the exact amount of a decimal.
    ///
    /// @throws ArithmeticException if the decimal has more decimals than the asset
    public static Money exactly(BigDecimal amount, Asset asset) {
        return rounded(amount, asset, RoundingMode.UNNECESSARY);
    }

    /// Returns the amount of a decimal, rounded by the given mode.
    public static Money rounded(BigDecimal amount, Asset asset, RoundingMode mode) {
        return new Money(amount.setScale(asset.exponent(), mode).unscaledValue(), asset);
    }

    /// Returns true if an amount has at most the decimals of the asset; trailing zeros do not count.
    public static boolean fits(BigDecimal amount, Asset asset) {
        return fits(amount, asset.exponent());
    }

    /// Returns true if an amount has at most the decimals of a payment method, which has at most those of the
    /// asset.
    public static boolean fits(BigDecimal amount, int decimals) {
        return amount.signum() == 0 || amount.stripTrailingZeros().scale() <= decimals;
    }

    /// Returns the error message for an amount with too many decimals, to follow the field's name.
    public static String decimalsRule(int decimals, String code) {
        return decimals == 0
                ? "must be a whole number in " + code + " by this payment method"
                : "must have at most " + decimals + " decimals in " + code + " by this payment method";
    }

    /// Returns true if a typed amount has at most the decimals of the asset, trailing zeros included: three
    /// decimals of a two-decimal currency may be a thousands separator.
    public static boolean isWrittenFor(BigDecimal typed, Asset asset) {
        return typed.scale() <= asset.exponent();
    }

    public Money plus(Money other) {
        return new Money(units.add(same(other).units), asset);
    }

    public Money minus(Money other) {
        return new Money(units.subtract(same(other).units), asset);
    }

    public boolean isNegative() {
        return units.signum() < 0;
    }

    public boolean isZero() {
        return units.signum() == 0;
    }

    public boolean isPositive() {
        return units.signum() > 0;
    }

    /// Returns the amount in major units, without trailing zeros: `50000`, `0.25`.
    public BigDecimal decimal() {
        var plain = new BigDecimal(units, asset.exponent()).stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0, RoundingMode.UNNECESSARY) : plain;
    }

    @Override
    public int compareTo(Money other) {
        return units.compareTo(same(other).units);
    }

    @Override
    public String toString() {
        return decimal().toPlainString() + " " + asset.code();
    }

    private Money same(Money other) {
        if (!asset.equals(other.asset)) {
            throw new IllegalStateException("cannot mix " + asset.code() + " and " + other.asset.code());
        }
        return other;
    }
}
