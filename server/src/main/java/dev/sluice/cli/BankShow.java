package dev.sluice.cli;

import dev.sluice.http.Json;
import dev.sluice.http.JsonLayout;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bank show`: an outgoing file.
@Command(
        name = "show",
        description = "Show an outgoing file: its hash, payouts, attempts, statuses and decisions.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./sluice bank show MAGM6QYHV4GZ7PHCKHVQ4LYWGTM --json"})
final class BankShow implements Callable<Integer> {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "MsgId or name of the file.")
    private String file = "";

    @ArgGroup(exclusive = true)
    private Form form = new Form();

    BankShow(Program program) {
        this.program = program;
    }

    /// The form of the output.
    static final class Form {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Option(names = "--content", description = "Print the bytes of the file and nothing else.")
        private boolean content;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var shown = BankCommands.find(accounts, file);
            var out = spec.commandLine().getOut();
            if (form.content) {
                out.print(new String(accounts.outgoing().content(shown.msgId()), StandardCharsets.UTF_8));
            } else {
                var decisions = accounts.decisions().about(shown.account(), shown.msgId());
                if (form.json) {
                    var json = BankShownJson.of(shown, decisions);
                    out.println(JsonLayout.pretty(new String(Json.bytes(json), StandardCharsets.UTF_8)));
                } else {
                    BankShownTable.print(shown, decisions, out);
                }
            }
            out.flush();
            return 0;
        }
    }
}
