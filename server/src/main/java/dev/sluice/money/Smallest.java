package dev.sluice.money;

import java.math.BigInteger;
import java.util.function.Predicate;

/// The search for the smallest amount that is enough for something.
public final class Smallest {
    private Smallest() {}

    /// The smallest number from 1 on that is enough, where every larger one is enough too: found by doubling and
    /// halving.
    public static BigInteger that(Predicate<BigInteger> isEnough) {
        var enough = BigInteger.ONE;
        while (!isEnough.test(enough)) {
            enough = enough.shiftLeft(1);
        }
        var less = enough.shiftRight(1);
        while (enough.subtract(less).compareTo(BigInteger.ONE) > 0) {
            var middle = enough.add(less).shiftRight(1);
            if (isEnough.test(middle)) {
                enough = middle;
            } else {
                less = middle;
            }
        }
        return enough;
    }
}
