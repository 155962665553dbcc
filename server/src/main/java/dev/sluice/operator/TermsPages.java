package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.reference.Agreement;
import dev.sluice.reference.Agreement.Kind;
import dev.sluice.reference.Agreement.Scope;
import dev.sluice.reference.Currency;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.reference.Terms;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of an organization's special terms: fees and maximum amounts.
public final class TermsPages {
    private static final String TERMS = OperatorPages.HOME + "/organizations/{organization}/terms";
    private static final String END = TERMS + "/end";
    private static final List<Kind> KINDS = List.of(Kind.PAYOUT, Kind.DEPOSIT);

    private final DashboardGuard guard;
    private final OperatorServices services;

    TermsPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(TERMS, Permission.OPERATE, context -> show(context, Rejection.FIRST, stored(context))),
                guard.actionOn(TERMS, Permission.OPERATE, this::before, services::concerned, this::agree),
                guard.actionOn(END, Permission.OPERATE, this::before, services::concerned, this::end));
    }

    private References references() {
        return services.core().references();
    }

    private Organization load(PageContext context) {
        return services.core()
                .organizations()
                .find(OperatorPages.id(context, "organization"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private List<Agreement> agreements(UUID organizationId) {
        return Agreed.shown(references().agreements(organizationId), Kind.PAYOUT);
    }

    private FormVersion stored(PageContext context) {
        return Agreed.seen(agreements(OperatorPages.id(context, "organization")));
    }

    /// @param version version of the terms in the form for new ones
    private Answer show(PageContext context, Rejection again, FormVersion version) {
        var texts = context.texts(OperatorPages.TEXTS);
        var organization = load(context);
        var agreements = agreements(organization.id());
        var assets = Stream.concat(
                        references().servedCurrencies().stream().map(Currency::code),
                        references().tokens().stream().map(Token::id))
                .toList();
        var typed = TermsInput.of(context.form());
        return context.page(
                again.status(),
                "operator/terms.jte",
                Section.ORGANIZATIONS,
                texts.get("termsOf", organization.name()),
                frame -> new OrganizationTerms(
                        frame,
                        texts,
                        context.formats(),
                        organization,
                        agreements,
                        version,
                        assets,
                        ways(),
                        typed,
                        again.problems()));
    }

    /// Returns the selectable methods, each once.
    private List<MethodChoice> ways() {
        return Stream.concat(
                        references().payoutMethods().stream()
                                .map(each -> new MethodChoice(each.bankCode(), each.bankName(), each.currency())),
                        references().depositMethods().stream()
                                .map(each -> new MethodChoice(each.bankCode(), each.name(), each.currency())))
                .distinct()
                .toList();
    }

    /// Returns the current agreements, for the audit log.
    private Map<String, String> before(PageContext context) {
        return scope(context, context.form())
                .map(scope -> before(references(), scope))
                .orElse(Map.of());
    }

    static Map<String, String> before(References references, Scope scope) {
        // Another node may have changed it since this one looked.
        references.refresh();
        var agreed = references.agreements(scope.organizationId()).stream()
                .filter(each -> each.scope().equals(scope))
                .findFirst();
        return Map.of(
                "before.fee", auditText(agreed.map(Agreement::fee).orElse(null)),
                "before.max", auditText(agreed.map(Agreement::max).orElse(null)));
    }

    static String auditText(@Nullable Object what) {
        return switch (what) {
            case null -> "standard";
            case FeeSchedule fee ->
                fee.flat().toPlainString() + " + " + fee.percentage().toPlainString() + "%";
            case BigDecimal number -> number.toPlainString();
            default -> what.toString();
        };
    }

    private static Optional<Scope> scope(PageContext context, Query form) {
        var kind = KINDS.stream()
                .filter(each -> each.name().equals(form.text("kind").orElse("")))
                .findFirst();
        return kind.map(each -> new Scope(
                OperatorPages.id(context, "organization"),
                each,
                form.text("asset").orElse(""),
                form.text("method").map(String::strip).orElse("")));
    }

    private Answer agree(PageContext context) {
        var organization = load(context);
        var version = FormVersion.sent(context);
        return RequiredReason.run(context, TermsForm.REASON, shown -> show(context, shown, version), (_, again) -> {
            var scope = scope(context, context.form());
            var standard = scope.map(this::standard).orElse(List.of());
            if (scope.isEmpty() || standard.isEmpty()) {
                return again.apply(wrong(context, Map.of("method", "termsMethodWanted")));
            }
            var asset = standard.getFirst().min().asset();
            var form = new TermsForm(context.form());
            var faults = form.faults(asset, each -> isLimit(each, asset, standard), "termsMaxWanted");
            if (!faults.isEmpty()) {
                return again.apply(wrong(context, faults));
            }
            return new Agreed(context, services)
                    .set(
                            form.agreement(scope.get()),
                            asset,
                            again,
                            () -> overtaken(
                                    context,
                                    TermsForm.REASON,
                                    FormVersion.conflictMessage(
                                            context, guard.last(context, TERMS), guard.last(context, END))),
                            () -> done(context, organization, "termsSet"));
        });
    }

    private Answer overtaken(PageContext context, String at, String told) {
        return new Agreed(context, services).overtaken(at, told, shown -> show(context, shown, stored(context)));
    }

    /// Returns the id of the reason field for ending an agreement.
    static String endId(Scope scope) {
        return RequiredReason.at(scope.kind().name(), scope.asset(), scope.method());
    }

    private Answer end(PageContext context) {
        var organization = load(context);
        var at = scope(context, context.form()).map(TermsPages::endId).orElse(RequiredReason.FIELD);
        return RequiredReason.run(
                context,
                at,
                shown -> show(context, shown, stored(context)),
                (_, _) -> new Agreed(context, services)
                        .end(
                                scope(context, context.form()).orElseThrow(Refusal.NOT_FOUND::refused),
                                () -> overtaken(
                                        context,
                                        at,
                                        context.texts(OperatorPages.TEXTS).get("endOvertaken")),
                                _ -> done(context, organization, "termsEnded")));
    }

    private Answer done(PageContext context, Organization organization, String notice) {
        references().refresh();
        return context.redirect(
                TERMS.replace("{organization}", organization.id().toString()),
                context.texts(OperatorPages.TEXTS).get(notice, organization.name()));
    }

    /// A limit for several methods has to allow the minimum amount of each.
    private static boolean isLimit(BigDecimal max, Asset asset, List<Terms> standard) {
        return Money.isWrittenFor(max, asset)
                && standard.stream().allMatch(terms -> Money.exactly(max, asset).compareTo(terms.min()) >= 0);
    }

    /// Returns the standard terms of a scope; empty if the scope matches nothing.
    private List<Terms> standard(Scope scope) {
        if (scope.method().isEmpty() && references().token(scope.asset()).isPresent()) {
            return references().token(scope.asset()).stream()
                    .map(token -> scope.kind() == Kind.PAYOUT ? token.payout() : token.deposit())
                    .toList();
        }
        return switch (scope.kind()) {
            case PAYOUT ->
                references().payoutMethods(scope.asset()).stream()
                        .filter(method ->
                                scope.method().isEmpty() || method.bankCode().equals(scope.method()))
                        .map(PayoutMethod::terms)
                        .toList();
            case DEPOSIT ->
                references().depositMethods(scope.asset()).stream()
                        .filter(method ->
                                scope.method().isEmpty() || method.bankCode().equals(scope.method()))
                        .map(DepositMethod::terms)
                        .toList();
            case CONVERSION -> List.of();
        };
    }

    private static Rejection wrong(PageContext context, Map<String, String> faults) {
        return new Rejection(400, TermsForm.problems(context.texts(OperatorPages.TEXTS), faults));
    }

    /// Values of the form.
    public record TermsInput(String kind, String asset, String method, String flat, String percentage, String max) {
        static TermsInput of(Query form) {
            return new TermsInput(
                    form.text("kind").orElse(""),
                    form.text("asset").orElse(""),
                    form.text("method").orElse(""),
                    form.text("flat").orElse(""),
                    form.text("percentage").orElse(""),
                    form.text("max").orElse(""));
        }
    }

    /// Method: its code, name and currency.
    public record MethodChoice(String code, String name, String currency) {}

    /// Terms of an organization.
    ///
    /// @param seen version of the terms in the form for new ones
    public record OrganizationTerms(
            Frame frame,
            Texts texts,
            Formats formats,
            Organization organization,
            List<Agreement> agreements,
            FormVersion seen,
            List<String> assets,
            List<MethodChoice> methods,
            TermsInput input,
            Problems problems) {
        /// Returns the id of the reason field for ending an agreement.
        public String endId(Agreement agreement) {
            return TermsPages.endId(agreement.scope());
        }

        /// Returns the version of an agreement in the form that ends it.
        public FormVersion seen(Agreement agreement) {
            return Agreed.seen(List.of(agreement));
        }

        public List<Kind> kinds() {
            return KINDS;
        }

        public String link() {
            return TERMS.replace("{organization}", organization.id().toString());
        }

        public String fee(Agreement agreement) {
            var fee = agreement.fee();
            return fee == null
                    ? texts.get("asForAll")
                    : LargeChangeConfirmation.display(
                            formats, fee, agreement.scope().asset());
        }

        public String max(Agreement agreement) {
            var max = agreement.max();
            return max == null
                    ? texts.get("asForAll")
                    : formats.money(max, agreement.scope().asset());
        }
    }
}
