package dev.sluice.rail.evm;

import java.math.BigInteger;
import java.util.Optional;

/// What is offered for a unit of gas (EIP-1559), in the coin's smallest unit: a tip to whoever makes the block, and
/// the most that is paid in all.
record Fees(BigInteger tip, BigInteger max) {
    private static final BigInteger NINE = BigInteger.valueOf(9);
    private static final BigInteger SEVEN = BigInteger.valueOf(7);
    private static final int EIGHTHS_BITS = 3;

    /// What to offer while a block's gas costs `base`: enough for six full blocks in a row, each of which makes it
    /// an eighth dearer. Nothing while the base alone is above the cap.
    static Optional<Fees> at(BigInteger base, BigInteger tip, BigInteger cap) {
        if (base.compareTo(cap) > 0) {
            return Optional.empty();
        }
        var tipPaid = tip.min(cap.subtract(base));
        return Optional.of(new Fees(tipPaid, base.shiftLeft(1).add(tipPaid).min(cap)));
    }

    /// What to offer instead, for nodes to take it as a replacement: an eighth more of both at least, which is
    /// more than any of them asks for. Nothing where the cap does not allow it.
    Optional<Fees> raised(Fees wanted, BigInteger cap) {
        var more = new Fees(eighthMore(tip).max(wanted.tip), eighthMore(max).max(wanted.max));
        if (more.max.compareTo(cap) <= 0) {
            return Optional.of(new Fees(more.tip.min(more.max), more.max));
        }
        var least = new Fees(eighthMore(tip), eighthMore(max));
        return least.max.compareTo(cap) <= 0 && least.tip.compareTo(least.max) <= 0
                ? Optional.of(new Fees(least.tip, cap))
                : Optional.empty();
    }

    /// An eighth more, rounded up, and never the same.
    private static BigInteger eighthMore(BigInteger fee) {
        return fee.multiply(NINE).add(SEVEN).shiftRight(EIGHTHS_BITS).max(fee.add(BigInteger.ONE));
    }
}
