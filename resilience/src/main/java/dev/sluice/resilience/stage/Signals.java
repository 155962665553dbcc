package dev.sluice.resilience.stage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Sends signals to processes with `kill`.
public final class Signals {
    private Signals() {}

    public static void send(String name, long pid) throws IOException {
        send(name, List.of(pid));
    }

    /// Signals all processes by one command.
    public static void send(String name, List<Long> pids) throws IOException {
        var command = new ArrayList<>(List.of("kill", "-" + name));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        var kill = new ProcessBuilder(command).inheritIO().start();
        if (kill.onExit().join().exitValue() != 0) {
            throw new IOException("no signal " + name + " to processes " + pids);
        }
    }
}
