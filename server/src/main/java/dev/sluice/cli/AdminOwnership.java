package dev.sluice.cli;

import dev.sluice.cli.AuditEntries.What;
import dev.sluice.http.Timestamps;
import dev.sluice.merchant.User;
import dev.sluice.ownership.ChangeAnswer;
import dev.sluice.ownership.OwnerChange;
import dev.sluice.ownership.OwnerChangeResult;
import dev.sluice.ownership.OwnerChangeState.Waiting;
import dev.sluice.ownership.OwnerChangeTexts;
import dev.sluice.ownership.OwnerDecisions;
import dev.sluice.ownership.OwnerDecisions.Listed;
import dev.sluice.ownership.Participant;
import dev.sluice.page.Texts;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/// `admin ownership`: changes of an organization's owners. They wait for their time and for a second operator, and
/// owners can object.
@Command(name = "ownership", description = "Pending owner changes of organizations.", mixinStandardHelpOptions = true)
final class AdminOwnership {
    private static final Texts TEXTS = Texts.of(OwnerChangeTexts.BUNDLE, "en", Texts.LANGUAGES_OF_EVERY_PAGE);

    private final AdminRunner database;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminOwnership(AdminRunner database) {
        this.database = database;
    }

    @Command(
            description = "List pending owner changes, of one organization or of all.",
            mixinStandardHelpOptions = true)
    int list(
            @Parameters(paramLabel = "ORG", arity = "0..1", description = "Organization ID or name; default: all.")
                    @Nullable
                    String organization)
            throws Exception {
        return database.open(services -> {
            var decisions = services.ownership().decisions();
            var organizations = organization == null
                    ? decisions.organizations().stream()
                    : Stream.of(services.organization(organization).id());
            var table = new Table(
                    "ORGANIZATION",
                    "ID",
                    "CHANGE",
                    "REQUESTED BY",
                    "DUE",
                    "APPROVALS",
                    "OBJECTIONS",
                    "NOTIFIED",
                    "STATE");
            organizations.flatMap(id -> decisions.list(id).stream()).forEach(each -> add(table, each));
            table.print(spec.commandLine().getOut());
        });
    }

    private static void add(Table table, Listed listed) {
        var change = listed.change();
        if (change.isEmpty()) {
            var foreign = "record changed outside the service";
            table.row(listed.organizationId(), listed.id(), "–", "–", "–", "–", "–", "–", foreign);
        } else if (change.get().state() instanceof Waiting waiting) {
            var request = change.get().request();
            table.row(
                    listed.organizationId(),
                    listed.id(),
                    OwnerChangeTexts.proposed(TEXTS, request.proposed()),
                    request.requester().name(),
                    Timestamps.text(waiting.dueAt()),
                    waiting.approvals().size() + " of " + waiting.approvalsNeeded(),
                    waiting.objections().size(),
                    waiting.notified().isPresent() ? "yes" : "no",
                    TEXTS.get("state." + change.get().state().kind()).toLowerCase(Locale.ROOT));
        }
    }

