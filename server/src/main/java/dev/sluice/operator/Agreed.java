package dev.sluice.operator;

import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Answer;
import dev.sluice.money.Asset;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.reference.Agreement;
import dev.sluice.reference.Agreement.Kind;
import dev.sluice.reference.Agreement.Scope;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Changes to an organization's agreed terms by forms: refused if the terms have changed since their page was shown
/// (optimistic lock), and confirmed first if a part of them would be lost.
record Agreed(PageContext context, OperatorServices services) {

    /// Returns the agreements of one page: conversions have a separate page.
    static List<Agreement> shown(List<Agreement> all, Kind kind) {
        return all.stream()
                .filter(each -> (each.scope().kind() == Kind.CONVERSION) == (kind == Kind.CONVERSION))
                .toList();
    }

    static FormVersion seen(List<Agreement> shown) {
        return FormVersion.of(fields(shown));
    }

    private static Map<String, String> fields(List<Agreement> shown) {
        var fields = new TreeMap<String, String>();
        for (var each : shown) {
            var fee = each.fee();
            var max = each.max();
            var told = (fee == null ? "" : LargeChangeConfirmation.plain(fee)) + ", "
                    + (max == null ? "" : LargeChangeConfirmation.plain(max));
            fields.put(TermsPages.endId(each.scope()), told);
        }
        return fields;
    }

    /// Sets terms if the shown ones are still stored, and any loss of them is confirmed.
    ///
    /// @param unit of the fee
    /// @param again shows the form again with a question
    /// @param overtaken shows the form with its input and the current agreements
    Answer set(
            Agreement wanted,
            Asset unit,
            Function<Rejection, Answer> again,
            Supplier<Answer> overtaken,
            Supplier<Answer> done) {
        var scope = wanted.scope();
        var references = services.core().references();
        var isAsShown = isAsShown(wanted);
        if (!isAsShown.test(references.agreements(scope.organizationId()))) {
            return overtaken.get();
        }
        var question = references
                .agreement(scope)
                .flatMap(before -> LargeChangeConfirmation.question(context, before, wanted, unit.code()));
        return question.map(again)
                .orElseGet(() -> FormVersion.orOvertaken(
                        () -> {
                            services.edits().agree(wanted, isAsShown);
                            return done.get();
                        },
                        overtaken));
    }

    /// Returns the page with the current agreements and the typed reason.
    ///
    /// @param at name of the reason in the sent form
    /// @param show the page, as it is now
    Answer overtaken(String at, String told, Function<Rejection, Answer> show) {
        services.core().references().refresh();
        return show.apply(new Rejection(409, Problems.general(told).keeping(at, OptionalReason.input(context))));
    }

    /// Reports whether the page showed all stored agreements: a decision on one depends on those beside it.
    private Predicate<List<Agreement>> isAsShown(Agreement wanted) {
        var version = FormVersion.sent(context);
        return stored -> {
            var before = shown(stored, wanted.scope().kind());
            var after = Stream.concat(
                            before.stream().filter(each -> !each.scope().equals(wanted.scope())), Stream.of(wanted))
                    .toList();
            return version.allows(fields(before), fields(after));
        };
    }

    /// Ends terms if they are still the shown ones.
    ///
    /// @param done receives true if there were any
    Answer end(Scope scope, Supplier<Answer> overtaken, Function<Boolean, Answer> done) {
        var version = FormVersion.sent(context);
        return FormVersion.orOvertaken(
                () -> done.apply(services.edits()
                        .endAgreement(scope, stored -> version.allows(fields(of(scope, stored)), Map.of()))),
                overtaken);
    }

    private static List<Agreement> of(Scope scope, List<Agreement> stored) {
        return stored.stream().filter(each -> each.scope().equals(scope)).toList();
    }
}
