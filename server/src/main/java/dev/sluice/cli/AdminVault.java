package dev.sluice.cli;

import dev.sluice.cli.AuditEntries.What;
import dev.sluice.http.Timestamps;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// `admin vault`: the data keys, which seal secrets and personal data at rest.
@Command(
        name = "vault",
        description = "Data keys (encryption of secrets and personal data at rest).",
        mixinStandardHelpOptions = true)
final class AdminVault {
    private final AdminRunner database;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminVault(AdminRunner database) {
        this.database = database;
    }

    @Command(
            description = "Print the number of data keys and the age of the current one.",
            mixinStandardHelpOptions = true)
    int list() throws Exception {
        return database.open(this::print);
    }

    @Command(
            description = "Rotate the data key: a new key takes over in one hour, before the current key's week ends.",
            mixinStandardHelpOptions = true)
    int rotate() throws Exception {
        return database.open(services -> {
            var session = services.session();
            var noting = services.noting(new What("admin/vault/rotate", null, Map.of()));
            if (!session.vault().rotate(session.database(), session.clocks().realInstant(), noting)) {
                throw new IllegalArgumentException(
                        "a rotation is already pending: the next data key takes over within the hour");
            }
            print(services);
        });
    }

    private void print(AdminServices services) {
        var status = services.session().vault().keyState(services.session().database());
        var table = new Table("KEYS", "CURRENT SINCE", "NEXT FROM");
        table.row(
                status.number(),
                status.since().map(Timestamps::text).orElse("-"),
                status.nextFrom().map(Timestamps::text).orElse("-"));
        table.print(spec.commandLine().getOut());
    }
}
