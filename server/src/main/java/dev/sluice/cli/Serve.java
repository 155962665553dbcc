package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `serve`: the service itself.
@Command(
        name = "serve",
        description = "Run the service. With no configuration it is a working sandbox.",
        mixinStandardHelpOptions = true)
final class Serve implements Callable<Integer> {
    private final Program program;

    Serve(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        return program.serve();
    }
}
