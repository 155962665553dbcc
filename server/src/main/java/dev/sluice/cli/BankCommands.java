package dev.sluice.cli;

import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Shown;
import java.util.Arrays;
import picocli.CommandLine.Model.CommandSpec;

/// Steps that the commands about outgoing files share.
final class BankCommands {
    /// Exit code of a decision that waits for a second person.
    private static final int WAITS = 3;

    private BankCommands() {}

    /// @param file MsgId or name
    /// @throws IllegalArgumentException if there is none
    static Shown find(BankAccounts accounts, String file) {
        return accounts.outgoing()
                .find(file)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no file " + PlainText.of(file) + "; ./sluice bank files lists them"));
    }

    static void print(CommandSpec spec, String... lines) {
        var out = spec.commandLine().getOut();
        Arrays.stream(lines).map(PlainText::of).forEach(out::println);
        out.flush();
    }

    /// Prints a decision, and returns the exit code.
    static int print(CommandSpec spec, BankDecision decision) {
        var end = decision.state().end();
        var begin = "decision " + decision.id() + ": " + decision.verdict();
        if (end == null) {
            print(
                    spec,
                    begin + ", requested by " + decision.requestedBy().name()
                            + "; it waits for a second person, who runs the same command with another --by, or confirms"
                            + " it at the dashboard");
            return WAITS;
        }
        print(spec, begin + ", " + decision.state().stored() + " by " + end.by().name());
        return 0;
    }
}
