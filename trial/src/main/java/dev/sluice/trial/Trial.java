package dev.sluice.trial;

import dev.sluice.trial.crash.CrashTest;
import dev.sluice.trial.failover.FailoverTest;
import dev.sluice.trial.simulate.Simulate;
import dev.sluice.trial.soak.SoakCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The commands that try the service.
@Command(
        name = "sluice",
        subcommands = {Simulate.class, CrashTest.class, FailoverTest.class, SoakCommand.class})
public final class Trial {
    private Trial() {}

    public static void main(String[] arguments) {
        // What the parts of the service say in this process is not what somebody wants to read here.
        System.getProperties().putIfAbsent("sluice.log", "text");
        System.getProperties().putIfAbsent("sluice.log.level", "ERROR");
        System.getProperties().putIfAbsent("sluice.log.libraries", "ERROR");
        System.exit(new CommandLine(new Trial()).execute(arguments));
    }
}
