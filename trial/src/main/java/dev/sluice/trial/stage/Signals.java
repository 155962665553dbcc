package dev.sluice.trial.stage;

import java.io.IOException;

/// Signals to processes, as `kill` sends them.
public final class Signals {
    private Signals() {}

    public static void send(String name, long pid) throws IOException {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .inheritIO()
                .start();
        if (kill.onExit().join().exitValue() != 0) {
            throw new IOException("no signal " + name + " to process " + pid);
        }
    }
}
