package dev.sluice.cli;

import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// `admin audit`: the seals of the audit log.
@Command(name = "audit", description = "MACs of the audit log.", mixinStandardHelpOptions = true)
final class AdminAudit {
    private static final int FAILED = 1;

    private final Program program;
    private final Supplier<String> reason;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminAudit(Program program, Supplier<String> reason) {
        this.program = program;
        this.reason = reason;
    }

    @Command(
            description = "Sign audit chains whose MACs were deleted, once, in their current state."
                    + " Check the output of verify-audit first.",
            mixinStandardHelpOptions = true)
    int seal() throws Exception {
        try (var session = program.adminSession()) {
            var sealing =
                    AdminServices.over(session, reason.get()).auditEntries().seal();
            var out = spec.commandLine().getOut();
            out.println(sealing.ends().size() + " chains are signed, "
                    + sealing.faults().size() + " faults");
            sealing.faults().forEach(fault -> out.println("  " + fault));
            sealing.ends().forEach(end -> out.println(end.line()));
            return sealing.faults().isEmpty() ? 0 : FAILED;
        }
    }
}
