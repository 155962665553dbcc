package dev.sluice.cli;

import dev.sluice.rail.iso20022.inbound.BankEntries;
import dev.sluice.rail.iso20022.inbound.StatementPage;
import java.util.Comparator;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// `bank list`: the bank accounts.
@Command(
        name = "list",
        description = "List the bank accounts, with the closing balance of the last statement.",
        mixinStandardHelpOptions = true)
final class BankList implements Callable<Integer> {
    private static final String NOTHING = "-";

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    BankList(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var entries = new BankEntries(accounts.vault());
            var table = new Table("ACCOUNT", "NUMBER", "CURRENCY", "BALANCE", "DAY", "RAIL");
            for (var profile : accounts.profiles()) {
                var last = accounts.database().read(handle -> entries.statements(handle, profile.id())).stream()
                        .filter(page -> !page.continues())
                        .max(Comparator.comparing(StatementPage::day));
                table.row(
                        profile.id(),
                        profile.account().number().number(),
                        profile.account().currency(),
                        last.map(page -> page.closing().decimal().toPlainString())
                                .orElse(NOTHING),
                        last.map(page -> page.day().toString()).orElse(NOTHING),
                        profile.rail());
            }
            table.print(spec.commandLine().getOut());
            return 0;
        }
    }
}
