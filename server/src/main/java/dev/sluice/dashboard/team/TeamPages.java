package dev.sluice.dashboard.team;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.signin.AccessMails;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.Team.Outcome;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.signin.People;
import dev.sluice.signin.People.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/// Team pages: members, their roles, invitations, and the end of access.
public final class TeamPages {
    private static final String PATH = "/dashboard/team";
    private static final String BUNDLE = "dashboard.team";

    /// One requester and one approver.
    private static final int ADMINISTRATORS_MIN = 2;

    private final DashboardGuard guard;
    private final Organizations organizations;
    private final People people;
    private final AccessMails accessMails;
    private final Mails mails;

    public TeamPages(
            DashboardGuard guard, Organizations organizations, People people, AccessMails accessMails, Mails mails) {
        this.guard = guard;
        this.organizations = organizations;
        this.people = people;
        this.accessMails = accessMails;
        this.mails = mails;
    }

    public List<Route> routes() {
        return List.of(
                guard.page(PATH, Permission.MANAGE_TEAM, context -> show(context, 200, Problems.none())),
                guard.sensitive(
                        PATH,
                        Permission.MANAGE_TEAM,
                        List.of("email", "name", "role"),
                        OptionalReason.optional(this::invite)),
                guard.sensitive(
                        PATH + "/dual-control",
                        Permission.MANAGE_TEAM,
                        List.of("state"),
                        this::dualControlBefore,
                        OptionalReason.optional(this::setDualControl)),
                guard.sensitive(
                        PATH + "/second-factor",
                        Permission.MANAGE_TEAM,
                        List.of("state"),
                        TeamPages::secondFactorBefore,
                        OptionalReason.optional(this::requireSecondFactor)),
                change("/role", this::setRole),
                change(
                        "/invite",
                        context -> people.inviteAgain(actor(context), id(context), accessMails.invitation(context))),
                change(
                        "/second-factors",
                        widening(context -> people.resetFactors(
                                actor(context), id(context), context.consent(), accessMails.factorsReset(context)))),
                change("/end", context -> people.removeAccess(actor(context), id(context))),
                change(
                        "/return",
                        widening(context -> people.restoreAccess(actor(context), id(context), context.consent()))));
    }

    private Route change(String what, Function<PageContext, Outcome> work) {
        return guard.sensitive(
                PATH + "/{id}" + what,
                Permission.MANAGE_TEAM,
                List.of("role"),
                this::before,
                OptionalReason.optional(context -> {
                    var texts = context.texts(BUNDLE);
                    var outcome = work.apply(context);
                    return switch (outcome) {
                        case DONE -> context.redirect(PATH, texts.get("done" + what));
                        case NOT_FOUND -> throw Refusal.NOT_FOUND.refused();
                        case YOURSELF, OWNERS_ONLY, TAKEN ->
                            show(context, 409, Problems.general(texts.get("outcome." + outcome)));
                        case LATER -> show(context, 429, Problems.general(texts.get("outcome.LATER")));
                    };
                }));
    }

    /// Wraps a change that widens a member's permissions.
    private static Function<PageContext, Outcome> widening(Function<PageContext, Outcome> work) {
        return context -> {
            context.requireApproval();
            return work.apply(context);
        };
    }

    /// Returns the affected member and their role before the change, for the audit log.
    private Map<String, String> before(PageContext context) {
        return member(context)
                .map(user -> Map.of(
                        "before.email", user.email(),
                        "before.name", user.name(),
                        "before.role", user.role().name(),
                        "before.state", state(user)))
                .orElse(Map.of());
    }

    private Optional<User> member(PageContext context) {
        var id = id(context);
        return people.of(actor(context).organizationId()).stream()
                .map(Member::user)
                .filter(user -> user.id().equals(id))
                .findFirst();
    }

