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

/// `bank void`: the end of a file that the bank does not have.
@Command(
        name = "void",
        description = {
            "Declare a file void that the bank does not have. Its payouts are sent in another file.",
            "A file that was never sent is void at once. For one that was taken or is doubtful, two people have to run"
                    + " this command.",
            "The exit code is 0 if the file is void, 3 if the decision waits for the second person."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  ./sluice bank void MAGM6QYHV4GZ7PHCKHVQ4LYWGTM --evidence 'not uploaded; the bank confirms'"
        })
final class BankVoid implements Callable<Integer> {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "MsgId or name of the file.")
    private String file = "";

    @Option(
            names = "--evidence",
            paramLabel = "TEXT",
            required = true,
            description = "Why the bank certainly does not have it.")
    private String evidence = "";

    @CommandLine.Mixin
    private BankBy by = new BankBy();

    BankVoid(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var shown = BankCommands.find(accounts, file);
            var person = by.person(accounts, program);
            var request = new DecisionRequest(DecisionKind.VOID_FILE, shown.account(), shown.msgId(), "void", evidence);
            return person.audited("bank/void", shown.msgId(), Map.of("evidence", evidence), () -> {
                var reason = person.person().name() + ": " + request.evidence();
                if (accounts.outgoing().voidUnsent(shown.msgId(), reason)) {
                    BankCommands.print(spec, "the file " + shown.msgId() + " is void; its payouts are queued again");
                    return 0;
                }
                return BankCommands.print(spec, accounts.decisions().requestOrConfirm(request, person.person()));
            });
        }
    }
}
