package dev.sluice.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bank simulate`: the simulated bank as a process of its own.
@Command(
        name = "simulate",
        description = {
            "Play a simulated bank behind the folders or the SFTP transport of a profile, on this machine.",
            "Without --account, make the keys of its SFTP server, and print the transport for a profile.",
            "The bank has its own database in its folder. It runs until Ctrl-C."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  ./sluice bank simulate",
            "  SLUICE_BANKS=eur.yaml ./sluice bank simulate --account eur-main"
        })
final class BankSimulate implements Callable<Integer> {
    private final Program program;

    @Option(names = "--account", paramLabel = "ID", description = "The id of the account's profile.")
    private @Nullable String account;

    @Option(
            names = "--test-platform",
            description = "Play the bank's test platform: the transport of rehearsal in the profile.")
    private boolean testPlatform;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "./bank-simulator",
            description = "Keys, books and files of the bank. Default: ${DEFAULT-VALUE}.")
    private Path folder = Path.of("");

    BankSimulate(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        if (account == null && testPlatform) {
            throw new IllegalArgumentException("--test-platform needs --account");
        }
        program.simulateBank(folder, account, testPlatform);
        return 0;
    }
}
