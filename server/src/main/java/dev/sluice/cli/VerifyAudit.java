package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `verify-audit`: the proof of the audit log.
@Command(
        name = "verify-audit",
        description = "Prove the audit log: no entry was changed, added or taken away since it was linked.",
        mixinStandardHelpOptions = true)
final class VerifyAudit implements Callable<Integer> {
    private final Program program;

    VerifyAudit(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        return program.verifyAudit();
    }
}
