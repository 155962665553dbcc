package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.node.WorkerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Reports of a node about its workers. The clock is manual.
class WorkersTest {
    private static final Instant START = Instant.parse("2026-11-23T02:30:00Z");
    private static final long PATIENCE_SECONDS = 30;

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore mayEnd = new Semaphore(0);
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean fails = new AtomicBoolean();

    /// Blocks until the test lets it end.
    private boolean step() {
        if (!over.get()) {
            begun.release();
            mayEnd.acquireUninterruptibly();
        }
        if (fails.getAndSet(false)) {
            throw new IllegalStateException("no luck");
        }
        return true;
    }

    private void awaitStep() throws InterruptedException {
        assertThat(begun.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private Workers workers() {
        var workers = new Workers(now::get, () -> false);
        workers.every("patient", Duration.ZERO, this::step);
        return workers;
    }

    private static WorkerReport report(Workers workers) {
        return workers.reports().getFirst();
    }

    private void letGo() {
        over.set(true);
        mayEnd.release();
    }

    @Test
    void one_that_has_not_begun_neither_fails_nor_hangs() {
        try (var workers = workers()) {
            now.set(START.plus(Duration.ofDays(1)));
            assertThat(report(workers)).isEqualTo(new WorkerReport("patient"));
            assertThat(report(workers).isFailing()).isFalse();
            assertThat(report(workers).isSilent(now.get())).isFalse();
        }
    }

    @Test
    void a_step_that_does_not_end_for_minutes_is_seen_until_it_ends() throws Exception {
        try (var workers = workers()) {
            workers.start();
            awaitStep();
            now.set(START.plus(Duration.ofMinutes(4)));
            assertThat(report(workers).isSilent(now.get())).isFalse();
            now.set(START.plus(Duration.ofMinutes(6)));
            assertThat(report(workers).isSilent(now.get())).isTrue();
            assertThat(report(workers).begunAt()).isEqualTo(START);
            mayEnd.release();
            awaitStep();
            assertThat(report(workers).isSilent(now.get())).isFalse();
            assertThat(report(workers).ranAt()).isEqualTo(now.get());
            letGo();
        }
    }

    /// The next step may hang after that.
    @Test
    void a_step_that_failed_is_seen_until_one_ends_well() throws Exception {
        try (var workers = workers()) {
            workers.start();
            awaitStep();
            fails.set(true);
            mayEnd.release();
            awaitStep();
            assertThat(report(workers).isFailing()).isTrue();
            assertThat(report(workers).failure()).contains("no luck");
            now.set(START.plus(Duration.ofMinutes(6)));
            assertThat(report(workers).isSilent(now.get())).isTrue();
            mayEnd.release();
            awaitStep();
            assertThat(report(workers).isFailing()).isFalse();
            letGo();
        }
    }
}
