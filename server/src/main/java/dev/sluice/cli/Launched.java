package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// Command of a module that is not part of the service. The launcher starts it by itself; without the launcher, it
/// runs from the checkout in the current directory.
@Command
final class Launched implements Callable<Integer> {
    private static final Path LAUNCHER = Path.of("sluice");

    private final String name;

    @Unmatched
    private List<String> arguments = new ArrayList<>();

    private Launched(String name) {
        this.name = name;
    }

    static CommandLine command(String name, String description) {
        var command = new CommandLine(new Launched(name)).setCommandName(name);
        command.getCommandSpec().usageMessage().description(description);
        return command;
    }

    @Override
    public Integer call() throws Exception {
        if (!Files.isRegularFile(LAUNCHER) || !Files.isExecutable(LAUNCHER)) {
            throw new IOException("launcher not found: run this command from a checkout of Sluice");
        }
        var command = new ArrayList<>(List.of(LAUNCHER.toAbsolutePath().toString(), name));
        command.addAll(arguments);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
