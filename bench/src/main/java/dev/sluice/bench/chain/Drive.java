package dev.sluice.bench.chain;

import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A process that measures the rail and a baseline client in rounds. It lives through all rounds, so that only the
/// first one includes JIT compilation.
public final class Drive implements AutoCloseable {
    private static final String QUIET = "-Dsluice.log.level=WARN";

    private final Process process;
    private final Writer orders;
    private final BufferedReader output;

    private Drive(Process process) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /// Starts a process.
    ///
    /// @param program its main class
    /// @param first arguments before the common ones
    /// @param database database for this process alone
    public static Drive start(
            BenchEnvironment environment, Node node, Class<?> program, List<String> first, String database)
            throws IOException {
        var cluster = environment.cluster();
        var settings = environment.settings();
        var words = new ArrayList<>(first);
        words.addAll(List.of(
                cluster.jdbcUrl(database),
                cluster.user(),
                cluster.password(),
                node.url().toString(),
                Long.toString(settings.warmWindow()
                        .multipliedBy(settings.warmWindowsMin())
                        .toMillis()),
                Long.toString(settings.measured().toMillis())));
        cluster.postmaster().ifPresent(pid -> words.add(Long.toString(pid)));
        var options = new ArrayList<>(Jvm.AS_THE_SERVICE);
        options.add(QUIET);
        return new Drive(environment
                .children()
                .start(Jvm.command(options, program.getName(), words.toArray(String[]::new))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)));
    }

    /// Measures a round.
    public Driven round() throws IOException {
        orders.write("round\n");
        orders.flush();
        var line = output.readLine();
        if (line == null) {
            throw new IOException("a process of the bench failed");
        }
        return Driven.parse(line);
    }

    @Override
    public void close() {
        process.destroy();
    }
}
