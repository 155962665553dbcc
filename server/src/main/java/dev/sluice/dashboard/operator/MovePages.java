package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Door.Concern;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Exceptions.Case;
import dev.sluice.deposit.Outlook;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.rail.Receipt;
import dev.sluice.reference.DepositMethod;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Moves an unmatched payment to its deposit in steps: the operator names the deposit, reviews it, and confirms with a
/// reason.
public final class MovePages {
    private static final String ACTION = ExceptionPages.ONE + "/move";
    private static final String ORGANIZATION = "organization";
    private static final String DEPOSIT = "deposit";

    private final Door door;
    private final Deck deck;
    private final ExceptionPages cases;

    MovePages(Door door, Deck deck, ExceptionPages cases) {
        this.door = door;
        this.deck = deck;
        this.cases = cases;
    }

    List<Route> routes() {
        return List.of(
                door.page(ACTION, Permission.OPERATE, this::look),
                door.action(ACTION, Permission.OPERATE, this::before, this::move));
    }

    private Answer look(Visit visit) {
        var about = cases.found(visit);
        return cases.isUndecided(about)
                ? page(visit, about, visit.request().query(), Again.FIRST)
                : visit.goToWarned(ExceptionPages.path(about), ExceptionPages.verdict(visit, about));
    }

    /// Returns data about the payment, for the audit log.
    private Map<String, String> before(Visit visit) {
        return ExceptionPages.told(cases.found(visit));
    }

    private Answer move(Visit visit) {
        return Reason.act(visit, shown -> page(visit, cases.found(visit), visit.form(), shown), (reason, again) -> {
            var named = named(visit, visit.form());
            var target = named.deposit();
            if (target == null) {
                return again.apply(new Again(400, named.problems()));
            }
            try {
                return cases.inTime(
                        visit,
                        before -> Objects.equals(before.movedTo(), target.ref()),
                        "movedNow",
                        found -> moved(visit, found, target.ref(), reason));
            } catch (Refused refused) {
                return again.apply(new Again(refused.refusal().status(), problems(visit, refused)));
            }
        });
    }

    private Answer moved(Visit visit, Case about, DepositRef target, String reason) {
        return door.concerning(visit, ACTION, concerned(about, target, reason), () -> {
            deck.exceptions().move(about, target, ExceptionPages.who(visit, reason));
            return visit.goTo(
                    ExceptionPages.path(about), visit.texts(OperatorPages.TEXTS).get("movedNow"));
        });
    }

    /// Returns the audit entries of the organizations involved, each with its own deposit only.
    private static List<Concern> concerned(Case about, DepositRef target, String reason) {
        var concerned = new ArrayList<Concern>();
        boolean same = about.organizationId().equals(target.organizationId());
        if (!same && !about.organizationId().equals(Ledger.HOUSE)) {
            concerned.add(concern(about.organizationId(), about.depositId(), ExceptionPages.told(about), reason));
        }
        var moved = same
                ? ExceptionPages.told(about)
                : Map.of("before.amount", about.amount().toPlainString() + " " + about.asset());
        concerned.add(concern(target.organizationId(), target.depositId(), moved, reason));
        return concerned;
    }

    private static Concern concern(
            UUID organizationId, @Nullable UUID depositId, Map<String, String> told, String reason) {
        var fields = new LinkedHashMap<>(told);
        fields.put(Reason.FIELD, reason);
        return new Concern(organizationId, depositId == null ? null : depositId.toString(), fields);
    }

