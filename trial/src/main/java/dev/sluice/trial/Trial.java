package dev.sluice.trial;

import dev.sluice.trial.crash.CrashTest;
import dev.sluice.trial.failover.FailoverTest;
import dev.sluice.trial.simulate.Simulate;
import dev.sluice.trial.soak.SoakCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Commands that test the service under faults.
@Command(
        name = "sluice",
        subcommands = {Simulate.class, CrashTest.class, FailoverTest.class, SoakCommand.class})
public final class Trial {
    private Trial() {}

    public static void main(String[] arguments) {
        // Suppresses logs of the service's parts in this process; they are not for the operator.
        System.getProperties().putIfAbsent("sluice.log", "text");
        System.getProperties().putIfAbsent("sluice.log.level", "ERROR");
        System.getProperties().putIfAbsent("sluice.log.libraries", "ERROR");
        System.exit(new CommandLine(new Trial()).execute(arguments));
    }
}
