package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// `admin`: what an operator does to the configured database, whether the service runs or not.
@Command(
        name = "admin",
        description = "Create and list organizations, users, API clients and keys; turn switches; set rates.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class Admin implements Callable<Integer> {
    private static final int USAGE = 2;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    private Admin() {}

    static CommandLine commandLine(Program program) {
        return new CommandLine(new Admin())
                .addSubcommand("audit", new AdminAudit(program))
                .addSubcommand("organization", new AdminOrganization(program), "org")
                .addSubcommand("user", new AdminUser(program))
                .addSubcommand("client", new AdminClient(program))
                .addSubcommand("key", new AdminKey(program))
                .addSubcommand("switch", new AdminSwitch(program))
                .addSubcommand("balance", new AdminBalance(program))
                .addSubcommand("rate", new AdminRate(program))
                .addSubcommand("vault", new AdminVault(program));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return USAGE;
    }
}
