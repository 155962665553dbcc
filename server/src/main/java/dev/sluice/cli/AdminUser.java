package dev.sluice.cli;

import dev.sluice.cli.AuditEntries.What;
import dev.sluice.db.Tx;
import dev.sluice.http.Timestamps;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notification.LocalizedMail;
import dev.sluice.ownership.ChangeAnswer;
import dev.sluice.ownership.OwnerChangeResult;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `admin user`: users of the dashboard.
@Command(name = "user", description = "Dashboard users.", mixinStandardHelpOptions = true)
final class AdminUser {
    private final AdminRunner database;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminUser(AdminRunner database) {
        this.database = database;
    }

    @Command(
            description =
                    "Create a user and print the generated password. It is shown once. In live it is temporary: the"
                            + " user sets a new password at sign-in, within 7 days. If the organization has an"
                            + " owner, the command requests an owner change instead: see admin ownership.",
            mixinStandardHelpOptions = true)
    int create(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "EMAIL") String email,
            @Parameters(paramLabel = "NAME") String name,
            @Option(
                            names = "--role",
                            defaultValue = "OWNER",
                            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
                    Role role)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization);
            var fields = Map.of("email", email, "name", name, "role", role.name());
            var answer = services.auditEntries()
                    .run(
                            owner.id(),
                            new What("admin/user/create", null, fields),
                            () -> allowed(
                                    services.ownership().changes().create(services.ask(owner), email, name, role),
                                    owner,
                                    email));
            printResult(services, answer, created -> print(spec, services, created));
        });
    }

    /// Returns the answer if it is no refusal.
    ///
    /// @throws IllegalArgumentException if it is a refusal
    private static <T> ChangeAnswer<T> allowed(ChangeAnswer<T> answer, Organization organization, String email) {
        return switch (answer) {
            case ChangeAnswer.Created<T> created -> created;
            case ChangeAnswer.Pending<T> pending -> pending;
            case ChangeAnswer.Refused<T> refused -> throw refusal(refused.result(), organization, email);
        };
    }

    private static IllegalArgumentException refusal(OwnerChangeResult result, Organization organization, String email) {
        return switch (result) {
            case EMAIL_TAKEN -> new IllegalArgumentException(email + " is taken");
            case PERSON_NOT_FOUND -> new IllegalArgumentException("no user " + email + " in " + organization.name());
            case DONE,
                    NOT_FOUND,
                    NOT_PENDING,
                    TAMPERED,
                    OWN_REQUEST,
                    ALREADY_DECIDED,
                    ALREADY_NOTIFIED,
                    TOO_EARLY,
                    TOO_NEW,
                    TOO_RECENT,
                    OTHER_OPERATORS,
                    NOT_ENTITLED,
                    TOO_MANY,
                    NOT_READY -> AdminOwnership.refused(result);
        };
    }

    private <T> void printResult(AdminServices services, ChangeAnswer<T> answer, Consumer<T> created) {
        switch (answer) {
            case ChangeAnswer.Created<T>(var value) -> created.accept(value);
            case ChangeAnswer.Pending<T>(var change) -> AdminOwnership.explain(spec, services, change);
            case ChangeAnswer.Refused<T> refused -> throw AdminOwnership.refused(refused.result());
        }
    }

    /// Prints a new user. In a sandbox, a generated password does not expire, as its users are made for trials.
    static void print(CommandSpec spec, AdminServices services, User.WithPassword created) {
        var out = spec.commandLine().getOut();
        out.println("SLUICE_DASHBOARD_EMAIL=" + created.user().email());
        out.println("SLUICE_DASHBOARD_PASSWORD=" + created.password());
        if (!services.session().isSandbox()) {
            spec.commandLine()
                    .getErr()
                    .println("The password is temporary: the user sets a new one at the first sign-in. It expires in "
                            + Users.FIRST_PASSWORD_LIFE.toDays() + " days.");
        }
    }

    @Command(description = "List an organization's users.", mixinStandardHelpOptions = true)
    int list(@Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization)
            throws Exception {
        return database.open(services -> {
            var table = new Table("EMAIL", "NAME", "ROLE", "CREATED", "STATE");
            for (var user :
                    services.users().list(services.organization(organization).id())) {
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
            description = "Reset a user's two-factor authentication and passkeys.",
            mixinStandardHelpOptions = true)
    int resetFactors(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "EMAIL") String email)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization);
            var what = new What("admin/user/reset-factors", null, Map.of("email", email));
            var answer = services.auditEntries()
                    .run(
                            owner.id(),
                            what,
                            () -> allowed(
                                    services.ownership()
                                            .changes()
                                            .resetFactors(services.ask(owner), email, AdminUser::mail),
                                    owner,
                                    email));
            printResult(services, answer, _ -> {});
        });
    }

    private static Mail mail(Tx tx, User user) {
        return mail(tx, user, "serverReset");
    }

    private static Mail mail(Tx tx, User user, String key) {
        return LocalizedMail.of(
                tx,
                user,
                "dashboard.mail",
                texts -> texts.get(key + "Subject"),
                texts -> texts.get(key + "Text", user.name()));
    }

    @Command(
            name = "new-password",
            description = "Replace a user's password and print the generated one. It is shown once. In live it is"
                    + " temporary, as with create. Two-factor authentication and passkeys stay.",
            mixinStandardHelpOptions = true)
    int newPassword(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "EMAIL") String email)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization);
            var answer = services.auditEntries()
                    .run(
                            owner.id(),
                            new What("admin/user/new-password", null, Map.of("email", email)),
                            () -> allowed(
                                    services.ownership()
                                            .changes()
                                            .renewPassword(services.ask(owner), email, AdminUser::renewed),
                                    owner,
                                    email));
            printResult(services, answer, created -> print(spec, services, created));
        });
    }

    static Mail renewed(Tx tx, User user) {
        return mail(tx, user, "passwordRenewed");
    }

    @Command(description = "Remove a user's access.", mixinStandardHelpOptions = true)
    int disable(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "EMAIL") String email)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization);
            var what = new What("admin/user/disable", null, Map.of("email", email));
            var answer = services.auditEntries()
                    .run(
                            owner.id(),
                            what,
                            () -> allowed(
                                    services.ownership().changes().endAccess(services.ask(owner), email),
                                    owner,
                                    email));
            printResult(services, answer, _ -> {});
        });
    }
}
