package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.reference.Agreement;
import dev.sluice.reference.Agreement.Kind;
import dev.sluice.reference.Agreement.Scope;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A page of an organization's special terms, with forms that set and end them. A form is refused if the terms have
/// changed since its page was shown (optimistic lock), and confirmed first if a part of them would be lost.
abstract class AgreementPages {
    static final String HOME = OperatorPages.HOME + "/organizations/{organization}";

    protected final OperatorServices services;
    private final DashboardGuard guard;
    private final String path;
    private final List<Kind> kinds;
    private final String set;
    private final String ended;

    /// @param path of the page; the form that ends terms is posted to `/end` below it
    /// @param set text key of the message after terms were set
    /// @param ended text key of the message after terms were ended
    AgreementPages(
            DashboardGuard guard, OperatorServices services, String path, List<Kind> kinds, String set, String ended) {
        this.guard = guard;
        this.services = services;
        this.path = path;
        this.kinds = kinds;
        this.set = set;
        this.ended = ended;
    }

    /// Returns the page.
    ///
    /// @param version version of the terms in the form for new ones
    abstract Answer page(PageContext context, Organization organization, Rejection again, FormVersion version);

    /// Returns the scope of a form, even if it is no longer on offer.
    abstract Optional<Scope> scope(PageContext context);

    /// Checks the form that sets terms.
    abstract Checked check(PageContext context);

    /// Returns the name of changed terms in the message after a change.
    abstract String name(PageContext context, Organization organization);

    List<Route> routes() {
        return List.of(
                guard.page(path, Permission.OPERATE, context -> show(context, Rejection.FIRST, stored(context))),
                guard.actionOn(path, Permission.OPERATE, this::before, services::concerned, this::agree),
                guard.actionOn(end(), Permission.OPERATE, this::before, services::concerned, this::end));
    }

    References references() {
        return services.core().references();
    }

    private List<Agreement> agreements(UUID organizationId) {
        return shown(references().agreements(organizationId));
    }

    private String end() {
        return path + "/end";
    }

    private List<Agreement> shown(List<Agreement> all) {
        return all.stream().filter(each -> kinds.contains(each.scope().kind())).toList();
    }

    private FormVersion stored(PageContext context) {
        return version(agreements(OperatorPages.id(context, "organization")));
    }

