package dev.sluice.rail.evm;

import dev.sluice.rail.evm.Transaction.Call;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The fee that OP-stack networks (Base, OP Mainnet) charge for a transaction's data on the first layer, besides its
/// gas. Their predeployed contract of this name tells it; other networks have no code there, and charge none.
final class GasPriceOracle {
    static final String ADDRESS = "0x420000000000000000000000000000000000000F";

    private static final String L1_FEE = "0x49948e0e"; // getL1Fee(bytes)
    private static final BigInteger OFFSET = BigInteger.valueOf(32);
    private static final int WORD_BYTES = 32;
    private static final Duration ASKED_AGAIN_AFTER = Duration.ofHours(1);

    private final InstantSource time;
    private final AtomicReference<@Nullable Instant> absentUntil = new AtomicReference<>();
    private volatile boolean there;

    GasPriceOracle(InstantSource time) {
        this.time = time;
    }

    /// The fee for a transaction's data now; zero where the network charges none.
    ///
    /// @param asking some nodes have whoever asks pay for it in play, so that it is an address with coins
    BigInteger fee(Chain chain, String asking, Transaction transaction) {
        if (!isThere(chain)) {
            return BigInteger.ZERO;
        }
        var bytes = transaction.unsigned();
        var padding = Math.floorMod(-bytes.length, WORD_BYTES);
        var data = L1_FEE
                + Hex.word(OFFSET)
                + Hex.word(BigInteger.valueOf(bytes.length))
                + Hex.text(bytes).substring(2)
                + "00".repeat(padding);
        return Hex.number(chain.answer(asking, new Call(ADDRESS, BigInteger.ZERO, data)));
    }

    private boolean isThere(Chain chain) {
        if (there) {
            return true;
        }
        var absent = absentUntil.get();
        if (absent == null || !absent.isAfter(time.instant())) {
            there = chain.hasCode(ADDRESS);
            absentUntil.set(time.instant().plus(ASKED_AGAIN_AFTER));
        }
        return there;
    }
}
