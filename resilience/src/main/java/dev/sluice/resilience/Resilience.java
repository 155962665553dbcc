package dev.sluice.resilience;

import dev.sluice.resilience.crash.CrashTest;
import dev.sluice.resilience.failover.FailoverTest;
import dev.sluice.resilience.simulate.Simulate;
import dev.sluice.resilience.soak.SoakCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Commands that test the service under faults.
@Command(
        name = "sluice",
        subcommands = {Simulate.class, CrashTest.class, FailoverTest.class, SoakCommand.class})
public final class Resilience {
    private Resilience() {}

    public static void main(String[] arguments) {
        // Suppresses logs of the service's parts in this process; they are not for the operator.
        System.getProperties().putIfAbsent("sluice.log", "text");
        System.getProperties().putIfAbsent("sluice.log.level", "ERROR");
        System.getProperties().putIfAbsent("sluice.log.libraries", "ERROR");
        System.exit(new CommandLine(new Resilience()).execute(arguments));
    }
}
