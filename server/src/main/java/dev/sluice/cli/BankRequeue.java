package dev.sluice.cli;

import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bank requeue`: another file for payouts that the bank refused with their file.
@Command(
        name = "requeue",
        description = {
            "Send the payouts of a file again that the bank refused as a whole for our account.",
            "Two people have to run this command. The exit code is 0 if the payouts are queued again, 3 if the decision"
                    + " waits for the second person."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  ./sluice bank requeue MAGM6QYHV4GZ7PHCKHVQ4LYWGTM --evidence 'AM04; the account is funded now'"
        })
final class BankRequeue implements Callable<Integer> {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "MsgId or name of the file.")
    private String file = "";

    @Option(names = "--evidence", paramLabel = "TEXT", required = true, description = "Why the bank paid none of it.")
    private String evidence = "";

    @CommandLine.Mixin
    private BankBy by = new BankBy();

    BankRequeue(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var shown = BankCommands.find(accounts, file);
            var request = new DecisionRequest(
                    DecisionKind.REQUEUE_ORDERS, shown.account(), shown.msgId(), "requeue", evidence);
            var person = by.person(accounts, program);
            return person.audited(
                    "bank/requeue",
                    shown.msgId(),
                    Map.of("evidence", evidence),
                    () -> BankCommands.print(spec, accounts.decisions().requestOrConfirm(request, person.person())));
        }
    }
}
