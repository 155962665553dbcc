package dev.sluice.cli;

import dev.sluice.http.Ids;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionPerson;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bank refuse`: the end of a decision that waits for a second person.
@Command(
        name = "refuse",
        description = "Refuse a decision of another person, or withdraw your own.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./sluice bank refuse 0199fa3e-… --evidence 'the bank did book it'"})
final class BankRefuse implements Callable<Integer> {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DECISION", description = "Id of the decision, as bank decisions lists it.")
    private String name = "";

    @Option(names = "--evidence", paramLabel = "TEXT", required = true, description = "Reason.")
    private String evidence = "";

    @CommandLine.Mixin
    private BankBy by = new BankBy();

    BankRefuse(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var id = Ids.parse(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no decision " + PlainText.of(name) + "; ./sluice bank decisions lists them"));
        try (var accounts = program.bankAccounts()) {
            var person = by.person(accounts, program);
            return person.audited(
                    "bank/refuse",
                    id.toString(),
                    Map.of("evidence", evidence),
                    () -> BankCommands.print(spec, ended(accounts, id, person.person())));
        }
    }

    private BankDecision ended(BankAccounts accounts, UUID id, DecisionPerson person) {
        boolean isOwn = accounts.decisions()
                .find(id)
                .filter(decision -> decision.requestedBy().isSameAs(person))
                .isPresent();
        return isOwn
                ? accounts.decisions().withdraw(id, person, evidence)
                : accounts.decisions().refuse(id, person, evidence);
    }
}