    /// Returns the problems, in the page's own texts if it has them.
    private static Problems problems(Visit visit, Refused refused) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var byField = new LinkedHashMap<String, String>();
        for (Detail detail : refused.details()) {
            byField.put(
                    detail.field(),
                    texts.find("misfit." + detail.code())
                            .or(() -> texts.find("misfit." + detail.field()))
                            .orElseGet(() -> visit.wording().of(detail.message())));
        }
        var whole = byField.isEmpty() ? visit.wording().of(refused.text()) : String.join(" ", byField.values());
        return new Problems(whole, byField);
    }

    private Answer page(Visit visit, Case about, Query given, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var receipt = deck.exceptions().receipt(about);
        var named = Chosen.isFinding(visit) ? Named.nothing(given) : named(visit, given);
        var deposit = named.deposit();
        var target = deposit == null ? null : target(visit, about, receipt, deposit);
        var problems = again.problems().isEmpty() ? named.problems() : again.problems();
        if (problems.isEmpty() && target != null && target.outlook().misfit().isPresent()) {
            var misfit = target.outlook().misfit().get();
            problems = Problems.of(DEPOSIT, texts.get("misfit." + misfit));
        }
        var shown = problems;
        return visit.page(
                again.status() == 200 && !named.problems().isEmpty() ? 400 : again.status(),
                "dashboard/operator/move.jte",
                Section.EXCEPTIONS,
                texts.get("moveTitle", visit.look().money(about.amount(), about.asset())),
                frame -> new Move(
                        frame,
                        texts,
                        OperatorPages.look(visit),
                        about,
                        cases.isUndecided(about),
                        cases.owner(texts, about.organizationId()),
                        receipt,
                        new Choice(
                                Chosen.of(deck.ground().organizations(), given, Ids.parse(named.organization())),
                                named.typed()),
                        target,
                        shown));
    }

    /// Deposit named in a form, or the form's problems.
    private record Named(
            String organization, String typed, @Nullable Deposit deposit, Problems problems) {
        /// Returns the empty state during the search for an organization.
        static Named nothing(Query given) {
            return new Named(
                    given.text(ORGANIZATION).orElse(""), given.text(DEPOSIT).orElse(""), null, Problems.none());
        }
    }

    private Named named(Visit visit, Query given) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var organization = given.text(ORGANIZATION).map(String::strip).orElse("");
        var typed = given.text(DEPOSIT).map(String::strip).orElse("");
        var owner = Ids.parse(organization)
                .flatMap(id -> deck.ground().organizations().find(id));
        if (owner.isEmpty()) {
            return new Named(organization, typed, null, Problems.of(ORGANIZATION, texts.get("chooseOne")));
        }
        if (typed.isEmpty()) {
            return new Named(organization, typed, null, Problems.of(DEPOSIT, texts.get("moveDepositWanted")));
        }
        var found = deck.exceptions().target(owner.get().id(), typed).orElse(null);
        var problems = found == null ? Problems.of(DEPOSIT, texts.get("misfit.NOT_FOUND")) : Problems.none();
        return new Named(organization, typed, found, problems);
    }

    private Target target(Visit visit, Case about, Receipt receipt, Deposit deposit) {
        var outlook = deck.exceptions().outlook(about, receipt, deposit);
        var names = visit.texts("dashboard.deposits");
        var asked = deposit.asked().priced().input();
        var method = deck.ground()
                .references()
                .depositMethod(asked.asset().code(), deposit.instructions().method())
                .map(DepositMethod::name)
                .orElse(deposit.instructions().method());
        return new Target(
                deposit,
                deck.nameOf(deposit.organizationId()),
                method,
                outlook,
                outlook.labels().stream()
                        .sorted()
                        .map(label -> names.get("label." + label))
                        .toList());
    }

    /// Returns the link to the page that asks for the deposit.
    static String link(Case about) {
        return ExceptionPages.path(about) + "/move";
    }

    /// Input: the organization and the deposit's id or reference.
    public record Choice(Chosen organizations, String deposit) {
        /// Returns a choice with only the organization that received the money, if there is one.
        static Choice of(Chosen organizations) {
            return new Choice(organizations, "");
        }
    }

    /// Named deposit, and the expected result of the move.
    public record Target(Deposit deposit, String organization, String method, Outlook outlook, List<String> labels) {
        public boolean isFit() {
            return outlook.misfit().isEmpty();
        }
    }

    /// Model of the page.
    ///
    /// @param undecided true if a decision is open
    public record Move(
            Frame frame,
            Texts texts,
            Look look,
            Case about,
            boolean undecided,
            String organization,
            Receipt receipt,
            Choice choice,
            @Nullable Target target,
            Problems problems) {
        public String link() {
            return MovePages.link(about);
        }

        public String back() {
            return ExceptionPages.path(about);
        }

        /// Returns the deposit if it can take the money.
        public Optional<Target> fit() {
            return Optional.ofNullable(target).filter(each -> undecided && each.isFit());
        }
    }
}
