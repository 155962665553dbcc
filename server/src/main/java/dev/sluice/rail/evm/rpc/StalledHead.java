package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.RailHealth;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.rpc.Chain.Block;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Age of a network's newest block according to its endpoints. An endpoint that answers without progress on its chain
/// raises no error: no deposit is seen and no payout becomes final, without any visible reason.
public final class StalledHead {
    private static final Logger LOG = LoggerFactory.getLogger(StalledHead.class);
    private static final String AGE = "sluice.evm.head.age";
    private static final Duration TOLD_EVERY = Duration.ofMinutes(10);

    private final EvmNetwork network;
    private final InstantSource time;
    private final RailHealth.Line line;
    private final AtomicReference<@Nullable Instant> told = new AtomicReference<>();
    private final AtomicReference<@Nullable Long> seconds = new AtomicReference<>();

    /// @param time of the real world, in which blocks are made
    public StalledHead(EvmNetwork network, InstantSource time, RailHealth.Line line, MeterRegistry meters) {
        this.network = network;
        this.time = time;
        this.line = line;
        Gauge.builder(AGE, seconds::get)
                .description("age of the latest block at its last query")
                .baseUnit("seconds")
                .tag("network", network.name())
                .strongReference(true)
                .register(meters);
    }

    /// Records a response to the query for the newest block.
    public void record(Block head) {
        var now = time.instant();
        var age = Duration.between(head.time(), now);
        seconds.set(Math.max(0, age.toSeconds()));
        var last = told.get();
        if (age.compareTo(network.oldAfter()) <= 0) {
            if (last != null && told.compareAndSet(last, null)) {
                LOG.info("{} produces blocks again: block {}", network.name(), head.number());
            }
        } else if ((last == null || !now.isBefore(last.plus(TOLD_EVERY))) && told.compareAndSet(last, now)) {
            LOG.warn(
                    "{} has stalled: its latest block {} is {} minutes old, so deposits are not detected and payouts"
                            + " do not become final",
                    network.name(),
                    head.number(),
                    age.toMinutes());
            line.failed("the newest block " + head.number() + " is " + age.toMinutes() + " minutes old");
        }
    }
}
