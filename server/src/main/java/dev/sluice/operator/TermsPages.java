package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.merchant.Organization;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.reference.Agreement;
import dev.sluice.reference.Agreement.Kind;
import dev.sluice.reference.Agreement.Scope;
import dev.sluice.reference.Currency;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.Terms;
import dev.sluice.reference.Token;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Page of an organization's special terms for payouts and deposits: fees and maximum amounts.
public final class TermsPages extends AgreementPages {
    private static final List<Kind> KINDS = List.of(Kind.PAYOUT, Kind.DEPOSIT);

    TermsPages(DashboardGuard guard, OperatorServices services) {
        super(guard, services, HOME + "/terms", KINDS, "termsSet", "termsEnded");
    }

    @Override
    Answer page(PageContext context, Organization organization, Rejection again, FormVersion version) {
        var listed = listed(context, organization, version);
        var assets = Stream.concat(
                        references().servedCurrencies().stream().map(Currency::code),
                        references().tokens().stream().map(Token::id))
                .toList();
        var input = TermsInput.of(context.form());
        return context.page(
                again.status(),
                "operator/terms.jte",
                Section.ORGANIZATIONS,
                listed.texts().get("termsOf", organization.name()),
                frame -> new OrganizationTerms(frame, listed, assets, methods(), input, again.problems()));
    }

    /// Returns the selectable methods, each once.
    private List<MethodChoice> methods() {
        return Stream.concat(
                        references().payoutMethods().stream()
                                .map(each -> new MethodChoice(each.bankCode(), each.bankName(), each.currency())),
                        references().depositMethods().stream()
                                .map(each -> new MethodChoice(each.bankCode(), each.name(), each.currency())))
                .distinct()
                .toList();
    }

    @Override
    Optional<Scope> scope(PageContext context) {
        var form = context.form();
        return KINDS.stream()
                .filter(each -> each.name().equals(form.text("kind").orElse("")))
                .findFirst()
                .map(kind -> new Scope(
                        OperatorPages.id(context, "organization"),
                        kind,
                        form.text("asset").orElse(""),
                        form.text("method").map(String::strip).orElse("")));
    }

    @Override
    Checked check(PageContext context) {
        var scope = scope(context);
        var standard = scope.map(this::standard).orElse(List.of());
        if (scope.isEmpty() || standard.isEmpty()) {
            return new Checked.Wrong(Map.of("method", "termsMethodInvalid"));
        }
        var asset = standard.getFirst().min().asset();
        var faults =
                new TermsForm(context.form()).faults(asset, each -> isLimit(each, asset, standard), "termsMaxInvalid");
        return Checked.of(faults, scope.get(), asset);
    }

    @Override
    String name(PageContext context, Organization organization) {
        return organization.name();
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
    public record OrganizationTerms(
            Frame frame,
            Listed terms,
            List<String> assets,
            List<MethodChoice> methods,
            TermsInput input,
            Problems problems) {
        public OrganizationTerms {
            assets = List.copyOf(assets);
            methods = List.copyOf(methods);
        }

        public List<Kind> kinds() {
            return KINDS;
        }

        public String fee(Agreement agreement) {
            return terms.fee(agreement, agreement.scope().asset());
        }
    }
}