    private Organization load(PageContext context) {
        return services.core()
                .organizations()
                .find(OperatorPages.id(context, "organization"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer show(PageContext context, Rejection again, FormVersion version) {
        return page(context, load(context), again, version);
    }

    /// Returns the current agreement, for the audit log.
    private Map<String, String> before(PageContext context) {
        return scope(context)
                .map(scope -> {
                    // Another node may have changed it since this one read it.
                    references().refresh();
                    return of(scope, references().agreements(scope.organizationId())).stream()
                            .findFirst();
                })
                .map(agreed -> Map.of(
                        "before.fee", auditText(agreed.map(Agreement::fee).orElse(null)),
                        "before.max", auditText(agreed.map(Agreement::max).orElse(null))))
                .orElse(Map.of());
    }

    static String auditText(@Nullable Object value) {
        return switch (value) {
            case null -> "standard";
            case FeeSchedule fee ->
                fee.flat().toPlainString() + " + " + fee.percentage().toPlainString() + "%";
            case BigDecimal number -> number.toPlainString();
            default -> value.toString();
        };
    }

    private Answer agree(PageContext context) {
        var organization = load(context);
        var version = FormVersion.sent(context);
        return RequiredReason.run(
                context, TermsForm.REASON, shown -> show(context, shown, version), (_, again) -> switch (check(
                        context)) {
                    case Checked.Wrong invalid ->
                        again.apply(new Rejection(
                                400,
                                TermsForm.problems(
                                        context.texts(OperatorPages.TEXTS), invalid.faults(), invalid.values())));
                    case Checked.Valid valid -> set(context, organization, version, valid, again);
                });
    }

    private Answer set(
            PageContext context,
            Organization organization,
            FormVersion version,
            Checked.Valid valid,
            Function<Rejection, Answer> again) {
        var agreement = new TermsForm(context.form()).agreement(valid.scope());
        var isUnchanged = isUnchanged(version, agreement);
        if (!isUnchanged.test(references().agreements(organization.id()))) {
            return conflict(context);
        }
        var question = references()
                .agreement(agreement.scope())
                .flatMap(before -> LargeChangeConfirmation.question(
                        context, before, agreement, valid.unit().code()));
        return question.map(again)
                .orElseGet(() -> FormVersion.orOvertaken(
                        () -> {
                            services.edits().agree(agreement, isUnchanged);
                            return done(context, organization, set);
                        },
                        () -> conflict(context)));
    }

    /// Reports whether the page showed all stored agreements: a decision on one depends on those beside it.
    private Predicate<List<Agreement>> isUnchanged(FormVersion version, Agreement agreement) {
        return stored -> {
            var before = shown(stored);
            var after = Stream.concat(
                            before.stream().filter(each -> !each.scope().equals(agreement.scope())),
                            Stream.of(agreement))
                    .toList();
            return version.allows(fields(before), fields(after));
        };
    }

    private Answer conflict(PageContext context) {
        return conflict(
                context,
                TermsForm.REASON,
                FormVersion.conflictMessage(context, guard.last(context, path), guard.last(context, end())));
    }

    /// Returns the page with the current agreements and the typed reason.
    ///
    /// @param at name of the reason in the sent form
    private Answer conflict(PageContext context, String at, String message) {
        references().refresh();
        return show(
                context,
                new Rejection(409, Problems.general(message).withInput(at, OptionalReason.input(context))),
                stored(context));
    }

    private Answer end(PageContext context) {
        var organization = load(context);
        var version = FormVersion.sent(context);
        var at = scope(context).map(AgreementPages::endId).orElse(RequiredReason.FIELD);
        return RequiredReason.run(context, at, shown -> show(context, shown, stored(context)), (_, _) -> {
            var scope = scope(context).orElseThrow(Refusal.NOT_FOUND::refused);
            return FormVersion.orOvertaken(
                    () -> {
                        if (!services.edits()
                                .endAgreement(scope, stored -> version.allows(fields(of(scope, stored)), Map.of()))) {
                            throw Refusal.NOT_FOUND.refused();
                        }
                        return done(context, organization, ended);
                    },
                    () -> conflict(
                            context, at, context.texts(OperatorPages.TEXTS).get("endConflict")));
        });
    }

    private static List<Agreement> of(Scope scope, List<Agreement> stored) {
        return stored.stream().filter(each -> each.scope().equals(scope)).toList();
    }

    private Answer done(PageContext context, Organization organization, String message) {
        references().refresh();
        return context.redirect(
                link(organization), context.texts(OperatorPages.TEXTS).get(message, name(context, organization)));
    }

    private String link(Organization organization) {
        return path.replace("{organization}", organization.id().toString());
    }

    private static FormVersion version(List<Agreement> shown) {
        return FormVersion.of(fields(shown));
    }

    private static Map<String, String> fields(List<Agreement> shown) {
        var fields = new TreeMap<String, String>();
        for (var each : shown) {
            var fee = each.fee();
            var max = each.max();
            fields.put(
                    endId(each.scope()),
                    (fee == null ? "" : LargeChangeConfirmation.plain(fee)) + ", "
                            + (max == null ? "" : LargeChangeConfirmation.plain(max)));
        }
        return fields;
    }

    /// Returns the id of the reason field for ending an agreement.
    private static String endId(Scope scope) {
        return RequiredReason.at(scope.kind().name(), scope.asset(), scope.method());
    }

    /// Result of the check of a form that sets terms.
    sealed interface Checked {
        /// @param unit of the fee
        record Valid(Scope scope, Asset unit) implements Checked {}

        /// @param faults text keys by field
        /// @param values of the texts
        record Wrong(Map<String, String> faults, Object... values) implements Checked {}

        /// @param values of the texts
        static Checked of(Map<String, String> faults, Scope scope, Asset unit, Object... values) {
            return faults.isEmpty() ? new Valid(scope, unit) : new Wrong(faults, values);
        }
    }

    /// Terms on a page.
    ///
    /// @param link of the page
    /// @param version version of the terms in the form for new ones
    public record Listed(
            Texts texts,
            Formats formats,
            Organization organization,
            String link,
            List<Agreement> all,
            FormVersion version) {
        public Listed {
            all = List.copyOf(all);
        }

        /// Returns the id of the reason field for ending an agreement.
        public String endId(Agreement agreement) {
            return AgreementPages.endId(agreement.scope());
        }

        /// Returns the version of an agreement in the form that ends it.
        public FormVersion version(Agreement agreement) {
            return AgreementPages.version(List.of(agreement));
        }

        /// @param unit of the fee
        public String fee(Agreement agreement, String unit) {
            var fee = agreement.fee();
            return fee == null ? texts.get("useDefault") : LargeChangeConfirmation.display(formats, fee, unit);
        }

        public String max(Agreement agreement) {
            var max = agreement.max();
            return max == null
                    ? texts.get("useDefault")
                    : formats.money(max, agreement.scope().asset());
        }
    }

    Listed listed(PageContext context, Organization organization, FormVersion version) {
        return new Listed(
                context.texts(OperatorPages.TEXTS),
                context.formats(),
                organization,
                link(organization),
                agreements(organization.id()),
                version);
    }
}
