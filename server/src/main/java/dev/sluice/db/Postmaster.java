package dev.sluice.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// A server process as its `postmaster.pid` tells it (PostgreSQL's `utils/pidfile.h`).
///
/// @param status `starting`, `ready`, `stopping`, or empty while the file is being written
record Postmaster(long pid, int port, String status) {
    private static final int PID_LINE = 0;
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    /// Reads the file of a data directory; empty when there is none.
    static Optional<Postmaster> read(Path data) throws IOException {
        try {
            var lines = Files.readAllLines(file(data));
            var pid = number(lines.isEmpty() ? "" : lines.get(PID_LINE));
            var port = number(lines.size() > PORT_LINE ? lines.get(PORT_LINE) : "");
            var status = lines.size() > STATUS_LINE ? lines.get(STATUS_LINE).strip() : "";
            return Optional.of(new Postmaster(pid, (int) port, status));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    static Path file(Path data) {
        return data.resolve("postmaster.pid");
    }

    boolean ready() {
        return status.equals("ready");
    }

    /// Whether any process has this id, be it the server or a later one that was given the same number.
    boolean alive() {
        return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /// Whether the living process is a server of this data directory. It always stands in it. A zombie stands
    /// nowhere, and neither does a process whose number was merely used before by a server.
    boolean serves(Path data) {
        if (!alive()) {
            return false;
        }
        if (Files.exists(Path.of("/proc/self/cwd"))) {
            try {
                return Files.isSameFile(Path.of("/proc/" + pid + "/cwd"), data);
            } catch (NoSuchFileException e) {
                return false;
            } catch (IOException e) {
                return true;
            }
        }
        var command = ProcessHandle.of(pid).flatMap(process -> process.info().commandLine());
        return command.map(line -> line.contains("postgres")).orElse(true);
    }

    private static long number(String text) {
        return text.strip().matches("\\d{1,10}") ? Long.parseLong(text.strip()) : 0;
    }
}
