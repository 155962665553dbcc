package dev.sluice.dashboard.team;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.dashboard.signin.Letters;
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

    private final Door door;
    private final Organizations organizations;
    private final People people;
    private final Letters letters;
    private final Mails mails;

    public TeamPages(Door door, Organizations organizations, People people, Letters letters, Mails mails) {
        this.door = door;
        this.organizations = organizations;
        this.people = people;
        this.letters = letters;
        this.mails = mails;
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.MANAGE_TEAM, visit -> show(visit, 200, Problems.none())),
                door.sensitive(
                        PATH, Permission.MANAGE_TEAM, List.of("email", "name", "role"), Why.optional(this::invite)),
                door.sensitive(
                        PATH + "/dual-control",
                        Permission.MANAGE_TEAM,
                        List.of("state"),
                        this::dualControlBefore,
                        Why.optional(this::setDualControl)),
                door.sensitive(
                        PATH + "/second-factor",
                        Permission.MANAGE_TEAM,
                        List.of("state"),
                        TeamPages::secondFactorBefore,
                        Why.optional(this::requireSecondFactor)),
                change("/role", this::setRole),
                change("/invite", visit -> people.inviteAgain(actor(visit), id(visit), letters.invitation(visit))),
                change(
                        "/factors",
                        widening(visit -> people.resetFactors(
                                actor(visit), id(visit), visit.consent(), letters.factorsReset(visit)))),
                change("/end", visit -> people.takeAccess(actor(visit), id(visit))),
                change("/return", widening(visit -> people.giveAccess(actor(visit), id(visit), visit.consent()))));
    }

    private Route change(String what, Function<Visit, Outcome> work) {
        return door.sensitive(
                PATH + "/{id}" + what, Permission.MANAGE_TEAM, List.of("role"), this::before, Why.optional(visit -> {
                    var texts = visit.texts(BUNDLE);
                    var outcome = work.apply(visit);
                    return switch (outcome) {
                        case DONE -> visit.goTo(PATH, texts.get("done" + what));
                        case NOT_FOUND -> throw Refusal.NOT_FOUND.refused();
                        case YOURSELF, OWNERS_ONLY, TAKEN ->
                            show(visit, 409, Problems.whole(texts.get("outcome." + outcome)));
                        case LATER -> show(visit, 429, Problems.whole(texts.get("outcome.LATER")));
                    };
                }));
    }

    /// Wraps a change that widens a member's permissions.
    private static Function<Visit, Outcome> widening(Function<Visit, Outcome> work) {
        return visit -> {
            visit.requireApproval();
            return work.apply(visit);
        };
    }

    /// Returns the affected member and their role before the change, for the audit log.
    private Map<String, String> before(Visit visit) {
        return member(visit)
                .map(user -> Map.of(
                        "before.email", user.email(),
                        "before.name", user.name(),
                        "before.role", user.role().name(),
                        "before.state", state(user)))
                .orElse(Map.of());
    }

    private Optional<User> member(Visit visit) {
        var id = id(visit);
        return people.of(actor(visit).organizationId()).stream()
                .map(Member::user)
                .filter(user -> user.id().equals(id))
                .findFirst();
    }

    private static Map<String, String> secondFactorBefore(Visit visit) {
        boolean on = visit.visitor().organization().switches().secondFactorRequired();
        return Map.of("before.state", on ? "on" : "off");
    }

    private Map<String, String> dualControlBefore(Visit visit) {
        return Map.of("before.state", door.hasDualControl(actor(visit).organizationId()) ? "on" : "off");
    }

    private static String state(User user) {
        return user.disabledAt().isPresent() ? "disabled" : user.invited() ? "invited" : "active";
    }

    private Answer show(Visit visit, int status, Problems problems) {
        var texts = visit.texts(BUNDLE);
        var actor = actor(visit);
        return visit.page(
                status,
                "dashboard/team/team.jte",
                Section.TEAM,
                texts.get("title"),
                frame -> new Members(
                        frame,
                        texts,
                        visit.look(),
                        problems,
                        people.of(actor.organizationId()).stream()
                                .map(member -> row(actor, member))
                                .toList(),
                        rolesOf(actor),
                        visit.visitor()
                                .organization()
                                .switches()
                                .with(Switch.DUAL_CONTROL, door.hasDualControl(actor.organizationId())),
                        invitation(visit),
                        mails.reachPeople() || visit.sandbox()));
    }

    /// Returns the input of the invitation form; other forms of the page have a role and a reason, too.
    private static Invitation invitation(Visit visit) {
        var form = visit.form();
        return visit.request().path().equals(PATH)
                ? new Invitation(
                        form.text("email").orElse(""),
                        form.text("name").orElse(""),
                        form.text("role").orElse(Role.VIEWER.name()),
                        Why.typed(visit))
                : new Invitation("", "", Role.VIEWER.name(), "");
    }

    private static Row row(User actor, Member member) {
        boolean mine = member.user().id().equals(actor.id());
        boolean above = member.user().role() == Role.OWNER && actor.role() != Role.OWNER;
        return new Row(member, mine, !mine && !above);
    }

    private Answer invite(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var email = visit.form().text("email").orElse("");
        var name = visit.form().text("name").orElse("");
        var role = role(visit);
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
            return show(visit, 400, new Problems(null, problems));
        }
        if (role.orElseThrow() != Role.VIEWER) {
            visit.requireApproval();
        }
        return switch (people.invite(
                actor(visit), email, name, role.orElseThrow(), visit.consent(), letters.invitation(visit))) {
            case DONE -> invited(visit, email.strip());
            case TAKEN -> show(visit, 409, Problems.of("email", texts.get("outcome.TAKEN")));
            case LATER -> show(visit, 429, Problems.whole(texts.get("outcome.LATER")));
            case NOT_FOUND, YOURSELF, OWNERS_ONLY ->
                show(visit, 409, Problems.of("role", texts.get("outcome.OWNERS_ONLY")));
        };
    }

    private Answer invited(Visit visit, String email) {
        people.of(actor(visit).organizationId()).stream()
                .map(Member::user)
                .filter(user -> user.email().equalsIgnoreCase(email))
                .findFirst()
                .ifPresent(user -> visit.note(user.id().toString()));
        return visit.goTo(PATH, visit.texts(BUNDLE).get("invited", email));
    }

    /// Requires a second factor for sign-in, or makes it optional again. Only a user with a second factor can
    /// require it, so that they do not lock themselves out.
    private Answer requireSecondFactor(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var state = state(visit);
        if (state.isEmpty()) {
            return show(visit, 400, Problems.whole(texts.get("notState")));
        }
        boolean on = state.get();
        if (on && !visit.visitor().strong()) {
            return show(visit, 409, Problems.whole(texts.get("factorFirst")));
        }
        if (!on) {
            visit.requireApproval();
        }
        organizations.turn(actor(visit).organizationId(), Switch.SECOND_FACTOR_REQUIRED, on);
        return visit.goTo(PATH, texts.get(on ? "factorsWanted" : "factorsNotWanted"));
    }

    /// Turns the approval of widening changes by a second person on or off. Turning it off needs a second person,
    /// too.
    private Answer setDualControl(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var state = state(visit);
        if (state.isEmpty()) {
            return show(visit, 400, Problems.whole(texts.get("notState")));
        }
        boolean on = state.get();
        if (!on) {
            visit.requireApproval();
        } else if (administrators(visit) < ADMINISTRATORS_MIN) {
            return show(visit, 409, Problems.whole(texts.get("dualControlAlone")));
        }
        organizations.turn(actor(visit).organizationId(), Switch.DUAL_CONTROL, on);
        return visit.goTo(PATH, texts.get(on ? "dualControlOn" : "dualControlOff"));
    }

    /// Returns the state in the form; empty if it contains neither, or both.
    private static Optional<Boolean> state(Visit visit) {
        var said = visit.form().texts("state");
        return said.equals(List.of("on"))
                ? Optional.of(true)
                : said.equals(List.of("off")) ? Optional.of(false) : Optional.empty();
    }

    /// Returns the number of people with access who can approve requests of others.
    private long administrators(Visit visit) {
        return people.of(actor(visit).organizationId()).stream()
                .map(Member::user)
                .filter(user -> user.may(Permission.MANAGE_TEAM) && !user.invited())
                .filter(user -> user.firstPasswordUntil().isEmpty())
                .count();
    }

    private Outcome setRole(Visit visit) {
        var wanted = role(visit);
        var before = member(visit).map(User::role);
        if (wanted.isEmpty() || before.isEmpty()) {
            return Outcome.NOT_FOUND;
        }
        if (!before.get().includes(wanted.get())) {
            visit.requireApproval();
        }
        return people.setRole(actor(visit), id(visit), wanted.get(), visit.consent());
    }

    private static List<Role> rolesOf(User actor) {
        return Team.ROLES.stream().filter(role -> Team.mayBring(actor, role)).toList();
    }

    private static Optional<Role> role(Visit visit) {
        var wanted = visit.form().text("role").orElse("");
        return Team.ROLES.stream().filter(role -> role.name().equals(wanted)).findFirst();
    }

    private static User actor(Visit visit) {
        return visit.visitor().user();
    }

    private static UUID id(Visit visit) {
        return visit.request().id("id", Refusal.NOT_FOUND);
    }

    /// Model of the page.
    ///
    /// @param roles that the visitor may give
    /// @param switches of the organization
    /// @param byMail true if mails reach the invited people
    public record Members(
            Frame frame,
            Texts texts,
            Look look,
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