    private static Map<String, String> secondFactorBefore(PageContext context) {
        boolean on = context.visitor().organization().switches().secondFactorRequired();
        return Map.of("before.state", on ? "on" : "off");
    }

    private Map<String, String> dualControlBefore(PageContext context) {
        return Map.of("before.state", guard.hasDualControl(actor(context).organizationId()) ? "on" : "off");
    }

    private static String state(User user) {
        return user.disabledAt().isPresent() ? "disabled" : user.invited() ? "invited" : "active";
    }

    private Answer show(PageContext context, int status, Problems problems) {
        var texts = context.texts(BUNDLE);
        var actor = actor(context);
        return context.page(
                status,
                "dashboard/team/team.jte",
                Section.TEAM,
                texts.get("title"),
                frame -> new Members(
                        frame,
                        texts,
                        context.formats(),
                        problems,
                        people.of(actor.organizationId()).stream()
                                .map(member -> row(actor, member))
                                .toList(),
                        rolesOf(actor),
                        context.visitor()
                                .organization()
                                .switches()
                                .with(Switch.DUAL_CONTROL, guard.hasDualControl(actor.organizationId())),
                        invitation(context),
                        mails.reachPeople() || context.sandbox()));
    }

    /// Returns the input of the invitation form; other forms of the page have a role and a reason, too.
    private static Invitation invitation(PageContext context) {
        var form = context.form();
        return context.request().path().equals(PATH)
                ? new Invitation(
                        form.text("email").orElse(""),
                        form.text("name").orElse(""),
                        form.text("role").orElse(Role.VIEWER.name()),
                        OptionalReason.input(context))
                : new Invitation("", "", Role.VIEWER.name(), "");
    }

    private static Row row(User actor, Member member) {
        boolean mine = member.user().id().equals(actor.id());
        boolean above = member.user().role() == Role.OWNER && actor.role() != Role.OWNER;
        return new Row(member, mine, !mine && !above);
    }

    private Answer invite(PageContext context) {
        var texts = context.texts(BUNDLE);
        var email = context.form().text("email").orElse("");
        var name = context.form().text("name").orElse("");
        var role = role(context);
        var problems = new LinkedHashMap<String, String>();
        if (!Users.isEmail(email)) {
            problems.put("email", texts.get("notEmail"));
        }
        if (!Users.isName(name)) {
            problems.put("name", texts.get("nameLength", Users.NAME_LENGTH_MAX));
        }
        if (role.isEmpty()) {
            problems.put("role", texts.get("notRole"));
        }
        if (!problems.isEmpty()) {
            return show(context, 400, new Problems(null, problems));
        }
        if (role.orElseThrow() != Role.VIEWER) {
            context.requireApproval();
        }
        return switch (people.invite(
                actor(context), email, name, role.orElseThrow(), context.consent(), accessMails.invitation(context))) {
            case DONE -> invited(context, email.strip());
            case TAKEN -> show(context, 409, Problems.of("email", texts.get("outcome.TAKEN")));
            case LATER -> show(context, 429, Problems.general(texts.get("outcome.LATER")));
            case NOT_FOUND, YOURSELF, OWNERS_ONLY ->
                show(context, 409, Problems.of("role", texts.get("outcome.OWNERS_ONLY")));
        };
    }

    private Answer invited(PageContext context, String email) {
        people.of(actor(context).organizationId()).stream()
                .map(Member::user)
                .filter(user -> user.email().equalsIgnoreCase(email))
                .findFirst()
                .ifPresent(user -> context.recordCreated(user.id().toString()));
        return context.redirect(PATH, context.texts(BUNDLE).get("invited", email));
    }

