package dev.sluice.cli;

import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import java.time.LocalDate;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bank release`: payouts over a limit of the profile.
@Command(
        name = "release",
        description = {
            "Send payouts that wait because a limit of the profile is reached: one, or all of an account today.",
            "A payout over out.max-sum-per-file is alone in its file."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  ./sluice bank release 0199fa3e-… --evidence 'agreed with treasury'",
            "  ./sluice bank release --account eur-main --evidence 'salaries'"
        })
final class BankRelease implements Callable<Integer> {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @ArgGroup(exclusive = true, multiplicity = "1")
    private What what = new What();

    @Option(names = "--evidence", paramLabel = "TEXT", required = true, description = "Reason of the release.")
    private String evidence = "";

    @CommandLine.Mixin
    private BankBy by = new BankBy();

    BankRelease(Program program) {
        this.program = program;
    }

    /// A payout, or the payouts of an account.
    static final class What {
        @Parameters(paramLabel = "PAYOUT", description = "Id or EndToEndId of the payout.")
        private @Nullable String payout;

        @Option(
                names = "--account",
                paramLabel = "ID",
                description = "All payouts of this account that are over the limit of today (out.max-sum-per-day).")
        private @Nullable String account;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var request = request(accounts);
            var person = by.person(accounts, program);
            return person.audited(
                    "bank/release",
                    request.subject(),
                    Map.of("account", request.account(), "evidence", evidence),
                    () -> BankCommands.print(spec, accounts.decisions().request(request, person.person())));
        }
    }

    private DecisionRequest request(BankAccounts accounts) {
        if (what.payout != null) {
            var found = accounts.outgoing().payout(what.payout);
            return request(found.account(), found.payout().toString());
        }
        var profile = accounts.profile(String.valueOf(what.account));
        var today = LocalDate.ofInstant(
                accounts.clocks().instant(), profile.windows().zone());
        return request(profile.id(), today.toString());
    }

    private DecisionRequest request(String account, String subject) {
        return new DecisionRequest(DecisionKind.LIFT_LIMIT, account, subject, "release", evidence);
    }
}
