package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `bench`: how fast Sluice is on this machine. The launcher starts it by itself; without the launcher, from the
/// checkout that one stands in.
@Command(name = "bench", description = "Measure how fast Sluice is on this machine, beside pgbench.")
final class Bench implements Callable<Integer> {
    private static final Path LAUNCHER = Path.of("sluice");

    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        if (!Files.isRegularFile(LAUNCHER) || !Files.isExecutable(LAUNCHER)) {
            throw new IOException("there is no launcher here: run this from a checkout of Sluice");
        }
        var command = new ArrayList<>(List.of(LAUNCHER.toAbsolutePath().toString(), "bench"));
        command.addAll(arguments);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
