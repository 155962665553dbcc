package dev.sluice.bench.seed;

import dev.sluice.money.Money;
import dev.sluice.reference.PayoutMethod;
import java.math.BigInteger;
import java.util.random.RandomGenerator;

/// A currency that payouts are made in: how many of a hundred are, and whether amounts in it are always whole.
enum Market {
    IDR(70, true),
    PHP(12, true),
    USD(10, false),
    EUR(8, false);

    private static final int HUNDRED = 100;
    /// The largest amount, as a multiple of the smallest that a bank takes.
    private static final BigInteger SPREAD = BigInteger.valueOf(2_000);
    /// Small amounts are common and large ones rare: the range is halved up to so many times less one.
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

    /// How many of so many are of this market, but never none.
    int share(int all) {
        return Math.max(1, all * perHundred / HUNDRED);
    }

    /// An amount that a method takes.
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

    /// The largest amount that is paid by a method.
    static Money largest(PayoutMethod method) {
        var spread =
                new Money(method.min().units().multiply(SPREAD), method.min().asset());
        return spread.compareTo(method.max()) < 0 ? spread : method.max();
    }
}
