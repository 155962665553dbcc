package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.evm.EvmRail;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Minimum tip that a network's nodes have required within the last ten minutes. Nodes that refuse a transaction for
/// its tip do not always suggest a tip that they would accept.
public final class TipFloor {
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final InstantSource time;
    private final Runnable refused;
    private final AtomicReference<@Nullable CachedTip> asked = new AtomicReference<>();

    private record CachedTip(BigInteger tip, Instant until) {}

    /// @param refused counts each transaction that was refused for its tip
    public TipFloor(InstantSource time, Runnable refused) {
        this.time = time;
        this.refused = refused;
    }

    /// Alerts operators that the cap does not allow the tip that nodes require.
    public static void alert(Alerts alerts, String network) {
        alerts.raise(new Alert(
                EvmRail.NAME,
                network + "/tip",
                network + ": nodes require a tip above the gas price cap; raise SLUICE_EVM_"
                        + network.toUpperCase(Locale.ROOT).replace('-', '_') + "_MAX_FEE_GWEI"));
    }

    void raise(BigInteger tip) {
        refused.run();
        var until = time.instant().plus(KEPT);
        asked.updateAndGet(_ -> new CachedTip(tip.max(minimum()), until));
    }

    BigInteger minimum() {
        var now = asked.get();
        return now == null || now.until().isBefore(time.instant()) ? BigInteger.ZERO : now.tip();
    }
}
