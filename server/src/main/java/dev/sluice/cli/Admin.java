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
        description = "Manage organizations, users, API clients, keys, switches and rates.",
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
            description = "Reason, for the audit log of the organization.")
    private String reason = "";

    private Admin() {}

    static CommandLine commandLine(Program program) {
        var admin = new Admin();
        AdminRunner database = work -> AdminServices.open(program, admin.reason(), work);
        return new CommandLine(admin)
                .addSubcommand("audit", new AdminAudit(program, admin::reason))
                .addSubcommand("organization", new AdminOrganization(database), "org")
                .addSubcommand("user", new AdminUser(database))
                .addSubcommand("ownership", new AdminOwnership(database))
                .addSubcommand("client", new AdminClient(database))
                .addSubcommand("key", new AdminKey(database))
                .addSubcommand("switch", new AdminSwitch(database))
                .addSubcommand("balance", new AdminBalance(database))
                .addSubcommand("rate", new AdminRate(database))
                .addSubcommand("vault", new AdminVault(database));
    }

    private String reason() {
        var text = reason.strip();
        if (text.length() > AuditEntries.REASON_LENGTH_MAX) {
            throw new IllegalArgumentException("--reason: at most " + AuditEntries.REASON_LENGTH_MAX + " characters");
        }
        return text;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return USAGE;
    }
}
