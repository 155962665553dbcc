package dev.sluice.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `verify-audit`: the proof of the audit log.
@Command(
        name = "verify-audit",
        description = "Verify the audit log: no entry was changed, added or removed. Prints the last hash of each"
                + " chain.",
        mixinStandardHelpOptions = true)
final class VerifyAudit implements Callable<Integer> {
    private final Program program;

    @Option(
            names = "--pinned",
            paramLabel = "FILE",
            description = "Output of an earlier run: the chains must still contain its hashes.")
    private @Nullable Path pinned;

    VerifyAudit(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        return program.verifyAudit(pinned);
    }
}
