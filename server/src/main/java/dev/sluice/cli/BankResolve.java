package dev.sluice.cli;

import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bank resolve`: the end of an uncertain payout.
@Command(
        name = "resolve",
        description = {
            "End a payout whose outcome is uncertain, with the bank's statement as evidence.",
            "paid completes it; unpaid fails it, and the merchant gets the money back.",
            "Two people have to run this command. The exit code is 0 if the payout is resolved, 3 if the decision waits"
                    + " for the second person."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  ./sluice bank resolve 0199fa3e-… unpaid --evidence 'ticket 4711: the bank has no such payment'"
        })
final class BankResolve implements Callable<Integer> {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "PAYOUT", description = "Id or EndToEndId of the payout.")
    private String payout = "";

    @Parameters(paramLabel = "paid|unpaid", description = "What the bank says.")
    private Verdict verdict = Verdict.PAID;

    @Option(names = "--evidence", paramLabel = "TEXT", required = true, description = "The bank's answer or statement.")
    private String evidence = "";

    @CommandLine.Mixin
    private BankBy by = new BankBy();

    BankResolve(Program program) {
        this.program = program;
    }

    private enum Verdict {
        PAID,
        UNPAID
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var found = accounts.outgoing().payout(payout);
            var id = found.payout().toString();
            var word = verdict.name().toLowerCase(Locale.ROOT);
            var request = new DecisionRequest(DecisionKind.RESOLVE_PAYOUT, found.account(), id, word, evidence);
            var person = by.person(accounts, program);
            return person.audited(
                    "bank/resolve",
                    id,
                    Map.of("verdict", word, "evidence", evidence),
                    () -> BankCommands.print(spec, accounts.decisions().requestOrConfirm(request, person.person())));
        }
    }
}
