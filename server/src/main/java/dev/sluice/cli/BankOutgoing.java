package dev.sluice.cli;

import dev.sluice.http.Timestamps;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// `bank files`: the files for the banks.
@Command(
        name = "files",
        description = "List the newest 100 files for the banks, with their delivery and the bank's status.",
        mixinStandardHelpOptions = true)
final class BankOutgoing implements Callable<Integer> {
    private static final int FILES_MAX = 100;

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--account", paramLabel = "ID", description = "Only those of one account.")
    private @Nullable String account;

    BankOutgoing(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            if (account != null) {
                accounts.profile(account);
            }
            var table =
                    new Table("FILE", "ACCOUNT", "KIND", "SEALED", "TRANSFERS", "SUM", "STATE", "ATTEMPTS", "STATUS");
            accounts.database()
                    .read(handle -> BankPayouts.files(handle, account, FILES_MAX))
                    .forEach(file -> table.row(
                            file.msgId(),
                            file.account(),
                            file.kind(),
                            Timestamps.text(file.sealedAt()),
                            file.transfers(),
                            file.sum() + " " + file.currency(),
                            file.state(),
                            file.attempts(),
                            file.status() == null ? "-" : PlainText.of(file.status())));
            table.print(spec.commandLine().getOut());
            return 0;
        }
    }
}
