package dev.sluice.cli;

import dev.sluice.http.Decimals;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.refusal.CannotStart;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;

/// The root command. Without a command it prints its help.
@Command(
        name = "sluice",
        description = "Self-hosted payments: payouts, deposits, conversion and checkout on a double-entry ledger.",
        mixinStandardHelpOptions = true,
        versionProvider = Sluice.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Try it: ./sluice serve, and in another terminal ./sluice api GET /v1/balance"})
public final class Sluice implements Callable<Integer> {
    private static final int USAGE = 2;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    private Sluice() {}

    private static final Map<String, Function<Program, Object>> COMMANDS = commands();

    private static Map<String, Function<Program, Object>> commands() {
        var all = new LinkedHashMap<String, Function<Program, Object>>();
        all.put("serve", Serve::new);
        all.put("migrate", Migrate::new);
        all.put("test", _ -> new Test());
        all.put("bench", launched("bench", "Benchmark Sluice on this machine against pgbench."));
        all.put("simulate", launched("simulate", "Simulate Sluice with random faults, and check every result."));
        all.put(
                "crash-test",
                launched(
                        "crash-test", "Kill, freeze and disconnect running services, and check that nothing is lost."));
        all.put(
                "failover-test",
                launched(
                        "failover-test",
                        "Fail over PostgreSQL under load: promote its standby, and restore its backup."));
        all.put("soak", launched("soak", "Run mixed load for an hour, then an overload."));
        all.put("api", Api::new);
        all.put("listen", Listen::new);
        all.put("trigger", Trigger::new);
        all.put("event", EventCommand::new);
        all.put("verify-signature", VerifySignature::new);
        all.put("bank", Bank::commandLine);
        all.put("reconcile", Reconcile::new);
        all.put("admin", Admin::commandLine);
        all.put("verify-ledger", VerifyLedger::new);
        all.put("verify-audit", VerifyAudit::new);
        return all;
    }

    private static Function<Program, Object> launched(String name, String description) {
        return _ -> Launched.command(name, description);
    }

    /// Runs one command and returns the exit code: 0 done, 1 failed or refused, 2 wrong usage.
    public static int run(Program program, String... arguments) {
        var asked = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
        // Reading the annotations of all commands takes longer than most of them run.
        var needed = asked == null ? COMMANDS : Map.of(arguments[0], asked);
        return commandLine(program, needed).execute(arguments);
    }

    static CommandLine commandLine(Program program) {
        return commandLine(program, COMMANDS);
    }

    private static CommandLine commandLine(Program program, Map<String, Function<Program, Object>> commands) {
        var line = new CommandLine(new Sluice());
        commands.forEach((name, command) -> line.addSubcommand(name, command.apply(program)));
        return line.registerConverter(BigDecimal.class, Sluice::number)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Sluice::explain);
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return USAGE;
    }

    private static BigDecimal number(String text) {
        return Decimals.read(text)
                .orElseThrow(() -> new CommandLine.TypeConversionException(
                        "'" + text + "' is not a decimal number such as 1250.50"));
    }

    /// Prints an operator's error in one line; any other exception is a bug and keeps its stack trace.
    private static int explain(Exception failed, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        var message = switch (failed) {
            case Refused refused -> refused.text();
            case DecisionRefused refused -> refused.getMessage();
            case CannotStart reason -> reason.getMessage();
            case IllegalArgumentException wrong -> wrong.getMessage();
            case java.io.IOException broken -> broken.getMessage();
            default -> throw failed;
        };
        command.getErr().println("error: " + message);
        return command.getCommandSpec().exitCodeOnExecutionException();
    }

    /// The version that the build wrote into the jar.
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            var version = Sluice.class.getPackage().getImplementationVersion();
            return new String[] {"sluice " + (version == null ? "(unpackaged)" : version)};
        }
    }
}
