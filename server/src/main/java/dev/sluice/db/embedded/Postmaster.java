package dev.sluice.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The server process according to its `postmaster.pid` (PostgreSQL's `utils/pidfile.h`).
///
/// @param status `starting`, `ready`, `stopping`, or empty while the file is being written
record Postmaster(long pid, int port, String status) {
    private static final int PID_LINE = 0;
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    /// Reads the PID file of a data directory; empty if there is none.
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

    /// Returns true if a process has this id: the server, or a later process with the same number.
    boolean alive() {
        return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /// Returns true if the live process is a server of this data directory. A server's working directory is its
    /// data directory. A zombie has none, and a process that merely reuses the number has another one.
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
