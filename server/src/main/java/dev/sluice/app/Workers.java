package dev.sluice.app;

import dev.sluice.node.Nodes;
import dev.sluice.node.WorkerReport;
import dev.sluice.rail.RailHealth;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The background workers of a node. Each repeats its step at once while there is more to do, and after its pause
/// otherwise. Between two steps it yields to requests under load. A step that fails is logged and retried.
final class Workers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration GLANCE = Duration.ofMillis(5);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    /// Maximum time per step for which a worker yields to waiting requests.
    private static final Duration WAY_GIVEN = Duration.ofMillis(50);

    private final InstantSource clock;
    private final BooleanSupplier pressed;
    private final Map<String, WorkerReport> reports = new ConcurrentHashMap<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    /// @param pressed true while many requests wait
    Workers(InstantSource clock, BooleanSupplier pressed) {
        this.clock = clock;
        this.pressed = pressed;
    }

    private record Worker(String name, Duration pause, BooleanSupplier step) {}

    /// Adds a worker.
    ///
    /// @param step does what is due; returns true if there may be more
    void every(String name, Duration pause, BooleanSupplier step) {
        workers.add(new Worker(name, pause, step));
    }

    /// Returns the reports of all workers.
    List<WorkerReport> reports() {
        return workers.stream()
                .map(worker -> reports.getOrDefault(worker.name(), new WorkerReport(worker.name())))
                .toList();
    }

    /// Returns the deployment's nodes, to which this one reports the state of its workers and rails.
    Nodes nodes(Infrastructure infrastructure, RailHealth health) {
        var version = Workers.class.getPackage().getImplementationVersion();
        return new Nodes(
                infrastructure.database(),
                infrastructure.vault(),
                infrastructure.clocks(),
                version == null ? "" : version,
                this::reports,
                health);
    }

    /// Returns the workers' steps by name, for callers that run them directly.
    Map<String, BooleanSupplier> steps() {
        var steps = new LinkedHashMap<String, BooleanSupplier>();
        workers.forEach(worker -> steps.put(worker.name(), worker.step()));
        return steps;
    }

    void start() {
        workers.forEach(worker ->
                threads.add(Thread.ofVirtual().name("worker-" + worker.name()).start(() -> run(worker))));
    }

    /// Starts no further step, and waits for the steps in progress, up to a limit.
    @Override
    public void close() {
        running = false;
        try {
            for (var thread : threads) {
                thread.join(STOP_TIMEOUT);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Worker worker) {
        while (running) {
            var pause = worker.pause();
            note(worker, WorkerReport::begun);
            try {
                boolean more = worker.step().getAsBoolean();
                note(worker, WorkerReport::ran);
                if (more) {
                    giveWay();
                    continue;
                }
            } catch (Refused unavailable) {
                LOG.warn("worker {} is paused: {}", worker.name(), unavailable.text());
                note(worker, (report, now) -> report.failed(now, unavailable.text()));
                pause = AFTER_FAILURE;
            } catch (RuntimeException | Error failed) {
                LOG.error("worker {} failed and is retried", worker.name(), failed);
                note(worker, (report, now) -> report.failed(now, failed.toString()));
                pause = AFTER_FAILURE;
            }
            pause(pause);
        }
    }

    /// Yields to requests for a moment. The next step then has more work, which is cheaper than several small
    /// steps.
    private void giveWay() {
        long end = System.nanoTime() + WAY_GIVEN.toNanos();
        while (running && pressed.getAsBoolean() && System.nanoTime() < end) {
            pause(GLANCE);
        }
    }

    private void note(Worker worker, BiFunction<WorkerReport, Instant, WorkerReport> news) {
        var now = clock.instant();
        reports.compute(
                worker.name(), (name, before) -> news.apply(before == null ? new WorkerReport(name) : before, now));
    }

    private void pause(Duration pause) {
        var end = System.nanoTime() + pause.toNanos();
        try {
            while (running && System.nanoTime() < end) {
                Thread.sleep(Duration.ofMillis(Math.min(100, Math.max(1, (end - System.nanoTime()) / 1_000_000))));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
