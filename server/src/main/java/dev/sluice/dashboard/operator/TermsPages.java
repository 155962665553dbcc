package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
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

    private final Door door;
    private final Deck deck;

    TermsPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(TERMS, Permission.OPERATE, visit -> show(visit, Again.FIRST, stored(visit))),
                door.actionOn(TERMS, Permission.OPERATE, this::before, deck::concerned, this::agree),
                door.actionOn(END, Permission.OPERATE, this::before, deck::concerned, this::end));
    }

    private References references() {
        return deck.ground().references();
    }

    private Organization found(Visit visit) {
        return deck.ground()
                .organizations()
                .find(OperatorPages.id(visit, "organization"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private List<Agreement> agreements(UUID organizationId) {
        return Agreed.shown(references().agreements(organizationId), Kind.PAYOUT);
    }

    private Seen stored(Visit visit) {
        return Agreed.seen(agreements(OperatorPages.id(visit, "organization")));
    }

    /// @param seen version of the terms in the form for new ones
    private Answer show(Visit visit, Again again, Seen seen) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var organization = found(visit);
        var agreements = agreements(organization.id());
        var assets = Stream.concat(
                        references().servedCurrencies().stream().map(Currency::code),
                        references().tokens().stream().map(Token::id))
                .toList();
        var typed = Typed.of(visit.form());
        return visit.page(
                again.status(),
                "dashboard/operator/terms.jte",
                Section.ORGANIZATIONS,
                texts.get("termsOf", organization.name()),
                frame -> new OrganizationTerms(
                        frame,
                        texts,
                        visit.look(),
                        organization,
                        agreements,
                        seen,
                        assets,
                        ways(),
                        typed,
                        again.problems()));
    }

    /// Returns the selectable methods, each once.
    private List<Way> ways() {
        return Stream.concat(
                        references().payoutMethods().stream()
                                .map(each -> new Way(each.bankCode(), each.bankName(), each.currency())),
                        references().depositMethods().stream()
                                .map(each -> new Way(each.bankCode(), each.name(), each.currency())))
                .distinct()
                .toList();
    }

    /// Returns the current agreements, for the audit log.
    private Map<String, String> before(Visit visit) {
        return scope(visit, visit.form())
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
                "before.fee", told(agreed.map(Agreement::fee).orElse(null)),
                "before.max", told(agreed.map(Agreement::max).orElse(null)));
    }

    static String told(@Nullable Object what) {
        return switch (what) {
            case null -> "standard";
            case FeeSchedule fee ->
                fee.flat().toPlainString() + " + " + fee.percentage().toPlainString() + "%";
            case BigDecimal number -> number.toPlainString();
            default -> what.toString();
        };
    }

    private static Optional<Scope> scope(Visit visit, Query form) {
        var kind = KINDS.stream()
                .filter(each -> each.name().equals(form.text("kind").orElse("")))
                .findFirst();
        return kind.map(each -> new Scope(
                OperatorPages.id(visit, "organization"),
                each,
                form.text("asset").orElse(""),
                form.text("method").map(String::strip).orElse("")));
    }

    private Answer agree(Visit visit) {
        var organization = found(visit);
        var seen = Seen.sent(visit);
        return Reason.act(visit, TermsForm.REASON, shown -> show(visit, shown, seen), (_, again) -> {
            var scope = scope(visit, visit.form());
            var standard = scope.map(this::standard).orElse(List.of());
            if (scope.isEmpty() || standard.isEmpty()) {
                return again.apply(wrong(visit, Map.of("method", "termsMethodWanted")));
            }
            var asset = standard.getFirst().min().asset();
            var form = new TermsForm(visit.form());
            var faults = form.faults(asset, each -> isLimit(each, asset, standard), "termsMaxWanted");
            if (!faults.isEmpty()) {
                return again.apply(wrong(visit, faults));
            }
            return new Agreed(visit, deck)
                    .set(
                            form.agreement(scope.get()),
                            asset,
                            again,
                            () -> overtaken(
                                    visit,
                                    TermsForm.REASON,
                                    Seen.told(visit, door.last(visit, TERMS), door.last(visit, END))),
                            () -> done(visit, organization, "termsSet"));
        });
    }

    private Answer overtaken(Visit visit, String at, String told) {
        return new Agreed(visit, deck).overtaken(at, told, shown -> show(visit, shown, stored(visit)));
    }

    /// Returns the id of the reason field for ending an agreement.
    static String endId(Scope scope) {
        return Reason.at(scope.kind().name(), scope.asset(), scope.method());
    }

    private Answer end(Visit visit) {
        var organization = found(visit);
        var at = scope(visit, visit.form()).map(TermsPages::endId).orElse(Reason.FIELD);
        return Reason.act(
                visit,
                at,
                shown -> show(visit, shown, stored(visit)),
                (_, _) -> new Agreed(visit, deck)
                        .end(
                                scope(visit, visit.form()).orElseThrow(Refusal.NOT_FOUND::refused),
                                () -> overtaken(
                                        visit,
                                        at,
                                        visit.texts(OperatorPages.TEXTS).get("endOvertaken")),
                                _ -> done(visit, organization, "termsEnded")));
    }

    private Answer done(Visit visit, Organization organization, String notice) {
        references().refresh();
        return visit.goTo(
                TERMS.replace("{organization}", organization.id().toString()),
                visit.texts(OperatorPages.TEXTS).get(notice, organization.name()));
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

    private static Again wrong(Visit visit, Map<String, String> faults) {
        return new Again(400, TermsForm.problems(visit.texts(OperatorPages.TEXTS), faults));
    }

    /// Values of the form.
    public record Typed(String kind, String asset, String method, String flat, String percentage, String max) {
        static Typed of(Query form) {
            return new Typed(
                    form.text("kind").orElse(""),
                    form.text("asset").orElse(""),
                    form.text("method").orElse(""),
                    form.text("flat").orElse(""),
                    form.text("percentage").orElse(""),
                    form.text("max").orElse(""));
        }
    }

    /// Method: its code, name and currency.
    public record Way(String code, String name, String currency) {}

    /// Terms of an organization.
    ///
    /// @param seen version of the terms in the form for new ones
    public record OrganizationTerms(
            Frame frame,
            Texts texts,
            Look look,
            Organization organization,
            List<Agreement> agreements,
            Seen seen,
            List<String> assets,
            List<Way> ways,
            Typed typed,
            Problems problems) {
        /// Returns the id of the reason field for ending an agreement.
        public String endId(Agreement agreement) {
            return TermsPages.endId(agreement.scope());
        }

        /// Returns the version of an agreement in the form that ends it.
        public Seen seen(Agreement agreement) {
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
                    : Leap.told(look, fee, agreement.scope().asset());
        }

        public String max(Agreement agreement) {
            var max = agreement.max();
            return max == null
                    ? texts.get("asForAll")
                    : look.money(max, agreement.scope().asset());
        }
    }
}