    @Command(
            description = "Approve an owner change that someone else requested. It counts as the second operator's"
                    + " approval only if the deployment has one operator. The waiting period stays.",
            mixinStandardHelpOptions = true)
    int approve(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "ID", description = "ID of the owner change.") String id)
            throws Exception {
        return decide(
                organization,
                id,
                new What("admin/ownership/approve", id, Map.of()),
                OwnerDecisions::approve,
                "Approved. The change takes effect on its due date.");
    }

    @Command(
            description = "Withdraw an owner change, also one requested by someone else.",
            mixinStandardHelpOptions = true)
    int withdraw(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "ID", description = "ID of the owner change.") String id)
            throws Exception {
        return decide(
                organization,
                id,
                new What("admin/ownership/withdraw", id, Map.of()),
                OwnerDecisions::withdraw,
                "Withdrawn. Nothing was changed.");
    }

    @Command(
            name = "confirm-told",
            description =
                    "Confirm that you notified the owners of a change without mail; describe how with --reason. The"
                            + " change takes effect at least 24 hours later.",
            mixinStandardHelpOptions = true)
    int confirmNotified(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "ID", description = "ID of the owner change.") String id)
            throws Exception {
        return decide(
                organization,
                id,
                new What("admin/ownership/confirm-told", id, Map.of()),
                (decisions, owner, change, by, reason) -> {
                    if (reason.isBlank()) {
                        throw new IllegalArgumentException(
                                "--reason is missing: name the owners that you notified, and how");
                    }
                    return decisions.confirmNotified(owner, change, by, reason);
                },
                "Recorded. The change takes effect once it is approved and due.");
    }

    @Command(
            name = "carry-out",
            description = "Apply an approved and due change that creates a user or replaces a password, and print the"
                    + " temporary password. It is shown once. All other changes apply automatically.",
            mixinStandardHelpOptions = true)
    int carryOut(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "ID", description = "ID of the owner change.") String id)
            throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization);
            var what = new What("admin/ownership/carry-out", id, Map.of());
            var created = services.auditEntries().run(owner.id(), what, () -> switch (services.ownership()
                    .decisions()
                    .carryOut(owner.id(), AdminServices.id(id), AdminUser::renewed)) {
                case ChangeAnswer.Created<User.WithPassword>(var user) -> user;
                case ChangeAnswer.Pending<User.WithPassword> _ ->
                    throw new IllegalStateException("the change was already pending");
                case ChangeAnswer.Refused<User.WithPassword> no -> throw refused(no.result());
            });
            AdminUser.print(spec, services, created);
        });
    }

    private int decide(String organization, String id, What what, Decision decision, String done) throws Exception {
        return database.open(services -> {
            var owner = services.organization(organization).id();
            services.auditEntries().run(owner, what, () -> {
                var result = decision.of(
                        services.ownership().decisions(),
                        owner,
                        AdminServices.id(id),
                        Participant.COMMAND_LINE,
                        services.auditEntries().reason());
                if (result != OwnerChangeResult.DONE) {
                    throw refused(result);
                }
            });
            spec.commandLine().getOut().println(done);
        });
    }

    private interface Decision {
        OwnerChangeResult of(OwnerDecisions decisions, UUID organization, UUID id, Participant by, String reason);
    }

    /// Refusal in the words of the dashboard.
    static IllegalArgumentException refused(OwnerChangeResult result) {
        return new IllegalArgumentException(TEXTS.get("result." + result));
    }

    /// Explains that nothing was changed yet, and the next steps.
    static void explain(CommandSpec spec, AdminServices services, OwnerChange change) {
        var out = spec.commandLine().getOut();
        var request = change.request();
        var where = request.organizationId() + " " + request.id();
        out.println("NOTHING IS CHANGED YET. The organization has an owner, so the change is pending: "
                + OwnerChangeTexts.proposed(TEXTS, request.proposed()));
        if (change.state() instanceof Waiting waiting) {
            out.println("It takes effect at the earliest at " + Timestamps.text(waiting.dueAt())
                    + ". "
                    + (services.session().sendsMail()
                            ? "Every owner gets a mail and can object until then."
                            : "No mail server is configured (SLUICE_MAIL_HOST): owners get no mail, and can object"
                                    + " only if they see the change in the dashboard. It does not take effect before"
                                    + " an owner has seen it. Call an owner, or confirm that you notified one:"
                                    + " ./sluice admin ownership confirm-told " + where));
        }
        out.println(
                request.operators() == 0
                        ? "There is no operator yet. Approve it on the command line: ./sluice admin ownership approve "
                                + where
                        : "It needs an operator's approval at "
                                + page(services, request.organizationId().toString()));
        if (request.proposed().isPrinted()) {
            out.println("After approval and the due date: ./sluice admin ownership carry-out " + where);
        }
        out.println("All pending changes: ./sluice admin ownership list. To withdraw this one: ./sluice admin"
                + " ownership withdraw " + where);
    }

    private static String page(AdminServices services, String organization) {
        return services.session().baseUrl().map(String::valueOf).orElse("") + "/dashboard/operator/organizations/"
                + organization;
    }
}
