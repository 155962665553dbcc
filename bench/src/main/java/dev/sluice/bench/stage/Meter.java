package dev.sluice.bench.stage;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Measures the cost of PostgreSQL and other processes between a beginning and an end.
public final class Meter implements Generator.Watch {
    private static final Duration GLANCE = Duration.ofMillis(250);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Cluster cluster;
    private final OptionalLong postmaster;
    private final List<Long> services;
    private @Nullable Reading first;
    private @Nullable Cost cost;
    private volatile boolean running;
    private volatile double residentMax;

    Meter(Cluster cluster, OptionalLong postmaster, List<Long> services) {
        this.cluster = cluster;
        this.postmaster = postmaster;
        this.services = List.copyOf(services);
    }

    private record Reading(long nanos, double database, double service, double wal) {}

    @Override
    public void begin() {
        first = read();
        running = true;
        Thread.ofVirtual().name("meter").start(this::watchMemory);
    }

    @Override
    public void end() {
        running = false;
        lookAtMemory();
        var start = first;
        if (start == null) {
            throw new IllegalStateException("the meter was not started");
        }
        var last = read();
        cost = new Cost(
                (last.nanos - start.nanos) / NANOS_PER_SECOND,
                last.database - start.database,
                last.service - start.service,
                last.wal - start.wal,
                residentMax);
    }

    /// Returns a watch that also notifies another one.
    Generator.Watch with(Generator.Watch other) {
        return new Generator.Watch() {
            @Override
            public void begin() {
                other.begin();
                Meter.this.begin();
            }

            @Override
            public void end() {
                Meter.this.end();
                other.end();
            }
        };
    }

    /// Returns the measured cost; unknown if there was no beginning and end.
    public Cost cost() {
        return cost == null ? Cost.UNKNOWN : cost;
    }

    private Reading read() {
        return new Reading(
                System.nanoTime(),
                postmaster.isPresent() ? Cpu.secondsOfTree(postmaster.getAsLong()) : Double.NaN,
                services.stream().mapToDouble(Cpu::seconds).sum(),
                wal());
    }

    private double wal() {
        try {
            return cluster.walBytes();
        } catch (SQLException failed) {
            throw new IllegalStateException("PostgreSQL does not tell its position", failed);
        }
    }

    private void watchMemory() {
        while (running) {
            lookAtMemory();
            Pauses.pause(GLANCE);
        }
    }

    private void lookAtMemory() {
        residentMax = Math.max(
                residentMax,
                services.stream().mapToDouble(Cpu::residentMegabytes).sum());
    }
}
