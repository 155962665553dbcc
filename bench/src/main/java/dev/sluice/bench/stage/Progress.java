package dev.sluice.bench.stage;

import java.io.PrintStream;
import java.time.Duration;

/// Progress output of a run, each line with the elapsed time.
public final class Progress {
    private final PrintStream out;
    private final long start = System.nanoTime();

    public Progress(PrintStream out) {
        this.out = out;
    }

    public void say(String text) {
        var time = elapsed();
        out.printf("%3d:%02d  %s%n", time.toMinutes(), time.toSecondsPart(), text);
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