    /// Requires a second factor for sign-in, or makes it optional again. Only a user with a second factor can
    /// require it, so that they do not lock themselves out.
    private Answer requireSecondFactor(PageContext context) {
        var texts = context.texts(BUNDLE);
        var state = state(context);
        if (state.isEmpty()) {
            return show(context, 400, Problems.general(texts.get("notState")));
        }
        boolean on = state.get();
        if (on && !context.visitor().strong()) {
            return show(context, 409, Problems.general(texts.get("factorFirst")));
        }
        if (!on) {
            context.requireApproval();
        }
        organizations.setSwitch(actor(context).organizationId(), Switch.SECOND_FACTOR_REQUIRED, on);
        return context.redirect(PATH, texts.get(on ? "factorsWanted" : "factorsNotWanted"));
    }

    /// Turns the approval of widening changes by a second person on or off. Turning it off needs a second person,
    /// too.
    private Answer setDualControl(PageContext context) {
        var texts = context.texts(BUNDLE);
        var state = state(context);
        if (state.isEmpty()) {
            return show(context, 400, Problems.general(texts.get("notState")));
        }
        boolean on = state.get();
        if (!on) {
            context.requireApproval();
        } else if (administrators(context) < ADMINISTRATORS_MIN) {
            return show(context, 409, Problems.general(texts.get("dualControlAlone")));
        }
        organizations.setSwitch(actor(context).organizationId(), Switch.DUAL_CONTROL, on);
        return context.redirect(PATH, texts.get(on ? "dualControlOn" : "dualControlOff"));
    }

    /// Returns the state in the form; empty if it contains neither, or both.
    private static Optional<Boolean> state(PageContext context) {
        var states = context.form().texts("state");
        return states.equals(List.of("on"))
                ? Optional.of(true)
                : states.equals(List.of("off")) ? Optional.of(false) : Optional.empty();
    }

    /// Returns the number of people with access who can approve requests of others.
    private long administrators(PageContext context) {
        return people.of(actor(context).organizationId()).stream()
                .map(Member::user)
                .filter(user -> user.may(Permission.MANAGE_TEAM) && !user.invited())
                .filter(user -> user.firstPasswordUntil().isEmpty())
                .count();
    }

    private Outcome setRole(PageContext context) {
        var wanted = role(context);
        var before = member(context).map(User::role);
        if (wanted.isEmpty() || before.isEmpty()) {
            return Outcome.NOT_FOUND;
        }
        if (!before.get().includes(wanted.get())) {
            context.requireApproval();
        }
        return people.setRole(actor(context), id(context), wanted.get(), context.consent());
    }

    private static List<Role> rolesOf(User actor) {
        return Team.ROLES.stream().filter(role -> Team.mayBring(actor, role)).toList();
    }

    private static Optional<Role> role(PageContext context) {
        var wanted = context.form().text("role").orElse("");
        return Team.ROLES.stream().filter(role -> role.name().equals(wanted)).findFirst();
    }

    private static User actor(PageContext context) {
        return context.visitor().user();
    }

    private static UUID id(PageContext context) {
        return context.request().id("id", Refusal.NOT_FOUND);
    }

    /// Model of the page.
    ///
    /// @param roles that the visitor may give
    /// @param switches of the organization
    /// @param byMail true if mails reach the invited people
    public record Members(
            Frame frame,
            Texts texts,
            Formats formats,
            Problems problems,
            List<Row> rows,
            List<Role> roles,
            Switches switches,
            Invitation invitation,
            boolean byMail) {
        /// Returns the number of members with access and no second factor.
        public long withoutFactor() {
            return rows.stream()
                    .filter(row -> !row.state().equals("disabled"))
                    .filter(row -> !row.member().isProvable())
                    .count();
        }

        /// Returns all roles, for their descriptions.
        public Stream<Role> explained() {
            return Team.ROLES.stream();
        }
    }

    /// Member of the team.
    ///
    /// @param mine true for the visitor
    /// @param open true if the visitor may change them
    public record Row(Member member, boolean mine, boolean open) {
        public String state() {
            return TeamPages.state(member.user());
        }
    }

    /// Typed input.
    public record Invitation(String email, String name, String role, String reason) {}
}
