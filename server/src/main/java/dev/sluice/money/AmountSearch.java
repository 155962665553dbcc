package dev.sluice.money;

import java.math.BigInteger;
import java.util.function.Predicate;

/// Search for the smallest sufficient amount.
public final class AmountSearch {
    /// Upper bound of the search, beyond any amount in a request (forty digits and thirty zeros) at any price and
    /// in any unit: without it, an impossible search would never end.
    private static final int BITS_MAX = 512;

    private AmountSearch() {}

    /// Finds the smallest sufficient number from 1 on by doubling and bisection. Every number larger than a
    /// sufficient one must be sufficient as well.
    ///
    /// @throws IllegalStateException if no number suffices, as with a fee of 100 percent
    public static BigInteger smallest(Predicate<BigInteger> isEnough) {
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
