package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.money.FeeSchedule;
import dev.sluice.operator.RequiredReason.Rejection;
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

    private final DashboardGuard guard;
    private final OperatorServices services;

    ConversionTermsPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(CONVERSIONS, Permission.OPERATE, context -> show(context, Rejection.FIRST, stored(context))),
                guard.actionOn(CONVERSIONS, Permission.OPERATE, this::before, services::concerned, this::agree),
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

    private static String name(String symbol, String currency) {
        return symbol + "/" + currency;
    }

    private List<Agreement> agreements(UUID organizationId) {
        return Agreed.shown(references().agreements(organizationId), Kind.CONVERSION);
    }

    private FormVersion stored(PageContext context) {
        return Agreed.seen(agreements(OperatorPages.id(context, "organization")));
    }

    /// @param version version of the terms in the form for new ones
    private Answer show(PageContext context, Rejection again, FormVersion version) {
        var texts = context.texts(OperatorPages.TEXTS);
        var organization = load(context);
        var agreements = agreements(organization.id());
        var sent = context.form().all();
        var pairs = references().servedPairs().stream()
                .map(each -> name(each.symbol(), each.currency()))
                .toList();
        return context.page(
                again.status(),
                "operator/conversions.jte",
                Section.ORGANIZATIONS,
                texts.get("conversionsOf", organization.name()),
                frame -> new Conversions(
                        frame,
                        texts,
                        context.formats(),
                        organization,
                        agreements,
                        version,
                        pairs,
                        sent,
                        again.problems()));
    }

    /// Returns the pair in a form, if it is on offer.
    private Optional<Pair> pair(PageContext context) {
        var wanted = context.form().text("pair").orElse("");
        return references().servedPairs().stream()
                .filter(each -> name(each.symbol(), each.currency()).equals(wanted))
                .findFirst();
    }

    /// Returns the current agreements, for the audit log.
    private Map<String, String> before(PageContext context) {
        return scope(context)
                .map(scope -> TermsPages.before(references(), scope))
                .orElse(Map.of());
    }

    /// Returns the scope of a form, even if its pair is no longer on offer.
    private static Optional<Scope> scope(PageContext context) {
        var parts = context.form().text("pair").orElse("").split("/", -1);
        return parts.length == 2
                ? Optional.of(new Scope(OperatorPages.id(context, "organization"), Kind.CONVERSION, parts[0], parts[1]))
                : Optional.empty();
    }

    private Answer agree(PageContext context) {
        var organization = load(context);
        var version = FormVersion.sent(context);
        return RequiredReason.run(context, TermsForm.REASON, shown -> show(context, shown, version), (_, again) -> {
            var pair = pair(context);
            var currency = pair.flatMap(each -> references().currency(each.currency()));
            if (pair.isEmpty() || currency.isEmpty()) {
                return again.apply(wrong(context, Map.of("pair", "chooseOne")));
            }
            var least = pair.get().min();
            var form = new TermsForm(context.form());
            var faults = form.faults(currency.get().asset(), each -> isLimit(each, least), "conversionMaxWanted");
            if (!faults.isEmpty()) {
                return again.apply(wrong(context, faults, context.formats().number(least)));
            }
            return new Agreed(context, services)
                    .set(
                            form.agreement(Scope.of(organization.id(), pair.get())),
                            currency.get().asset(),
                            again,
                            () -> overtaken(
                                    context,
                                    TermsForm.REASON,
                                    FormVersion.conflictMessage(
                                            context, guard.last(context, CONVERSIONS), guard.last(context, END))),
                            () -> done(context, organization, "conversionSet"));
        });
    }

    private Answer overtaken(PageContext context, String at, String told) {
        return new Agreed(context, services).overtaken(at, told, shown -> show(context, shown, stored(context)));
    }

    private static boolean isLimit(BigDecimal max, BigDecimal least) {
        return max.compareTo(least) >= 0 && max.stripTrailingZeros().scale() <= MAX_DECIMALS;
    }

    private Answer end(PageContext context) {
        var organization = load(context);
        var at = scope(context).map(TermsPages::endId).orElse(RequiredReason.FIELD);
        return RequiredReason.run(
                context,
                at,
                shown -> show(context, shown, stored(context)),
                (_, _) -> new Agreed(context, services)
                        .end(
                                scope(context).orElseThrow(Refusal.NOT_FOUND::refused),
                                () -> overtaken(
                                        context,
                                        at,
                                        context.texts(OperatorPages.TEXTS).get("endOvertaken")),
                                ended -> {
                                    if (!ended) {
                                        throw Refusal.NOT_FOUND.refused();
                                    }
                                    return done(context, organization, "conversionEnded");
                                }));
    }

    private Answer done(PageContext context, Organization organization, String notice) {
        references().refresh();
        return context.redirect(
                CONVERSIONS.replace("{organization}", organization.id().toString()),
                context.texts(OperatorPages.TEXTS)
                        .get(notice, context.form().text("pair").orElse("")));
    }

    private static Rejection wrong(PageContext context, Map<String, String> faults, Object... values) {
        return new Rejection(400, TermsForm.problems(context.texts(OperatorPages.TEXTS), faults, values));
    }

    /// Terms of an organization's conversions.
    ///
    /// @param seen version of the terms in the form for new ones
    /// @param sent refused form
    public record Conversions(
            Frame frame,
            Texts texts,
            Formats formats,
            Organization organization,
            List<Agreement> agreements,
            FormVersion seen,
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
        public FormVersion seen(Agreement agreement) {
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
            return fee == null ? texts.get("asForAll") : LargeChangeConfirmation.display(formats, fee, currency);
        }

        public String max(Agreement agreement) {
            var max = agreement.max();
            return max == null
                    ? texts.get("asForAll")
                    : formats.money(max, agreement.scope().asset());
        }
    }
}
