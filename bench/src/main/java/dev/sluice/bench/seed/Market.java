package dev.sluice.bench.seed;

import dev.sluice.money.Money;
import dev.sluice.reference.PayoutMethod;
import java.math.BigInteger;
import java.util.random.RandomGenerator;

/// A payout currency: its share per hundred, and true if amounts are always whole.
enum Market {
    IDR(70, true),
    PHP(12, true),
    USD(10, false),
    EUR(8, false);

    private static final int HUNDRED = 100;
    /// Ratio of the largest amount to a bank's minimum.
    private static final BigInteger SPREAD = BigInteger.valueOf(2_000);
    /// The range is halved a random number of times below this limit, so that small amounts are common and large
    /// ones rare.
    private static final int HALVINGS = 9;

    private final int perHundred;
    private final boolean whole;

    Market(int perHundred, boolean whole) {
        this.perHundred = perHundred;
        this.whole = whole;
    }

    static Market any(RandomGenerator random) {
        int lot = random.nextInt(HUNDRED);
        for (var market : values()) {
            lot -= market.perHundred;
            if (lot < 0) {
                return market;
            }
        }
        return IDR;
    }

    /// Returns this market's share of a number, at least one.
    int share(int all) {
        return Math.max(1, all * perHundred / HUNDRED);
    }

    /// Returns an amount within a method's limits.
    Money amount(PayoutMethod method, RandomGenerator random) {
        long min = method.min().units().longValueExact();
        long range = largest(method).units().longValueExact() - min;
        long units = min + random.nextLong((range >> random.nextInt(HALVINGS)) + 1);
        if (whole || method.amountDecimals() == 0 || random.nextBoolean()) {
            long one = BigInteger.TEN.pow(method.min().asset().exponent()).longValueExact();
            units = Math.max(min, units - units % one);
        }
        return new Money(BigInteger.valueOf(units), method.min().asset());
    }

    /// Returns the largest amount for a method.
    static Money largest(PayoutMethod method) {
        var spread =
                new Money(method.min().units().multiply(SPREAD), method.min().asset());
        return spread.compareTo(method.max()) < 0 ? spread : method.max();
    }
}
