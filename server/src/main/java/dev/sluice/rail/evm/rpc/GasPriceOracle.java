package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Fees that OP-stack networks (Base, OP Mainnet) charge for a transaction besides its gas: for its data on the first
/// layer, and for their operator (since Isthmus). The predeployed contract of this name returns them; other networks
/// have no code there, and charge none.
public final class GasPriceOracle {
    public static final String ADDRESS = "0x420000000000000000000000000000000000000F";

    private static final String L1_FEE = "0x49948e0e"; // getL1Fee(bytes)
    private static final String OPERATOR_FEE = "0x275aedd2"; // getOperatorFee(uint256)
    private static final BigInteger OFFSET = BigInteger.valueOf(32);
    private static final int WORD_BYTES = 32;
    private static final Duration ASKED_AGAIN_AFTER = Duration.ofHours(1);

    private final InstantSource time;
    private final AtomicReference<@Nullable Instant> absentUntil = new AtomicReference<>();
    private volatile boolean there;

    public GasPriceOracle(InstantSource time) {
        this.time = time;
    }

    /// Returns the fees for a transaction now, if it takes all its gas; zero if the network charges none.
    ///
    /// @param asking caller of the simulation; some nodes make it pay, so that it is an address with coins
    public BigInteger fee(Chain chain, String asking, Transaction transaction) {
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
        return answer(chain, asking, data).add(answer(chain, asking, OPERATOR_FEE + Hex.word(transaction.gasLimit())));
    }

    /// Zero if the contract reverts: an earlier version, or another contract on other networks, lacks the
    /// function.
    private static BigInteger answer(Chain chain, String asking, String data) {
        try {
            return Hex.number(chain.answer(asking, new Call(ADDRESS, BigInteger.ZERO, data)));
        } catch (RpcError no) {
            if (no.isRevert()) {
                return BigInteger.ZERO;
            }
            throw no;
        }
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
