package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `test`: the whole continuous integration, in the checkout of the current directory.
@Command(
        name = "test",
        description = "Run all checks and tests of continuous integration.",
        mixinStandardHelpOptions = true)
final class Test implements Callable<Integer> {
    private static final Path SCRIPT = Path.of(".ci", "run");

    @Override
    public Integer call() throws Exception {
        if (!Files.isExecutable(SCRIPT)) {
            throw new IOException(SCRIPT + " not found: run this command from a checkout of Sluice");
        }
        return new ProcessBuilder(SCRIPT.toString()).inheritIO().start().waitFor();
    }
}
