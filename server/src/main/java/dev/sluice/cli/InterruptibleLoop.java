package dev.sluice.cli;

import java.util.concurrent.CountDownLatch;

/// Work that runs until it is interrupted, by Ctrl-C or otherwise, and ends in its own way.
final class InterruptibleLoop {
    private InterruptibleLoop() {}

    /// Runs the work; returns after the interruption, or throws the exception of the work.
    static void run(Work work) throws Exception {
        var worker = Thread.currentThread();
        var ended = new CountDownLatch(1);
        var hook = new Thread(() -> stop(worker, ended), "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            work.run();
        } finally {
            ended.countDown();
            removeHook(hook);
        }
    }

    /// Runs in the shutdown hook: the program waits for it. A stop that was asked for is no failure.
    private static void stop(Thread worker, CountDownLatch ended) {
        worker.interrupt();
        try {
            ended.await();
            Runtime.getRuntime().halt(0);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The program ends already, and the hook with it.
        }
    }

    /// Work that runs until it is interrupted.
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }
}
