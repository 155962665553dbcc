package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.DashboardGuard.Concern;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.review.PaymentReviews.Case;
import dev.sluice.deposit.review.ReassignmentPreview;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.rail.IncomingPayment;
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

    private final DashboardGuard guard;
    private final OperatorServices services;
    private final ExceptionPages cases;

    MovePages(DashboardGuard guard, OperatorServices services, ExceptionPages cases) {
        this.guard = guard;
        this.services = services;
        this.cases = cases;
    }

    List<Route> routes() {
        return List.of(
                guard.page(ACTION, Permission.OPERATE, this::review),
                guard.action(ACTION, Permission.OPERATE, this::before, this::move));
    }

    private Answer review(PageContext context) {
        var about = cases.load(context);
        return cases.isUndecided(about)
                ? page(context, about, context.request().query(), Rejection.FIRST)
                : context.redirectWithWarning(ExceptionPages.path(about), ExceptionPages.decisionText(context, about));
    }

    /// Returns data about the payment, for the audit log.
    private Map<String, String> before(PageContext context) {
        return ExceptionPages.auditFields(cases.load(context));
    }

    private Answer move(PageContext context) {
        return RequiredReason.run(
                context, shown -> page(context, cases.load(context), context.form(), shown), (reason, again) -> {
                    var named = named(context, context.form());
                    var target = named.deposit();
                    if (target == null) {
                        return again.apply(new Rejection(400, named.problems()));
                    }
                    try {
                        return cases.decideOnce(
                                context,
                                before -> Objects.equals(before.movedTo(), target.ref()),
                                "movedNow",
                                found -> moved(context, found, target.ref(), reason));
                    } catch (Refused refused) {
                        return again.apply(new Rejection(refused.refusal().status(), problems(context, refused)));
                    }
                });
    }

    private Answer moved(PageContext context, Case about, DepositRef target, String reason) {
        return guard.concerning(context, ACTION, concerned(about, target, reason), () -> {
            services.paymentReviews().move(about, target, ExceptionPages.reviewer(context, reason));
            return context.redirect(
                    ExceptionPages.path(about),
                    context.texts(OperatorPages.TEXTS).get("movedNow"));
        });
    }

    /// Returns the audit entries of the organizations involved, each with its own deposit only.
    private static List<Concern> concerned(Case about, DepositRef target, String reason) {
        var concerned = new ArrayList<Concern>();
        boolean same = about.organizationId().equals(target.organizationId());
        if (!same && !about.organizationId().equals(Ledger.PLATFORM)) {
            concerned.add(
                    concern(about.organizationId(), about.depositId(), ExceptionPages.auditFields(about), reason));
        }
        var moved = same
                ? ExceptionPages.auditFields(about)
                : Map.of("before.amount", about.amount().toPlainString() + " " + about.asset());
        concerned.add(concern(target.organizationId(), target.depositId(), moved, reason));
        return concerned;
    }

    private static Concern concern(
            UUID organizationId, @Nullable UUID depositId, Map<String, String> auditFields, String reason) {
        var fields = new LinkedHashMap<>(auditFields);
        fields.put(RequiredReason.FIELD, reason);
        return new Concern(organizationId, depositId == null ? null : depositId.toString(), fields);
    }

    /// Returns the problems, in the page's own texts if it has them.
    private static Problems problems(PageContext context, Refused refused) {
        var texts = context.texts(OperatorPages.TEXTS);
        var byField = new LinkedHashMap<String, String>();
        for (Detail detail : refused.details()) {
            byField.put(
                    detail.field(),
                    texts.find("obstacle." + detail.code())
                            .or(() -> texts.find("obstacle." + detail.field()))
                            .orElseGet(() -> context.wording().of(detail.message())));
        }
        var text = byField.isEmpty() ? context.wording().of(refused.text()) : String.join(" ", byField.values());
        return new Problems(text, byField);
    }

    private Answer page(PageContext context, Case about, Query query, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var payment = services.paymentReviews().incoming(about);
        var named = OrganizationPicker.isFinding(context) ? NamedDeposit.empty(query) : named(context, query);
        var deposit = named.deposit();
        var target = deposit == null ? null : target(context, about, payment, deposit);
        var problems = again.problems().isEmpty() ? named.problems() : again.problems();
        if (problems.isEmpty() && target != null && target.preview().obstacle().isPresent()) {
            var obstacle = target.preview().obstacle().get();
            problems = Problems.of(DEPOSIT, texts.get("obstacle." + obstacle));
        }
        var shown = problems;
        return context.page(
                again.status() == 200 && !named.problems().isEmpty() ? 400 : again.status(),
                "operator/move.jte",
                Section.EXCEPTIONS,
                texts.get("moveTitle", context.formats().money(about.amount(), about.asset())),
                frame -> new Move(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        about,
                        cases.isUndecided(about),
                        cases.owner(texts, about.organizationId()),
                        payment,
                        new Choice(
                                OrganizationPicker.of(
                                        services.core().organizations(), query, Ids.parse(named.organization())),
                                named.input()),
                        target,
                        shown));
    }

    /// Deposit named in a form, or the form's problems.
    private record NamedDeposit(
            String organization, String input, @Nullable Deposit deposit, Problems problems) {
        /// Returns the empty state during the search for an organization.
        static NamedDeposit empty(Query query) {
            return new NamedDeposit(
                    query.text(ORGANIZATION).orElse(""), query.text(DEPOSIT).orElse(""), null, Problems.none());
        }
    }

    private NamedDeposit named(PageContext context, Query query) {
        var texts = context.texts(OperatorPages.TEXTS);
        var organization = query.text(ORGANIZATION).map(String::strip).orElse("");
        var input = query.text(DEPOSIT).map(String::strip).orElse("");
        var owner = Ids.parse(organization)
                .flatMap(id -> services.core().organizations().find(id));
        if (owner.isEmpty()) {
            return new NamedDeposit(organization, input, null, Problems.of(ORGANIZATION, texts.get("chooseOne")));
        }
        if (input.isEmpty()) {
            return new NamedDeposit(organization, input, null, Problems.of(DEPOSIT, texts.get("moveDepositInvalid")));
        }
        var found = services.paymentReviews().target(owner.get().id(), input).orElse(null);
        var problems = found == null ? Problems.of(DEPOSIT, texts.get("obstacle.NOT_FOUND")) : Problems.none();
        return new NamedDeposit(organization, input, found, problems);
    }

    private Target target(PageContext context, Case about, IncomingPayment payment, Deposit deposit) {
        var preview = services.paymentReviews().preview(about, payment, deposit);
        var names = context.texts("dashboard.deposits");
        var requested = deposit.requested().priced().input();
        var method = services.core()
                .references()
                .depositMethod(requested.asset().code(), deposit.instructions().method())
                .map(DepositMethod::name)
                .orElse(deposit.instructions().method());
        return new Target(
                deposit,
                services.nameOf(deposit.organizationId()),
                method,
                preview,
                preview.labels().stream()
                        .sorted()
                        .map(label -> names.get("label." + label))
                        .toList());
    }

    /// Returns the link to the page that asks for the deposit.
    static String link(Case about) {
        return ExceptionPages.path(about) + "/move";
    }

    /// Input: the organization and the deposit's id or reference.
    public record Choice(OrganizationPicker organizations, String deposit) {
        /// Returns a choice with only the organization that received the money, if there is one.
        static Choice of(OrganizationPicker organizations) {
            return new Choice(organizations, "");
        }
    }

    /// Named deposit, and the expected result of the move.
    public record Target(
            Deposit deposit, String organization, String method, ReassignmentPreview preview, List<String> labels) {
        public boolean isPossible() {
            return preview.obstacle().isEmpty();
        }
    }

    /// Model of the page.
    ///
    /// @param undecided true if a decision is open
    public record Move(
            Frame frame,
            Texts texts,
            Formats formats,
            Case about,
            boolean undecided,
            String organization,
            IncomingPayment payment,
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
        public Optional<Target> possibleTarget() {
            return Optional.ofNullable(target).filter(each -> undecided && each.isPossible());
        }
    }
}
