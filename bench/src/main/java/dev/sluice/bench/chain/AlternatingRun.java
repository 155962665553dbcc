package dev.sluice.bench.chain;

import dev.sluice.bench.stage.Cpu;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.OptionalLong;

/// Alternates between the rail and a baseline client, so that the machine's other load affects both equally.
final class AlternatingRun {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Plan plan;
    private final Turn rail;
    private final Turn bare;

    AlternatingRun(Plan plan, Turn rail, Turn bare) {
        this.plan = plan;
        this.rail = rail;
        this.bare = bare;
    }

    /// Parameters of the measurement.
    ///
    /// @param node URL of the JSON-RPC endpoint
    /// @param warmup time that the rail works before anything counts
    /// @param measured time that it works in a round
    /// @param postmaster process id of PostgreSQL, if its cost is to be included
    record Plan(URI node, Duration warmup, Duration measured, OptionalLong postmaster) {}

    /// Does a part of the work, and returns its amount. Time counts only while the turn runs the watch.
    @FunctionalInterface
    interface Turn {
        long take(Watch watch) throws Exception;
    }

    /// Work to time.
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /// Verifies the results so far.
    @FunctionalInterface
    interface Proof {
        void give() throws Exception;
    }

    /// Warms up, then for each input line measures and verifies a round, and prints [Driven] as a line of JSON.
    void serve(BufferedReader orders, PrintStream output, Proof proof) throws Exception {
        round(plan.warmup());
        while (orders.readLine() != null) {
            var driven = round(plan.measured());
            proof.give();
            output.println(driven.json());
        }
    }

    /// Alternates until the rail has worked for this time.
    private Driven round(Duration time) throws Exception {
        var ours = new Tally(plan, rail);
        var theirs = new Tally(plan, bare);
        do {
            theirs.take();
            ours.take();
        } while (ours.watch.nanos < time.toNanos());
        return new Driven(ours.part(), theirs.part());
    }

    /// Total of one of the two clients.
    private static final class Tally {
        private final Turn turn;
        private final Watch watch;
        private long items;

        Tally(Plan plan, Turn turn) {
            this.turn = turn;
            this.watch = new Watch(plan.postmaster());
        }

        void take() throws Exception {
            items += turn.take(watch);
        }

        Driven.Part part() {
            return new Driven.Part(items, watch.nanos / NANOS_PER_SECOND, watch.service, watch.database);
        }
    }

    /// Adds up time and the CPU cost of this process and PostgreSQL.
    static final class Watch {
        private final OptionalLong postmaster;
        private long nanos;
        private double service;
        private double database;

        private Watch(OptionalLong postmaster) {
            this.postmaster = postmaster;
        }

        void time(Work work) throws Exception {
            double databaseBefore = database();
            double serviceBefore = service();
            long from = System.nanoTime();
            work.run();
            nanos += System.nanoTime() - from;
            service += service() - serviceBefore;
            database += database() - databaseBefore;
        }

        private static double service() {
            return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                            .getProcessCpuTime()
                    / NANOS_PER_SECOND;
        }

        private double database() {
            return postmaster.isPresent() ? Cpu.secondsOfTree(postmaster.getAsLong()) : Double.NaN;
        }
    }
}
