package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `migrate`: the database changes of a start, without the start.
@Command(
        name = "migrate",
        description =
                "Migrate the database and exit, for nodes whose database role cannot (SLUICE_DATABASE_OWNER_URL).",
        mixinStandardHelpOptions = true)
final class Migrate implements Callable<Integer> {
    private final Program program;

    Migrate(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        return program.migrate();
    }
}
