package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Unsettled;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.dashboard.Wording;
import dev.sluice.http.Answer;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refused;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Required reason of an operator's action: every form asks for it.
final class Reason {
    static final String FIELD = Why.FIELD;
    static final int LENGTH_MAX = Why.LENGTH_MAX;

    private Reason() {}

    /// Runs the action of a form with a reason; shows the form again with its problems if the reason is missing or
    /// the action fails. If the outcome is unknown, a form with an idempotency key is not shown again: it would
    /// get another key, and the action would run twice.
    ///
    /// @param at id of the field, if the page has several forms with one
    /// @param again shows the form again
    static Answer act(Visit visit, String at, Function<Again, Answer> again, Deed deed) {
        Function<Again, Answer> kept =
                wrong -> again.apply(new Again(wrong.status(), wrong.problems().keeping(at, Why.typed(visit))));
        var reason = visit.form().text(FIELD).map(String::strip).orElse("");
        if (reason.isEmpty() || reason.length() > LENGTH_MAX) {
            var text = visit.texts(OperatorPages.TEXTS).get("reasonWanted", LENGTH_MAX);
            return kept.apply(new Again(400, Problems.of(at, text)));
        }
        try {
            return deed.done(reason, kept);
        } catch (Refused refused) {
            if (visit.form().text(Visit.FORM_KEY).isPresent() && Unsettled.is(visit, refused)) {
                throw refused;
            }
            return kept.apply(new Again(refused.refusal().status(), Problems.whole(told(refused, visit.wording()))));
        } catch (IllegalArgumentException wrong) {
            var told = visit.wording()
                    .find(String.valueOf(wrong.getMessage()))
                    .orElseGet(() -> visit.texts(OperatorPages.TEXTS).get("notSo"));
            return kept.apply(new Again(400, Problems.whole(told)));
        }
    }

    /// Runs the action of the only form of a page.
    static Answer act(Visit visit, Function<Again, Answer> again, Deed deed) {
        return act(visit, FIELD, again, deed);
    }

    /// Action of a form.
    @FunctionalInterface
    interface Deed {
        /// @param again shows the form again with the typed reason, so that it need not be typed twice
        Answer done(String reason, Function<Again, Answer> again);
    }

    /// Returns the id of the field in the form about one of several.
    static String at(String... which) {
        return FIELD + "-" + String.join("-", which);
    }

    /// Form that is shown again.
    record Again(int status, Problems problems) {
        static final Again FIRST = new Again(200, Problems.none());
    }

    private static String told(Refused refused, Wording wording) {
        var whole = wording.of(refused.text());
        return refused.details().isEmpty()
                ? whole
                : refused.details().stream()
                        .map(Detail::message)
                        .map(wording::of)
                        .collect(Collectors.joining("; ", whole + ": ", ""));
    }
}
