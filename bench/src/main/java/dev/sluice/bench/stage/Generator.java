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

/// Runs the load generator as a process of its own.
public final class Generator {
    private final Children children;
    private final Path dir;
    private @Nullable Running running;

    public Generator(Children children, Path dir) {
        this.children = children;
        this.dir = dir;
    }

    /// Is told when the measured time begins and when it ends.
    public interface Watch {
        /// Looks at nothing.
        Watch NONE = new Watch() {
            @Override
            public void begin() {}

            @Override
            public void end() {}
        };

        void begin();

        void end();
    }

    /// @throws IOException where the generator failed, or the service refused anything
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

    /// Opens so many ports of its process for webhooks, in place of those before.
    public synchronized List<Integer> receive(int ports) throws IOException {
        return Received.parse(running().order(Load.RECEIVE + ports, Watch.NONE)).ports();
    }

    /// What has arrived at these.
    public synchronized Received received() throws IOException {
        return Received.parse(running().order(Load.TELL, Watch.NONE));
    }

    /// Its process.
    public synchronized long pid() throws IOException {
        return running().process.pid();
    }

    private Running running() throws IOException {
        if (running == null || !running.process.isAlive()) {
            running = new Running(children.start(Jvm.small(Load.class).redirectError(ProcessBuilder.Redirect.INHERIT)));
        }
        return running;
    }

    /// The process that carries out one order after another.
    private static final class Running {
        private final Process process;
        private final BufferedReader said;

        Running(Process process) {
            this.process = process;
            this.said = process.inputReader(StandardCharsets.UTF_8);
        }

        String order(String order, Watch watch) throws IOException {
            var orders = process.outputWriter(StandardCharsets.UTF_8);
            orders.write(order);
            orders.newLine();
            orders.flush();
            return firstLine(said, watch);
        }
    }

    /// Times single reads, and gives the median of each kind in microseconds.
    public Map<String, Double> probe(ProbePlan plan) throws IOException {
        var file = privateFile();
        try {
            plan.write(file);
            return Probe.parse(line(Jvm.small(Probe.class, file.toString()), Watch.NONE));
        } finally {
            Files.delete(file);
        }
    }

    /// Runs a process that says when its measured time begins and ends, and gives what it says beside that, a line.
    public String line(ProcessBuilder builder, Watch watch) throws IOException {
        var process = children.start(builder.redirectError(ProcessBuilder.Redirect.INHERIT));
        try (var said = process.inputReader(StandardCharsets.UTF_8)) {
            return firstLine(said, watch);
        } finally {
            process.destroy();
        }
    }

    /// The first line that does not tell of the measured time.
    private static String firstLine(BufferedReader said, Watch watch) throws IOException {
        for (var line = said.readLine(); line != null; line = said.readLine()) {
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
