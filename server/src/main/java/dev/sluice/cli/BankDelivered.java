package dev.sluice.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/// `bank delivered`: the end of an upload by hand.
@Command(
        name = "delivered",
        description = "Say that you have uploaded a file that was taken.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./sluice bank delivered MAGM6QYHV4GZ7PHCKHVQ4LYWGTM"})
final class BankDelivered implements Callable<Integer> {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "MsgId or name of the file.")
    private String file = "";

    @CommandLine.Mixin
    private BankBy by = new BankBy();

    BankDelivered(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var shown = BankCommands.find(accounts, file);
            by.person(accounts, program).audited("bank/delivered", shown.msgId(), Map.of(), () -> {
                accounts.outgoing().delivered(shown.msgId());
                return true;
            });
            BankCommands.print(spec, "the file " + shown.msgId() + " is delivered");
            return 0;
        }
    }
}
