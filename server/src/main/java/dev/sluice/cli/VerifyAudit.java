package dev.sluice.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `verify-audit`: the proof of the audit log.
@Command(
        name = "verify-audit",
        description = "Prove the audit log: no entry was changed, added or taken away since it was linked. Prints where"
                + " each chain ends.",
        mixinStandardHelpOptions = true)
final class VerifyAudit implements Callable<Integer> {
    private final Program program;

    @Option(
            names = "--pinned",
            paramLabel = "FILE",
            description = "What this command printed before: the chains still have to lead there.")
    private @Nullable Path pinned;

    VerifyAudit(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        return program.verifyAudit(pinned);
    }
}
