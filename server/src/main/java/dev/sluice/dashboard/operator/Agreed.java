package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.money.Asset;
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

/// What an organization has agreed upon, as the forms of its terms change it: as long as it is what their
/// page showed, and not without a question where something of it would be lost.
record Agreed(Visit visit, Deck deck) {

    /// What stands on a page of them: conversions have one of their own.
    static List<Agreement> shown(List<Agreement> all, Kind kind) {
        return all.stream()
                .filter(each -> (each.scope().kind() == Kind.CONVERSION) == (kind == Kind.CONVERSION))
                .toList();
    }

    static Seen seen(List<Agreement> shown) {
        return Seen.of(fields(shown));
    }

    private static Map<String, String> fields(List<Agreement> shown) {
        var fields = new TreeMap<String, String>();
        for (var each : shown) {
            var fee = each.fee();
            var max = each.max();
            var told = (fee == null ? "" : Leap.plain(fee)) + ", " + (max == null ? "" : Leap.plain(max));
            fields.put(TermsPages.endId(each.scope()), told);
        }
        return fields;
    }

    /// Sets terms where those that were shown are still stored, and what is lost of them is meant to be.
    ///
    /// @param unit of the fee
    /// @param again shows the form again with a question
    /// @param overtaken the form as it was typed, and what is agreed upon by now
    Answer set(
            Agreement wanted,
            Asset unit,
            Function<Again, Answer> again,
            Supplier<Answer> overtaken,
            Supplier<Answer> done) {
        var scope = wanted.scope();
        var references = deck.ground().references();
        var isAsShown = isAsShown(wanted);
        if (!isAsShown.test(references.agreements(scope.organizationId()))) {
            return overtaken.get();
        }
        var question = references.agreement(scope).flatMap(before -> Leap.question(visit, before, wanted, unit.code()));
        return question.map(again)
                .orElseGet(() -> Seen.orOvertaken(
                        () -> {
                            deck.edits().agree(wanted, isAsShown);
                            return done.get();
                        },
                        overtaken));
    }

    /// The page with what is agreed upon by now, and what was typed of why.
    ///
    /// @param at what the reason is called in the form that was sent
    /// @param show the page, as it is now
    Answer overtaken(String at, String told, Function<Again, Answer> show) {
        deck.ground().references().refresh();
        return show.apply(new Again(409, Problems.whole(told).keeping(at, Why.typed(visit))));
    }

    /// Whether the page showed all that is stored: who sets one thing decides by what stands beside it.
    private Predicate<List<Agreement>> isAsShown(Agreement wanted) {
        var seen = Seen.sent(visit);
        return stored -> {
            var before = shown(stored, wanted.scope().kind());
            var after = Stream.concat(
                            before.stream().filter(each -> !each.scope().equals(wanted.scope())), Stream.of(wanted))
                    .toList();
            return seen.allows(fields(before), fields(after));
        };
    }

    /// Ends terms where they are still those that were shown.
    ///
    /// @param done is told whether there were any
    Answer end(Scope scope, Supplier<Answer> overtaken, Function<Boolean, Answer> done) {
        var seen = Seen.sent(visit);
        return Seen.orOvertaken(
                () -> done.apply(deck.edits()
                        .endAgreement(scope, stored -> seen.allows(fields(of(scope, stored)), Map.of()))),
                overtaken);
    }

    private static List<Agreement> of(Scope scope, List<Agreement> stored) {
        return stored.stream().filter(each -> each.scope().equals(scope)).toList();
    }
}
