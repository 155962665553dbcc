package dev.sluice.money;

import java.math.BigInteger;
import java.util.function.Predicate;

/// The search for the smallest amount that is enough for something.
public final class Smallest {
    /// Beyond any amount that a request can name (forty digits and thirty zeros), at any price and in any unit: a
    /// search that comes this far would never end.
    private static final int BITS_MAX = 512;

    private Smallest() {}

    /// The smallest number from 1 on that is enough, where every larger one is enough too: found by doubling and
    /// halving.
    ///
    /// @throws IllegalStateException where no number is enough, as of a fee that takes all
    public static BigInteger that(Predicate<BigInteger> isEnough) {
        var enough = BigInteger.ONE;
        while (!isEnough.test(enough)) {
            if (enough.bitLength() > BITS_MAX) {
                throw new IllegalStateException("nothing up to 2^" + BITS_MAX + " is enough");
            }
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
