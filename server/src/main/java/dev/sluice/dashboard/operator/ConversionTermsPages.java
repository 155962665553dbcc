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
import dev.sluice.http.Route;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.money.FeeSchedule;
import dev.sluice.page.Texts;
import dev.sluice.reference.Agreement;
import dev.sluice.reference.Agreement.Kind;
import dev.sluice.reference.Agreement.Scope;
import dev.sluice.reference.Pair;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Pages of an organization's special terms for conversions: the fee of a pair, and the maximum amount.
public final class ConversionTermsPages {
    private static final String CONVERSIONS = OperatorPages.HOME + "/organizations/{organization}/conversions";
    private static final String END = CONVERSIONS + "/end";
    private static final int MAX_DECIMALS = 6;

    private final Door door;
    private final Deck deck;

    ConversionTermsPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(CONVERSIONS, Permission.OPERATE, visit -> show(visit, Again.FIRST, stored(visit))),
                door.actionOn(CONVERSIONS, Permission.OPERATE, this::before, deck::concerned, this::agree),
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

    private static String name(String symbol, String currency) {
        return symbol + "/" + currency;
    }

    private List<Agreement> agreements(UUID organizationId) {
        return Agreed.shown(references().agreements(organizationId), Kind.CONVERSION);
    }

    private Seen stored(Visit visit) {
        return Agreed.seen(agreements(OperatorPages.id(visit, "organization")));
    }

    /// @param seen version of the terms in the form for new ones
    private Answer show(Visit visit, Again again, Seen seen) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var organization = found(visit);
        var agreements = agreements(organization.id());
        var sent = visit.form().all();
        var pairs = references().servedPairs().stream()
                .map(each -> name(each.symbol(), each.currency()))
                .toList();
        return visit.page(
                again.status(),
                "dashboard/operator/conversions.jte",
                Section.ORGANIZATIONS,
                texts.get("conversionsOf", organization.name()),
                frame -> new Conversions(
                        frame, texts, visit.look(), organization, agreements, seen, pairs, sent, again.problems()));
    }

    /// Returns the pair in a form, if it is on offer.
    private Optional<Pair> pair(Visit visit) {
        var wanted = visit.form().text("pair").orElse("");
        return references().servedPairs().stream()
                .filter(each -> name(each.symbol(), each.currency()).equals(wanted))
                .findFirst();
    }

    /// Returns the current agreements, for the audit log.
    private Map<String, String> before(Visit visit) {
        return scope(visit).map(scope -> TermsPages.before(references(), scope)).orElse(Map.of());
    }

    /// Returns the scope of a form, even if its pair is no longer on offer.
    private static Optional<Scope> scope(Visit visit) {
        var parts = visit.form().text("pair").orElse("").split("/", -1);
        return parts.length == 2
                ? Optional.of(new Scope(OperatorPages.id(visit, "organization"), Kind.CONVERSION, parts[0], parts[1]))
                : Optional.empty();
    }

    private Answer agree(Visit visit) {
        var organization = found(visit);
        var seen = Seen.sent(visit);
        return Reason.act(visit, TermsForm.REASON, shown -> show(visit, shown, seen), (_, again) -> {
            var pair = pair(visit);
            var currency = pair.flatMap(each -> references().currency(each.currency()));
            if (pair.isEmpty() || currency.isEmpty()) {
                return again.apply(wrong(visit, Map.of("pair", "chooseOne")));
            }
            var least = pair.get().min();
            var form = new TermsForm(visit.form());
            var faults = form.faults(currency.get().asset(), each -> isLimit(each, least), "conversionMaxWanted");
            if (!faults.isEmpty()) {
                return again.apply(wrong(visit, faults, visit.look().number(least)));
            }
            return new Agreed(visit, deck)
                    .set(
                            form.agreement(Scope.of(organization.id(), pair.get())),
                            currency.get().asset(),
                            again,
                            () -> overtaken(
                                    visit,
                                    TermsForm.REASON,
                                    Seen.told(visit, door.last(visit, CONVERSIONS), door.last(visit, END))),
                            () -> done(visit, organization, "conversionSet"));
        });
    }

    private Answer overtaken(Visit visit, String at, String told) {
        return new Agreed(visit, deck).overtaken(at, told, shown -> show(visit, shown, stored(visit)));
    }

    private static boolean isLimit(BigDecimal max, BigDecimal least) {
        return max.compareTo(least) >= 0 && max.stripTrailingZeros().scale() <= MAX_DECIMALS;
    }

    private Answer end(Visit visit) {
        var organization = found(visit);
        var at = scope(visit).map(TermsPages::endId).orElse(Reason.FIELD);
        return Reason.act(
                visit,
                at,
                shown -> show(visit, shown, stored(visit)),
                (_, _) -> new Agreed(visit, deck)
                        .end(
                                scope(visit).orElseThrow(Refusal.NOT_FOUND::refused),
                                () -> overtaken(
                                        visit,
                                        at,
                                        visit.texts(OperatorPages.TEXTS).get("endOvertaken")),
                                ended -> {
                                    if (!ended) {
                                        throw Refusal.NOT_FOUND.refused();
                                    }
                                    return done(visit, organization, "conversionEnded");
                                }));
    }

    private Answer done(Visit visit, Organization organization, String notice) {
        references().refresh();
        return visit.goTo(
                CONVERSIONS.replace("{organization}", organization.id().toString()),
                visit.texts(OperatorPages.TEXTS)
                        .get(notice, visit.form().text("pair").orElse("")));
    }

    private static Again wrong(Visit visit, Map<String, String> faults, Object... values) {
        return new Again(400, TermsForm.problems(visit.texts(OperatorPages.TEXTS), faults, values));
    }

    /// Terms of an organization's conversions.
    ///
    /// @param seen version of the terms in the form for new ones
    /// @param sent refused form
    public record Conversions(
            Frame frame,
            Texts texts,
            Look look,
            Organization organization,
            List<Agreement> agreements,
            Seen seen,
            List<String> pairs,
            Map<String, String> sent,
            Problems problems) {
        public Conversions {
            agreements = List.copyOf(agreements);
            pairs = List.copyOf(pairs);
            sent = Map.copyOf(sent);
        }

        public String link() {
            return CONVERSIONS.replace("{organization}", organization.id().toString());
        }

        /// Returns the id of the reason field for ending an agreement.
        public String endId(Agreement agreement) {
            return TermsPages.endId(agreement.scope());
        }

        /// Returns the version of an agreement in the form that ends it.
        public Seen seen(Agreement agreement) {
            return Agreed.seen(List.of(agreement));
        }

        public String at(String field) {
            return sent.getOrDefault(field, "");
        }

        public String pair(Agreement agreement) {
            return name(agreement.scope().asset(), agreement.scope().method());
        }

        public String fee(Agreement agreement) {
            return fee(agreement.fee(), agreement.scope().method());
        }

        private String fee(@Nullable FeeSchedule fee, String currency) {
            return fee == null ? texts.get("asForAll") : Leap.told(look, fee, currency);
        }

        public String max(Agreement agreement) {
            var max = agreement.max();
            return max == null
                    ? texts.get("asForAll")
                    : look.money(max, agreement.scope().asset());
        }
    }
}
