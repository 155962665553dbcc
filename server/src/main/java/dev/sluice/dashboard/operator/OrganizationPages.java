package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Door.Concern;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.User;
import dev.sluice.ownership.Answered;
import dev.sluice.ownership.OwnerChangeResult;
import dev.sluice.ownership.OwnerChangeTexts;
import dev.sluice.ownership.OwnerDecisions;
import dev.sluice.page.Texts;
import dev.sluice.reference.PairOffer;
import dev.sluice.refusal.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of organizations: their people, permissions and resources.
public final class OrganizationPages {
    static final String ORGANIZATIONS = OperatorPages.HOME + "/organizations";
    private static final String ONE = ORGANIZATIONS + "/{organization}";

    private static final String OWNER = ONE + "/owner";

    private final Door door;
    private final Deck deck;
    private final Invitations invitations;

    OrganizationPages(Door door, Deck deck, Invitations invitations) {
        this.door = door;
        this.deck = deck;
        this.invitations = invitations;
    }

    List<Route> routes() {
        return List.of(
                door.page(ORGANIZATIONS, Permission.OPERATE, visit -> list(visit, Again.FIRST)),
                door.action(ORGANIZATIONS, Permission.OPERATE, this::create),
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.action(OWNER, Permission.OPERATE, this::invite),
                door.actionOn(
                        ONE + "/withdraw", Permission.OPERATE, this::invitedBefore, deck::concerned, this::withdraw),
                door.sensitiveOn(ONE + "/switch", Permission.OPERATE, this::switchBefore, deck::concerned, this::turn),
                door.actionOn(
                        ONE + "/conversion", Permission.OPERATE, this::pairBefore, deck::concerned, this::turnPair));
    }

    private Answer list(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var part = OperatorPages.asked(visit, "named").map(String::strip).orElse("");
        var asked = OperatorPages.page(visit);
        var all = deck.ground().organizations();
        var organizations = new Page<>(all.named(part, asked.limit(), asked.offset()), all.countNamed(part), asked);
        var name = visit.form().text("name").orElse("");
        return visit.page(
                again.status(),
                "dashboard/operator/organizations.jte",
                Section.ORGANIZATIONS,
                texts.get("organizations"),
                frame -> new Organizations(
                        frame,
                        texts,
                        visit.look(),
                        organizations,
                        part,
                        beginning(),
                        new Wish(deck.ground().clocks().newId(), name),
                        again.problems()));
    }

    private Answer create(Visit visit) {
        return Reason.act(visit, shown -> list(visit, shown), (_, again) -> {
            var name = visit.form().text("name").map(String::strip).orElse("");
            if (name.isEmpty() || name.length() > Organization.NAME_LENGTH_MAX) {
                var text = visit.texts(OperatorPages.TEXTS).get("nameWanted", Organization.NAME_LENGTH_MAX);
                return again.apply(new Again(400, Problems.of("name", text)));
            }
            var id = visit.formId().orElseGet(deck.ground().clocks()::newId);
            boolean made = deck.ground().organizations().create(id, name, beginning());
            visit.note(id.toString());
            var texts = visit.texts(OperatorPages.TEXTS);
            return visit.goTo(
                    ORGANIZATIONS + "/" + id,
                    made ? texts.get("organizationMade", name, on(beginning())) : texts.get("organizationThere"));
        });
    }

    /// Returns the initial switches of a new organization.
    private Switches beginning() {
        return deck.ground().sandbox() ? Switches.sandbox() : Switches.live();
    }

    private static String on(Switches switches) {
        return Stream.of(Switch.values())
                .filter(switches::isOn)
                .map(Switch::wire)
                .collect(Collectors.joining(", "));
    }

    Organization found(Visit visit) {
        var all = deck.ground().organizations();
        var id = OperatorPages.id(visit, "organization");
        var stored = all.stored(id).orElseThrow(Refusal.NOT_FOUND::refused);
        // Dual control may turn itself on at this moment.
        return door.hasDualControl(id) ? all.stored(id).orElse(stored) : stored;
    }

