package dev.sluice.rail.evm.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.RailHealth;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.rpc.Chain.Block;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// A network with responsive but stalled endpoints fails at no request, so an alert must report it.
class StalledHeadTest {
    private static final Instant START = Instant.parse("2026-11-27T08:00:00Z");
    private static final Duration SLOW_BLOCKS = Duration.ofSeconds(60);

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final RailHealth health = new RailHealth(now::get);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final StalledHead quick = standstill("quick", Duration.ofSeconds(2));

    @Test
    void a_newest_block_that_is_old_is_told_every_ten_minutes_until_there_is_a_newer_one() {
        quick.record(block(1, START));
        at(10);
        quick.record(block(1, START));
        assertThat(failures()).isZero();
        at(11);
        quick.record(block(1, START));
        quick.record(block(1, START));
        assertThat(failures()).isEqualTo(1);
        assertThat(health.of(EvmRail.NAME).failure()).isEqualTo("quick: the newest block 1 is 11 minutes old");
        at(20);
        quick.record(block(1, START));
        assertThat(failures()).isEqualTo(1);
        at(21);
        quick.record(block(1, START));
        assertThat(failures()).isEqualTo(2);
        quick.record(block(2, START.plus(Duration.ofMinutes(21))));
        at(32);
        quick.record(block(2, START.plus(Duration.ofMinutes(21))));
        assertThat(failures()).as("told at once when it stands still again").isEqualTo(3);
    }

    @Test
    void a_network_whose_blocks_take_long_may_be_quiet_longer() {
        var slow = standstill("slow", SLOW_BLOCKS);
        at(50);
        slow.record(block(1, START));
        assertThat(failures()).isZero();
        at(51);
        slow.record(block(1, START));
        assertThat(failures()).isEqualTo(1);
    }

    @Test
    void the_age_is_that_of_the_last_question() {
        assertThat(age()).isNaN();
        at(3);
        quick.record(block(1, START));
        at(90);
        assertThat(age()).isEqualTo(180);
        quick.record(block(9, START.plus(Duration.ofMinutes(91))));
        assertThat(age()).as("a block from a clock that is ahead").isZero();
    }

    private StalledHead standstill(String name, Duration blockTime) {
        var network = new EvmNetwork(name, 1, EvmWorld.COIN, 3, blockTime);
        return new StalledHead(network, now::get, health.line(EvmRail.NAME, name), meters);
    }

    private void at(long minutes) {
        now.set(START.plus(Duration.ofMinutes(minutes)));
    }

    private static Block block(long number, Instant time) {
        return new Block(number, "0x" + number, time, BigInteger.ZERO);
    }

    private long failures() {
        return health.of(EvmRail.NAME).failures();
    }

    private double age() {
        return meters.get("sluice.evm.head.age").tag("network", "quick").gauge().value();
    }
}
