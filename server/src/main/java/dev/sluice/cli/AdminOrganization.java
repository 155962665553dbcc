package dev.sluice.cli;

import dev.sluice.cli.AuditEntries.What;
import dev.sluice.http.Timestamps;
import dev.sluice.merchant.Logo;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/// `admin organization`: the tenants.
@Command(name = "organization", description = "Organizations.", mixinStandardHelpOptions = true)
final class AdminOrganization {
    private static final String NO_LOGO = "none";

    private final AdminRunner database;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminOrganization(AdminRunner database) {
        this.database = database;
    }

    @Command(description = "Create an organization and print its id.", mixinStandardHelpOptions = true)
    int create(@Parameters(paramLabel = "NAME", description = "Name, as payers and recipients see it.") String name)
            throws Exception {
        return database.open(services -> {
            var called = name.strip();
            var switches = services.session().isSandbox() ? Switches.sandbox() : Switches.live();
            var created = services.session().database().inTx(tx -> {
                var organization = services.organizations().create(tx, called, switches);
                var fields = Map.of("name", called, "switches", text(switches));
                services.auditEntries()
                        .record(tx, organization.id(), new What("admin/organization/create", null, fields));
                return organization;
            });
            spec.commandLine().getOut().println(created.id());
        });
    }

    @Command(description = "List the organizations, oldest first.", mixinStandardHelpOptions = true)
    int list() throws Exception {
        return database.open(services -> {
            var table = new Table("ID", "NAME", "CREATED", "SWITCHES ON");
            for (var organization : services.organizations().list()) {
                table.row(
                        organization.id(),
                        organization.name(),
                        Timestamps.text(organization.createdAt()),
                        text(organization.switches()));
            }
            table.print(spec.commandLine().getOut());
        });
    }

    @Command(description = "Set an organization's logo for its payment pages.", mixinStandardHelpOptions = true)
    int logo(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(
                            paramLabel = "FILE",
                            arity = "0..1",
                            description = "PNG or JPEG, at most 32 KB. Without a file, the logo is removed.")
                    @Nullable
                    Path file)
            throws Exception {
        return database.open(services -> {
            var logo = file == null ? Optional.<Logo>empty() : Optional.of(Logo.of(Files.readAllBytes(file)));
            var owner = services.organization(organization);
            var before = Optional.ofNullable(owner.logo()).orElse(NO_LOGO);
            var after = logo.map(each -> Logo.digest(each.picture())).orElse(NO_LOGO);
            var fields = Map.of("before.logo", before, "logo", after);
            services.auditEntries()
                    .run(
                            owner.id(),
                            new What("admin/organization/logo", null, fields),
                            () -> services.organizations().brand(owner.id(), logo));
        });
    }

    private static String text(Switches switches) {
        return switches.on().stream().sorted().map(Switch::wire).collect(Collectors.joining(" "));
    }
}