    Answer one(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var organization = found(visit);
        var id = organization.id();
        var balances = new Statement(deck.ground().database()).standings(id);
        var users = deck.people().users().list(id);
        var changes = OwnerChangePages.rows(invitations.decisions(), id);
        int clients = deck.people().clients().list(id).size();
        var pairs = organization.switches().pairs().entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
                .toList();
        return visit.page(
                again.status(),
                "dashboard/operator/organization.jte",
                Section.ORGANIZATIONS,
                organization.name(),
                frame -> new One(
                        frame,
                        texts,
                        visit.look(),
                        organization,
                        pairs,
                        offered(organization),
                        new Has(
                                balances,
                                users,
                                clients,
                                changes,
                                OwnerChangePages.obstacles(visit, invitations.decisions(), changes),
                                invitations.waitHours(users)),
                        Map.of(
                                "ownerName", visit.form().text("ownerName").orElse(""),
                                "email", visit.form().text("email").orElse(""),
                                "pair", visit.form().text("pair").orElse("")),
                        again.problems()));
    }

    /// Returns the pairs with a switch: those that rails serve, and those that differ from the common switch.
    private List<PairOffer> offered(Organization organization) {
        var served = deck.ground().references().servedPairs();
        var own = organization.switches().pairs().keySet();
        return PairOffer.all(deck.ground().database()).stream()
                .filter(PairOffer::isOn)
                .filter(pair -> served.stream().anyMatch(pair::isOf)
                        || own.contains(new Switches.Pair(pair.symbol(), pair.currency())))
                .toList();
    }

    private Answer invite(Visit visit) {
        var organization = found(visit);
        return Reason.act(visit, "reason-owner", shown -> one(visit, shown), (reason, again) -> {
            var texts = visit.texts(OperatorPages.TEXTS);
            var email = visit.form().text("email").map(String::strip).orElse("");
            var name = visit.form().text("ownerName").map(String::strip).orElse("");
            var problems = Invitations.problems(texts, email, name);
            if (!problems.isEmpty()) {
                return again.apply(new Again(400, problems));
            }
            var concern = new Concern(
                    organization.id(), null, Map.of("email", email, "ownerName", name, Reason.FIELD, reason));
            return door.concerning(visit, OWNER, List.of(concern), () -> switch (invitations.invite(
                    visit, organization, email, name, reason)) {
                case Answered.Made<String> _ ->
                    visit.goTo(ORGANIZATIONS + "/" + organization.id(), texts.get("ownerInvited", email));
                case Answered.Waits<String>(var change) -> {
                    visit.note(change.request().id().toString());
                    yield visit.goToWarned(OwnerChangePages.address(organization.id()), texts.get("ownerWaits", email));
                }
                case Answered.Refused<String>(var verdict)
                when verdict == OwnerChangeResult.TOO_MANY ->
                    again.apply(new Again(409, Problems.whole(texts.get("ownerChangesMany"))));
                case Answered.Refused<String> _ ->
                    again.apply(new Again(409, Problems.of("email", texts.get("ownerTaken"))));
            });
        });
    }

    /// Returns the invited person, for the audit log.
    private Map<String, String> invitedBefore(Visit visit) {
        var id = visit.form().text("person").orElse("");
        return deck.people().users().list(found(visit).id()).stream()
                .filter(user -> user.id().toString().equals(id))
                .findFirst()
                .map(user -> Map.of("before.email", user.email()))
                .orElse(Map.of());
    }

    private Answer withdraw(Visit visit) {
        var organization = found(visit);
        return Reason.act(visit, "reason-withdraw", shown -> one(visit, shown), (_, again) -> {
            var texts = visit.texts(OperatorPages.TEXTS);
            var person = visit.form().text("person").flatMap(Ids::parse);
            return person.isPresent() && invitations.withdraw(organization, person.get())
                    ? visit.goTo(ORGANIZATIONS + "/" + organization.id(), texts.get("withdrawn"))
                    : again.apply(new Again(409, Problems.whole(texts.get("notWithdrawn"))));
        });
    }

    /// Returns the state of a switch before the change, for the audit log.
    private Map<String, String> switchBefore(Visit visit) {
        var switches = found(visit).switches();
        return visit.form()
                .text("switch")
                .flatMap(Switch::of)
                .map(which -> Map.of("before.state", State.told(switches.isOn(which))))
                .orElse(Map.of());
    }

    /// Returns the state of a pair's switch before the change, in any letter case; a pair that was never switched
    /// has the common state.
    private Map<String, String> pairBefore(Visit visit) {
        var pairs = found(visit).switches().pairs();
        var wanted = visit.form().text("pair").map(String::strip).orElse("");
        return pairs.entrySet().stream()
                .filter(each -> each.getKey().toString().equalsIgnoreCase(wanted))
                .findFirst()
                .map(each -> Map.of("before.state", State.told(each.getValue())))
                .orElse(Map.of("before.state", "standard"));
    }

