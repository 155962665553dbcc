package dev.sluice;

import dev.sluice.cli.Sluice;
import java.util.List;

/// Runs ordinary commands against a running sandbox, one after another in one process: the launcher records it, so that
/// later commands find their classes in an archive.
final class CommandTraining {
    private static final List<List<String>> COMMANDS = List.of(
            List.of("api", "GET", "/v1/balance"),
            List.of("event", "list"),
            List.of("admin", "org", "list"),
            List.of("verify-ledger"),
            List.of("verify-audit"));

    private CommandTraining() {}

    static void main() {
        Logs.configure(System.getenv(), false);
        var commands = new Commands(System.getenv(), System.out, System.err);
        int failed = 0;
        for (var command : COMMANDS) {
            failed += Sluice.run(commands, command.toArray(String[]::new));
        }
        System.exit(failed);
    }
}
