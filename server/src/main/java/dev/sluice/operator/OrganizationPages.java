package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.DashboardGuard.Concern;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
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
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.ownership.ChangeAnswer;
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

    private final DashboardGuard guard;
    private final OperatorServices services;
    private final Invitations invitations;

    OrganizationPages(DashboardGuard guard, OperatorServices services, Invitations invitations) {
        this.guard = guard;
        this.services = services;
        this.invitations = invitations;
    }

    List<Route> routes() {
        return List.of(
                guard.page(ORGANIZATIONS, Permission.OPERATE, context -> list(context, Rejection.FIRST)),
                guard.action(ORGANIZATIONS, Permission.OPERATE, this::create),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.action(OWNER, Permission.OPERATE, this::invite),
                guard.actionOn(
                        ONE + "/withdraw",
                        Permission.OPERATE,
                        this::invitedBefore,
                        services::concerned,
                        this::withdraw),
                guard.sensitiveOn(
                        ONE + "/switch", Permission.OPERATE, this::switchBefore, services::concerned, this::setSwitch),
                guard.actionOn(
                        ONE + "/conversion", Permission.OPERATE, this::pairBefore, services::concerned, this::setPair));
    }

    private Answer list(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var searchText = OperatorPages.parameter(context, "organizationName")
                .map(String::strip)
                .orElse("");
        var requested = OperatorPages.page(context);
        var all = services.core().organizations();
        var organizations = new Page<>(
                all.named(searchText, requested.limit(), requested.offset()), all.countNamed(searchText), requested);
        var name = context.form().text("name").orElse("");
        return context.page(
                again.status(),
                "operator/organizations.jte",
                Section.ORGANIZATIONS,
                texts.get("organizations"),
                frame -> new Organizations(
                        frame,
                        texts,
                        context.formats(),
                        organizations,
                        searchText,
                        initialSwitches(),
                        new NewOrganization(services.core().clocks().newId(), name),
                        again.problems()));
    }

    private Answer create(PageContext context) {
        return RequiredReason.run(context, shown -> list(context, shown), (_, again) -> {
            var name = context.form().text("name").map(String::strip).orElse("");
            if (name.isEmpty() || name.length() > Organization.NAME_LENGTH_MAX) {
                var text = context.texts(OperatorPages.TEXTS).get("nameInvalid", Organization.NAME_LENGTH_MAX);
                return again.apply(new Rejection(400, Problems.of("name", text)));
            }
            var id = context.formId().orElseGet(services.core().clocks()::newId);
            boolean created = services.core().organizations().create(id, name, initialSwitches());
            context.recordCreated(id.toString());
            var texts = context.texts(OperatorPages.TEXTS);
            return context.redirect(
                    ORGANIZATIONS + "/" + id,
                    created
                            ? texts.get("organizationMade", name, on(initialSwitches()))
                            : texts.get("organizationExists"));
        });
    }

    /// Returns the initial switches of a new organization.
    private Switches initialSwitches() {
        return services.core().sandbox() ? Switches.sandbox() : Switches.live();
    }

    private static String on(Switches switches) {
        return Stream.of(Switch.values())
                .filter(switches::isOn)
                .map(Switch::wire)
                .collect(Collectors.joining(", "));
    }

    Organization load(PageContext context) {
        var all = services.core().organizations();
        var id = OperatorPages.id(context, "organization");
        var stored = all.stored(id).orElseThrow(Refusal.NOT_FOUND::refused);
        // Dual control may turn itself on at this moment.
        return guard.hasDualControl(id) ? all.stored(id).orElse(stored) : stored;
    }

    Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var organization = load(context);
        var id = organization.id();
        var balances = new Statement(services.core().database()).balances(id);
        var users = services.people().users().list(id);
        var changes = OwnerChangePages.rows(invitations.decisions(), id);
        int clients = services.people().clients().list(id).size();
        var pairs = organization.switches().pairs().entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
                .toList();
        return context.page(
                again.status(),
                "operator/organization.jte",
                Section.ORGANIZATIONS,
                organization.name(),
                frame -> new OrganizationPage(
                        frame,
                        texts,
                        context.formats(),
                        organization,
                        pairs,
                        offered(organization),
                        new OrganizationData(
                                balances,
                                users,
                                clients,
                                changes,
                                OwnerChangePages.obstacles(context, invitations.decisions(), changes),
                                invitations.waitHours(users)),
                        Map.of(
                                "ownerName", context.form().text("ownerName").orElse(""),
                                "email", context.form().text("email").orElse(""),
                                "pair", context.form().text("pair").orElse("")),
                        again.problems()));
    }

    /// Returns the pairs with a switch: those that rails serve, and those that differ from the common switch.
    private List<PairOffer> offered(Organization organization) {
        var served = services.core().references().servedPairs();
        var own = organization.switches().pairs().keySet();
        return PairOffer.all(services.core().database()).stream()
                .filter(PairOffer::isOn)
                .filter(pair -> served.stream().anyMatch(pair::isOf)
                        || own.contains(new Switches.Pair(pair.symbol(), pair.currency())))
                .toList();
    }

    private Answer invite(PageContext context) {
        var organization = load(context);
        return RequiredReason.run(context, "reason-owner", shown -> detail(context, shown), (reason, again) -> {
            var texts = context.texts(OperatorPages.TEXTS);
            var email = context.form().text("email").map(String::strip).orElse("");
            var name = context.form().text("ownerName").map(String::strip).orElse("");
            var problems = Invitations.problems(texts, email, name);
            if (!problems.isEmpty()) {
                return again.apply(new Rejection(400, problems));
            }
            var concern = new Concern(
                    organization.id(), null, Map.of("email", email, "ownerName", name, RequiredReason.FIELD, reason));
            return guard.concerning(context, OWNER, List.of(concern), () -> switch (invitations.invite(
                    context, organization, email, name, reason)) {
                case ChangeAnswer.Created<String> _ ->
                    context.redirect(ORGANIZATIONS + "/" + organization.id(), texts.get("ownerInvited", email));
                case ChangeAnswer.Pending<String>(var change) -> {
                    context.recordCreated(change.request().id().toString());
                    yield context.redirectWithWarning(
                            OwnerChangePages.address(organization.id()), texts.get("ownerPending", email));
                }
                case ChangeAnswer.Refused<String>(var result)
                when result == OwnerChangeResult.TOO_MANY ->
                    again.apply(new Rejection(409, Problems.general(texts.get("ownerChangesMany"))));
                case ChangeAnswer.Refused<String> _ ->
                    again.apply(new Rejection(409, Problems.of("email", texts.get("ownerTaken"))));
            });
        });
    }

    /// Returns the invited person, for the audit log.
    private Map<String, String> invitedBefore(PageContext context) {
        var id = context.form().text("person").orElse("");
        return services.people().users().list(load(context).id()).stream()
                .filter(user -> user.id().toString().equals(id))
                .findFirst()
                .map(user -> Map.of("before.email", user.email()))
                .orElse(Map.of());
    }

    private Answer withdraw(PageContext context) {
        var organization = load(context);
        return RequiredReason.run(context, "reason-withdraw", shown -> detail(context, shown), (_, again) -> {
            var texts = context.texts(OperatorPages.TEXTS);
            var person = context.form().text("person").flatMap(Ids::parse);
            return person.isPresent() && invitations.withdraw(organization, person.get())
                    ? context.redirect(ORGANIZATIONS + "/" + organization.id(), texts.get("withdrawn"))
                    : again.apply(new Rejection(409, Problems.general(texts.get("notWithdrawn"))));
        });
    }

    /// Returns the state of a switch before the change, for the audit log.
    private Map<String, String> switchBefore(PageContext context) {
        var switches = load(context).switches();
        return context.form()
                .text("switch")
                .flatMap(Switch::of)
                .map(selected -> Map.of("before.state", State.text(switches.isOn(selected))))
                .orElse(Map.of());
    }

    /// Returns the state of a pair's switch before the change, in any letter case; a pair that was never switched
    /// has the common state.
    private Map<String, String> pairBefore(PageContext context) {
        var pairs = load(context).switches().pairs();
        var requested = context.form().text("pair").map(String::strip).orElse("");
        return pairs.entrySet().stream()
                .filter(each -> each.getKey().toString().equalsIgnoreCase(requested))
                .findFirst()
                .map(each -> Map.of("before.state", State.text(each.getValue())))
                .orElse(Map.of("before.state", "standard"));
    }

    private Answer setSwitch(PageContext context) {
        var organization = load(context);
        return RequiredReason.run(context, "reason-switch", shown -> detail(context, shown), (_, again) -> {
            var selected = context.form().text("switch").flatMap(Switch::of);
            if (selected.isEmpty()) {
                return again.apply(new Rejection(
                        400,
                        Problems.of("switch", context.texts(OperatorPages.TEXTS).get("chooseOne"))));
            }
            var state = State.requested(context);
            if (state.isEmpty()) {
                return again.apply(State.missing(context));
            }
            services.core().organizations().setSwitch(organization.id(), selected.get(), state.get());
            return done(context, organization, selected.get().wire(), state.get());
        });
    }

    private Answer setPair(PageContext context) {
        var organization = load(context);
        return RequiredReason.run(context, "reason-pair", shown -> detail(context, shown), (_, again) -> {
            var texts = context.texts(OperatorPages.TEXTS);
            var read = pair(context.form().text("pair").map(String::strip).orElse(""));
            if (read.isEmpty()) {
                return again.apply(new Rejection(400, Problems.of("pair", texts.get("pairMalformed"))));
            }
            var pair = read.get();
            var state = State.requested(context);
            if (state.isEmpty()) {
                return again.apply(State.missing(context));
            }
            if (services.core()
                    .references()
                    .pair(pair.tokenSymbol(), pair.currency())
                    .isEmpty()) {
                return again.apply(new Rejection(400, Problems.of("pair", texts.get("pairUnknown", pair))));
            }
            services.core().organizations().setSwitch(organization.id(), pair, state.get());
            return done(context, organization, pair.toString(), state.get());
        });
    }

    private static Optional<Switches.Pair> pair(String input) {
        try {
            return Optional.of(Switches.Pair.parse(input));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Answer done(PageContext context, Organization organization, String name, boolean on) {
        var texts = context.texts(OperatorPages.TEXTS);
        return context.redirect(
                ORGANIZATIONS + "/" + organization.id(), texts.get(on ? "switchedOn" : "switchedOff", name));
    }

    /// List of organizations.
    ///
    /// @param named search text for their names
    /// @param initialSwitches initial switches of a new one
    public record Organizations(
            Frame frame,
            Texts texts,
            Formats formats,
            Page<Organization> page,
            String named,
            Switches initialSwitches,
            NewOrganization newOrganization,
            Problems problems) {
        public String link(int number) {
            return Links.with(ORGANIZATIONS, Map.of("organizationName", named), "page", String.valueOf(number));
        }
    }

    /// Organization to create.
    ///
    /// @param id that it will have
    /// @param name as it was typed
    public record NewOrganization(UUID id, String name) {}

    /// Data of an organization.
    ///
    /// @param changes ownership changes
    /// @param obstacles reasons for which the visitor cannot approve pending changes, by the changes' ids
    /// @param waitHours hours that a change of its people waits; null if it is made at once
    public record OrganizationData(
            List<Statement.AssetBalance> balances,
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
        public List<User> invited() {
            return users.stream()
                    .filter(user -> user.invited() && user.disabledAt().isEmpty())
                    .toList();
        }
    }

    /// Page of an organization.
    ///
    /// @param pairs those that differ from the common switch
    /// @param offered pairs with a switch
    public record OrganizationPage(
            Frame frame,
            Texts texts,
            Formats formats,
            Organization organization,
            List<Map.Entry<Switches.Pair, Boolean>> pairs,
            List<PairOffer> offered,
            OrganizationData data,
            Map<String, String> input,
            Problems problems) {
        public boolean converts(PairOffer pair) {
            return organization.switches().conversionEnabled(pair.symbol(), pair.currency());
        }

        /// Returns the input of a field, if its form is shown again.
        public String input(String field) {
            return input.getOrDefault(field, "");
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
