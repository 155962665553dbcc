package dev.sluice.rail.evm.rpc;

import java.math.BigInteger;
import java.util.Optional;

/// Fees offered per unit of gas (EIP-1559), in the coin's smallest unit: the tip for the block's producer, and the
/// maximum in total.
public record Fees(BigInteger tip, BigInteger max) {
    private static final BigInteger NINE = BigInteger.valueOf(9);
    private static final BigInteger SEVEN = BigInteger.valueOf(7);
    private static final int EIGHTHS_BITS = 3;

    /// Returns the fees to offer at a base fee of `base`. They suffice for six full blocks in a row, each of which
    /// raises the base fee by an eighth. Empty if the base fee alone exceeds the cap.
    public static Optional<Fees> at(BigInteger base, BigInteger tip, BigInteger cap) {
        if (base.compareTo(cap) > 0) {
            return Optional.empty();
        }
        var tipPaid = tip.min(cap.subtract(base));
        return Optional.of(new Fees(tipPaid, base.shiftLeft(1).add(tipPaid).min(cap)));
    }

    /// Returns the fees of a replacement transaction. Both are at least an eighth higher, which is more than any
    /// node requires for a replacement. Empty if the cap does not allow it.
    public Optional<Fees> raised(Fees wanted, BigInteger cap) {
        var more = new Fees(eighthMore(tip).max(wanted.tip), eighthMore(max).max(wanted.max));
        if (more.max.compareTo(cap) <= 0) {
            return Optional.of(new Fees(more.tip.min(more.max), more.max));
        }
        var least = new Fees(eighthMore(tip), eighthMore(max));
        return least.max.compareTo(cap) <= 0 && least.tip.compareTo(least.max) <= 0
                ? Optional.of(new Fees(least.tip, cap))
                : Optional.empty();
    }

    /// Returns a fee raised by an eighth, rounded up, and always higher than before.
    private static BigInteger eighthMore(BigInteger fee) {
        return fee.multiply(NINE).add(SEVEN).shiftRight(EIGHTHS_BITS).max(fee.add(BigInteger.ONE));
    }
}
