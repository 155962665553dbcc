package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `migrate`: the database changes of a start, without the start.
@Command(
        name = "migrate",
        description =
                "Bring the database up to date and stop, for nodes whose role may not (SLUICE_DATABASE_OWNER_URL).",
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
