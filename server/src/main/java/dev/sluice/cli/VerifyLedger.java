package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `verify-ledger`: the proof of the books.
@Command(
        name = "verify-ledger",
        description = "Verify the ledger: every asset sums to zero, every balance equals its journal.",
        mixinStandardHelpOptions = true)
final class VerifyLedger implements Callable<Integer> {
    private final Program program;

    VerifyLedger(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        return program.verifyLedger();
    }
}
