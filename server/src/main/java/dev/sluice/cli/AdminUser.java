package dev.sluice.cli;

import dev.sluice.cli.Deeds.What;
import dev.sluice.http.Timestamps;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Team.Outcome;
import dev.sluice.merchant.User;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `admin user`: the people who log in to the dashboard.
@Command(name = "user", description = "People who log in to the dashboard.", mixinStandardHelpOptions = true)
final class AdminUser {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminUser(Program program) {
        this.program = program;
    }

    @Command(description = "Create a user and print the generated password, once.", mixinStandardHelpOptions = true)
    int create(
            @Parameters(paramLabel = "ORG", description = "Id or name.") String organization,
            @Parameters(paramLabel = "EMAIL") String email,
            @Parameters(paramLabel = "NAME") String name,
            @Option(
                            names = "--role",
                            defaultValue = "OWNER",
                            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
                    Role role)
            throws Exception {
        return Desk.open(program, desk -> {
            var owner = desk.organization(organization);
            var out = spec.commandLine().getOut();
            var fields = Map.of("email", email, "name", name, "role", role.name());
            var made = desk.deeds()
                    .doing(
                            owner.id(),
                            new What("admin/user/create", null, fields),
                            () -> desk.users().create(owner.id(), email, name, role));
            out.println("SLUICE_DASHBOARD_EMAIL=" + made.user().email());
            out.println("SLUICE_DASHBOARD_PASSWORD=" + made.password());
        });
    }

    @Command(description = "List an organization's users.", mixinStandardHelpOptions = true)
    int list(@Parameters(paramLabel = "ORG", description = "Id or name.") String organization) throws Exception {
        return Desk.open(program, desk -> {
            var table = new Table("EMAIL", "NAME", "ROLE", "CREATED", "STATE");
            for (var user : desk.users().list(desk.organization(organization).id())) {
                table.row(
                        user.email(),
                        user.name(),
                        user.role().name().toLowerCase(Locale.ROOT),
                        Timestamps.text(user.createdAt()),
                        user.disabledAt().isPresent() ? "disabled" : "active");
            }
            table.print(spec.commandLine().getOut());
        });
    }

    @Command(
            name = "reset-factors",
            description = "Forget a user's second step and passkeys, which they have lost.",
            mixinStandardHelpOptions = true)
    int resetFactors(
            @Parameters(paramLabel = "ORG", description = "Id or name.") String organization,
            @Parameters(paramLabel = "EMAIL") String email)
            throws Exception {
        return Desk.open(program, desk -> {
            var owner = desk.organization(organization);
            var what = new What("admin/user/reset-factors", null, Map.of("email", email));
            desk.deeds().doing(owner.id(), what, () -> {
                if (desk.people().resetFactors(owner.id(), email, AdminUser::letter) == Outcome.NOT_FOUND) {
                    throw new IllegalArgumentException("no user " + email + " in " + owner.name());
                }
            });
        });
    }

    private static Mail letter(User user) {
        return new Mail(user.email(), "Your second step was reset", """
                Hello %s,

                Whoever runs this service reset what you prove yourself with beside your password: the codes of your \
                app, your recovery codes and your passkeys open your account no more, and you are signed out. Sign in \
                with your password, and turn on a new second step.

                If you did not ask for it, tell an owner of your organization at once.
                """.formatted(user.name()));
    }

    @Command(description = "End a user's access.", mixinStandardHelpOptions = true)
    int disable(
            @Parameters(paramLabel = "ORG", description = "Id or name.") String organization,
            @Parameters(paramLabel = "EMAIL") String email)
            throws Exception {
        return Desk.open(program, desk -> {
            var owner = desk.organization(organization).id();
            var what = new What("admin/user/disable", null, Map.of("email", email));
            desk.deeds().doing(owner, what, () -> desk.people().takeAccess(owner, email));
        });
    }
}
