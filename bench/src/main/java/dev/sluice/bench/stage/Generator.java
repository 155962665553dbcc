package dev.sluice.bench.stage;

import dev.sluice.bench.load.Load;
import dev.sluice.bench.load.Plan;
import dev.sluice.bench.load.Probe;
import dev.sluice.bench.load.ProbePlan;
import dev.sluice.bench.load.Received;
import dev.sluice.bench.load.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the load generator as a separate process.
public final class Generator {
    private final Children children;
    private final Path dir;
    private @Nullable Running running;

    public Generator(Children children, Path dir) {
        this.children = children;
        this.dir = dir;
    }

    /// Receives the beginning and end of the measured time.
    public interface Watch {
        /// Does nothing.
        Watch NONE = new Watch() {
            @Override
            public void begin() {}

            @Override
            public void end() {}
        };

        void begin();

        void end();
    }

    /// @throws IOException if the generator failed, or the service refused any request
    public synchronized Result run(Plan plan, Watch watch) throws IOException {
        var file = privateFile();
        try {
            plan.write(file);
            var result = Result.parse(running().order(file.toString(), watch));
            if (!result.failed().isEmpty()) {
                throw new IOException("the service refused some requests, by status: " + result.failed());
            }
            return result;
        } finally {
            Files.delete(file);
        }
    }

    /// Opens webhook ports in the generator's process, replacing earlier ones.
    public synchronized List<Integer> receive(int ports) throws IOException {
        return Received.parse(running().order(Load.RECEIVE + ports, Watch.NONE)).ports();
    }

    /// Returns the statistics of these ports.
    public synchronized Received received() throws IOException {
        return Received.parse(running().order(Load.TELL, Watch.NONE));
    }

    /// Returns the process id.
    public synchronized long pid() throws IOException {
        return running().process.pid();
    }

    private Running running() throws IOException {
        if (running == null || !running.process.isAlive()) {
            running = new Running(children.start(Jvm.small(Load.class).redirectError(ProcessBuilder.Redirect.INHERIT)));
        }
        return running;
    }

    /// The process, which executes one order after another.
    private static final class Running {
        private final Process process;
        private final BufferedReader output;

        Running(Process process) {
            this.process = process;
            this.output = process.inputReader(StandardCharsets.UTF_8);
        }

        String order(String order, Watch watch) throws IOException {
            var orders = process.outputWriter(StandardCharsets.UTF_8);
            orders.write(order);
            orders.newLine();
            orders.flush();
            return firstLine(output, watch);
        }
    }

    /// Times single reads, and returns the median of each kind in microseconds.
    public Map<String, Double> probe(ProbePlan plan) throws IOException {
        var file = privateFile();
        try {
            plan.write(file);
            return Probe.parse(line(Jvm.small(Probe.class, file.toString()), Watch.NONE));
        } finally {
            Files.delete(file);
        }
    }

    /// Runs a process that reports the beginning and end of its measured time, and returns its other line of
    /// output.
    public String line(ProcessBuilder builder, Watch watch) throws IOException {
        var process = children.start(builder.redirectError(ProcessBuilder.Redirect.INHERIT));
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            return firstLine(output, watch);
        } finally {
            process.destroy();
        }
    }

    /// Returns the first line that is no report of the measured time.
    private static String firstLine(BufferedReader output, Watch watch) throws IOException {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            switch (line) {
                case Load.BEGINS -> watch.begin();
                case Load.ENDS -> watch.end();
                default -> {
                    return line;
                }
            }
        }
        throw new IOException("a process of the bench failed");
    }

    private Path privateFile() throws IOException {
        return Files.createTempFile(
                dir,
                "plan",
                ".json",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
}