    private Answer turn(Visit visit) {
        var organization = found(visit);
        return Reason.act(visit, "reason-switch", shown -> one(visit, shown), (_, again) -> {
            var which = visit.form().text("switch").flatMap(Switch::of);
            if (which.isEmpty()) {
                return again.apply(new Again(
                        400,
                        Problems.of("switch", visit.texts(OperatorPages.TEXTS).get("chooseOne"))));
            }
            var state = State.wanted(visit);
            if (state.isEmpty()) {
                return again.apply(State.isUnsaid(visit));
            }
            deck.ground().organizations().turn(organization.id(), which.get(), state.get());
            return done(visit, organization, which.get().wire(), state.get());
        });
    }

    private Answer turnPair(Visit visit) {
        var organization = found(visit);
        return Reason.act(visit, "reason-pair", shown -> one(visit, shown), (_, again) -> {
            var texts = visit.texts(OperatorPages.TEXTS);
            var read = pair(visit.form().text("pair").map(String::strip).orElse(""));
            if (read.isEmpty()) {
                return again.apply(new Again(400, Problems.of("pair", texts.get("pairMalformed"))));
            }
            var pair = read.get();
            var state = State.wanted(visit);
            if (state.isEmpty()) {
                return again.apply(State.isUnsaid(visit));
            }
            if (deck.ground()
                    .references()
                    .pair(pair.tokenSymbol(), pair.currency())
                    .isEmpty()) {
                return again.apply(new Again(400, Problems.of("pair", texts.get("pairUnknown", pair))));
            }
            deck.ground().organizations().turn(organization.id(), pair, state.get());
            return done(visit, organization, pair.toString(), state.get());
        });
    }

    private static Optional<Switches.Pair> pair(String typed) {
        try {
            return Optional.of(Switches.Pair.parse(typed));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Answer done(Visit visit, Organization organization, String what, boolean on) {
        var texts = visit.texts(OperatorPages.TEXTS);
        return visit.goTo(ORGANIZATIONS + "/" + organization.id(), texts.get(on ? "switchedOn" : "switchedOff", what));
    }

    /// List of organizations.
    ///
    /// @param named search text for their names
    /// @param beginning initial switches of a new one
    public record Organizations(
            Frame frame,
            Texts texts,
            Look look,
            Page<Organization> page,
            String named,
            Switches beginning,
            Wish wish,
            Problems problems) {
        public String link(int number) {
            return Links.with(ORGANIZATIONS, Map.of("named", named), "page", String.valueOf(number));
        }
    }

    /// Organization to create.
    ///
    /// @param id that it will have
    /// @param name as it was typed
    public record Wish(UUID id, String name) {}

    /// Data of an organization.
    ///
    /// @param changes ownership changes
    /// @param obstacles reasons for which the visitor cannot approve pending changes, by the changes' ids
    /// @param waitHours hours that a change of its people waits; null if it is made at once
    public record Has(
            List<Statement.Standing> balances,
            List<User> users,
            int clients,
            List<OwnerDecisions.Listed> changes,
            Map<UUID, String> obstacles,
            @Nullable Long waitHours) {
        /// Returns the members whose second factors operators may reset.
        public List<User> helped() {
            return users.stream().filter(SecondFactorPages::mayReset).toList();
        }

        /// Returns invited people who have not signed up yet.
        public List<User> expected() {
            return users.stream()
                    .filter(user -> user.invited() && user.disabledAt().isEmpty())
                    .toList();
        }
    }

    /// Page of an organization.
    ///
    /// @param pairs those that differ from the common switch
    /// @param offered pairs with a switch
    public record One(
            Frame frame,
            Texts texts,
            Look look,
            Organization organization,
            List<Map.Entry<Switches.Pair, Boolean>> pairs,
            List<PairOffer> offered,
            Has has,
            Map<String, String> typed,
            Problems problems) {
        public boolean converts(PairOffer pair) {
            return organization.switches().conversionEnabled(pair.symbol(), pair.currency());
        }

        /// Returns the input of a field, if its form is shown again.
        public String typed(String field) {
            return typed.getOrDefault(field, "");
        }

        /// Returns the texts about ownership changes.
        public Texts changeTexts() {
            return Texts.of(OwnerChangeTexts.BUNDLE, texts.language(), Texts.LANGUAGES_OF_EVERY_PAGE);
        }

        public List<Switch> switches() {
            return List.of(Switch.values());
        }
    }
}
