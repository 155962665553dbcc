package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// `admin`: operators' commands on the configured database, with or without a running service.
@Command(
        name = "admin",
        description = "Create and list organizations, users, API clients and keys; turn switches; set rates.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class Admin implements Callable<Integer> {
    private static final int USAGE = 2;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            scope = ScopeType.INHERIT,
            description = "Why, for the audit log of whom it concerns.")
    private String reason = "";

    private Admin() {}

    static CommandLine commandLine(Program program) {
        var admin = new Admin();
        Office office = work -> Desk.open(program, admin.reason(), work);
        return new CommandLine(admin)
                .addSubcommand("audit", new AdminAudit(program, admin::reason))
                .addSubcommand("organization", new AdminOrganization(office), "org")
                .addSubcommand("user", new AdminUser(office))
                .addSubcommand("ownership", new AdminOwnership(office))
                .addSubcommand("client", new AdminClient(office))
                .addSubcommand("key", new AdminKey(office))
                .addSubcommand("switch", new AdminSwitch(office))
                .addSubcommand("balance", new AdminBalance(office))
                .addSubcommand("rate", new AdminRate(office))
                .addSubcommand("vault", new AdminVault(office));
    }

    private String reason() {
        var text = reason.strip();
        if (text.length() > Deeds.REASON_LENGTH_MAX) {
            throw new IllegalArgumentException("--reason: at most " + Deeds.REASON_LENGTH_MAX + " characters");
        }
        return text;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return USAGE;
    }
}
