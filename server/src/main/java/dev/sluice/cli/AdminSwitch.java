package dev.sluice.cli;

import dev.sluice.cli.AuditEntries.What;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `admin switch`: permissions of an organization.
@Command(
        name = "switch",
        description = "Features and requirements of an organization.",
        mixinStandardHelpOptions = true)
final class AdminSwitch {
    private final AdminRunner database;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminSwitch(AdminRunner database) {
        this.database = database;
    }

    @Command(description = "List an organization's switches.", mixinStandardHelpOptions = true)
    int list(@Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization);
            var switches = owner.switches()
                    .with(Switch.DUAL_CONTROL, services.dualControl().isOn(owner.id()));
            var table = new Table("SWITCH", "STATE", "EFFECT WHILE ON");
            for (var each : Switch.values()) {
                table.row(each.wire(), state(switches.isOn(each)), each.description());
            }
            switches.pairs().entrySet().stream()
                    .sorted(java.util.Comparator.comparing(
                            entry -> entry.getKey().toString()))
                    .forEach(entry ->
                            table.row("conversion " + entry.getKey(), state(entry.getValue()), "convert this pair"));
            table.print(spec.commandLine().getOut());
        });
    }

    @Command(description = "Turn a switch on.", mixinStandardHelpOptions = true)
    int on(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "NAME", description = "Switch name from `list`.") String name,
            @Option(names = "--pair", paramLabel = "USDC/IDR", description = "Currency pair; only with conversion.")
                    @Nullable
                    String pair)
            throws Exception {
        return turn(organization, name, pair, true);
    }

    @Command(description = "Turn a switch off.", mixinStandardHelpOptions = true)
    int off(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "NAME", description = "Switch name from `list`.") String name,
            @Option(names = "--pair", paramLabel = "USDC/IDR", description = "Currency pair; only with conversion.")
                    @Nullable
                    String pair)
            throws Exception {
        return turn(organization, name, pair, false);
    }

    private int turn(String organization, String name, @Nullable String pair, boolean state) throws Exception {
        var which = Switch.of(name)
                .orElseThrow(() -> new IllegalArgumentException("no switch " + name + "; valid: "
                        + Arrays.stream(Switch.values()).map(Switch::wire).collect(Collectors.joining(", "))));
        if (pair != null && which != Switch.CONVERSION) {
            throw new IllegalArgumentException("--pair is valid for the switch conversion only");
        }
        return database.open(services -> {
            var owner = services.organization(organization);
            var parsed = pair == null ? null : Switches.Pair.parse(pair);
            boolean before = parsed == null
                    ? owner.switches().isOn(which)
                    : owner.switches().conversionEnabled(parsed.tokenSymbol(), parsed.currency());
            var fields = Map.of(
                    "switch",
                    parsed == null ? which.wire() : which.wire() + " " + parsed,
                    "before.state",
                    state(before),
                    "state",
                    state(state));
            services.auditEntries().run(owner.id(), new What("admin/switch", null, fields), () -> {
                if (parsed == null) {
                    services.organizations().setSwitch(owner.id(), which, state);
                } else {
                    services.organizations().setSwitch(owner.id(), parsed, state);
                }
            });
        });
    }

    private static String state(boolean on) {
        return on ? "on" : "off";
    }
}
