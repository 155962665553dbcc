package dev.sluice.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--by`: the person at the command line.
final class BankBy {
    @Option(
            names = "--by",
            paramLabel = "PERSON",
            description = "Your name, or your e-mail address as an operator. Default: the system's user name.")
    private @Nullable String by;

    BankPerson person(BankAccounts accounts, Program program) {
        return BankPerson.of(accounts, program, by);
    }
}
