package dev.sluice.rail.evm.deposit;

import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.rpc.RpcError;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Progress of the watch of a network: the number of final blocks that it is behind, and the time since it moved. A
/// watch that does not move sees no deposit, so operators get an alert for any reason.
public final class WatchProgress {
    private static final Logger LOG = LoggerFactory.getLogger(WatchProgress.class);
    private static final String NO_NEW_BLOCK = "no new block";
    private static final int MESSAGE_LENGTH_MAX = 140;

    private final EvmNetwork network;
    private final InstantSource time;
    private final Alerts alerts;
    private final Counter refusals;
    private final AtomicReference<@Nullable Long> lag = new AtomicReference<>();
    private final AtomicReference<@Nullable Long> age = new AtomicReference<>();
    private final AtomicReference<String> reason = new AtomicReference<>(NO_NEW_BLOCK);

    /// @param time of the real world, in which blocks are made
    public WatchProgress(EvmNetwork network, InstantSource time, Alerts alerts, MeterRegistry meters) {
        this.network = network;
        this.time = time;
        this.alerts = alerts;
        this.refusals = Counter.builder("sluice.evm.watch.refusals")
                .description("requests for blocks and events that every endpoint refused")
                .tag("network", network.name())
                .register(meters);
        Gauge.builder("sluice.evm.watch.lag.blocks", lag::get)
                .description("final blocks that are not yet scanned for deposits")
                .tag("network", network.name())
                .strongReference(true)
                .register(meters);
        Gauge.builder("sluice.evm.watch.age", age::get)
                .description("time since the last block was scanned for deposits")
                .baseUnit("seconds")
                .tag("network", network.name())
                .strongReference(true)
                .register(meters);
    }

    /// Records the progress of the watch.
    ///
    /// @param next the first block that was not scanned
    /// @param last the newest final block
    void at(long next, long last) {
        lag.set(Math.max(0, last - next + 1));
        reason.set(NO_NEW_BLOCK);
    }

    /// Records that no endpoint responded.
    void failed(RuntimeException failure) {
        if (failure instanceof RpcError) {
            refusals.increment();
        }
        reason.set(String.valueOf(failure.getMessage()));
    }

    /// Raises an alert if the watch has not moved for longer than blocks may take.
    void check(Instant movedAt) {
        var still = Duration.between(movedAt, time.instant());
        age.set(Math.max(0, still.toSeconds()));
        if (still.compareTo(network.oldAfter()) > 0) {
            var message = "%s: deposits are not detected, no block was scanned for %d minutes: %s"
                    .formatted(network.name(), still.toMinutes(), reason.get());
            LOG.warn("{}", message);
            alerts.raise(new Alert(
                    EvmRail.NAME,
                    network.name() + "/watch",
                    message.substring(0, Math.min(message.length(), MESSAGE_LENGTH_MAX))));
        }
    }
}
