package dev.sluice.cli;

import dev.sluice.http.Timestamps;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// `bank decisions`: decisions that wait for a second person.
@Command(
        name = "decisions",
        description = "List the decisions that wait for a second person.",
        mixinStandardHelpOptions = true)
final class BankDecisionList implements Callable<Integer> {
    private static final int DECISIONS_MAX = 1_000;

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--account", paramLabel = "ID", description = "Only those of one account.")
    private @Nullable String account;

    BankDecisionList(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            if (account != null) {
                accounts.profile(account);
            }
            var table = new Table("DECISION", "ACCOUNT", "KIND", "SUBJECT", "VERDICT", "REQUESTED", "BY", "EVIDENCE");
            var waiting = accounts.decisions().waiting(account, DECISIONS_MAX);
            if (waiting.isEmpty()) {
                BankCommands.print(spec, "no decision waits");
                return 0;
            }
            waiting.forEach(decision -> table.row(
                    decision.id(),
                    decision.account(),
                    decision.kind().name().toLowerCase(Locale.ROOT),
                    decision.subject(),
                    decision.verdict(),
                    Timestamps.text(decision.requestedAt()),
                    PlainText.of(decision.requestedBy().name()),
                    PlainText.of(decision.request().evidence())));
            table.print(spec.commandLine().getOut());
            return 0;
        }
    }
}
