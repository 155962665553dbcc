package dev.sluice.cli;

import dev.sluice.rail.iso20022.inbound.InboundFile;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// `bank fetch`: a fetch of the banks' files now.
@Command(
        name = "fetch",
        description = {
            "Fetch and apply the files of the banks now, under the same lease as the workers.",
            "The exit code is 0 if all new files are applied; 1 if one is held or cannot be read, a bank cannot be"
                    + " reached, or a worker fetches at the moment."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./sluice bank fetch --account eur-main"})
final class BankFetch implements Callable<Integer> {
    private static final int FILES_MAX = 1_000;

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--account", paramLabel = "ID", description = "Only those of one account.")
    private @Nullable String account;

    BankFetch(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var profiles = account == null ? accounts.profiles() : List.of(accounts.profile(account));
            boolean isWell = true;
            for (var profile : profiles) {
                isWell &= fetch(accounts, profile);
            }
            return isWell ? 0 : 1;
        }
    }

    private boolean fetch(BankAccounts accounts, BankProfile profile) throws InterruptedException {
        var since = accounts.clocks().instant();
        try {
            if (!accounts.fetcher(profile).fetchNow(Thread::sleep)) {
                BankCommands.print(spec, profile.id() + ": a worker fetches at the moment; try again");
                return false;
            }
        } catch (IOException unreachable) {
            BankCommands.print(spec, profile.id() + ": the bank cannot be reached: " + BodyFile.reason(unreachable));
            return false;
        }
        var fresh = accounts.inbox().newest(profile.id(), FILES_MAX).stream()
                .filter(file -> !file.receivedAt().isBefore(since))
                .toList();
        BankCommands.print(spec, profile.id() + ": " + fresh.size() + " new files");
        fresh.forEach(file -> BankCommands.print(spec, line(file)));
        return fresh.stream().allMatch(file -> file.state() == InboundFile.State.APPLIED);
    }

    private static String line(InboundFile file) {
        var hold = file.hold();
        return "  " + file.state().name().toLowerCase(Locale.ROOT) + " " + file.name()
                + (hold == null ? "" : ": " + hold.reason());
    }
}
