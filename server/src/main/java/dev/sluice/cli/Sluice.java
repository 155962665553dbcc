package dev.sluice.cli;

import dev.sluice.http.Decimals;
import dev.sluice.refusal.CannotStart;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.concurrent.Callable;
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

    /// Runs one command and gives the exit code: 0 done, 1 failed or refused, 2 wrong usage.
    public static int run(Program program, String... arguments) {
        return commandLine(program).execute(arguments);
    }

    static CommandLine commandLine(Program program) {
        return new CommandLine(new Sluice())
                .addSubcommand("serve", new Serve(program))
                .addSubcommand("migrate", new Migrate(program))
                .addSubcommand("test", new Test())
                .addSubcommand(Launched.command("bench", "Measure how fast Sluice is on this machine, beside pgbench."))
                .addSubcommand(Launched.command(
                        "simulate", "Run Sluice in a world that fails in every way, and prove that nothing is wrong."))
                .addSubcommand(Launched.command(
                        "crash-test", "Kill, freeze and cut off running services, and prove that nothing was lost."))
                .addSubcommand(Launched.command(
                        "failover-test", "Lose a PostgreSQL under load, to its standby and to its backup."))
                .addSubcommand(Launched.command(
                        "soak", "Ask Sluice for payments for an hour, and then for more than it can bear."))
                .addSubcommand("api", new Api(program))
                .addSubcommand("listen", new Listen(program))
                .addSubcommand("trigger", new Trigger(program))
                .addSubcommand("event", new EventCommand(program))
                .addSubcommand("verify-signature", new VerifySignature(program))
                .addSubcommand("admin", Admin.commandLine(program))
                .addSubcommand("verify-ledger", new VerifyLedger(program))
                .addSubcommand("verify-audit", new VerifyAudit(program))
                .registerConverter(BigDecimal.class, Sluice::number)
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
                .orElseThrow(() ->
                        new CommandLine.TypeConversionException("'" + text + "' is no plain number such as 1250.50"));
    }

    /// What an operator did wrong is one line; anything else is a bug and shows where.
    private static int explain(Exception failed, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        var message = switch (failed) {
            case Refused refused -> refused.text();
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
