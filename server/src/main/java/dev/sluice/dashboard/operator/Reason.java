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

/// Why an operator does something: every form asks for it.
final class Reason {
    static final String FIELD = Why.FIELD;
    static final int LENGTH_MAX = Why.LENGTH_MAX;

    private Reason() {}

    /// Does what a form asks for where it says why, and shows it again, with what is wrong, where it does not or
    /// where it cannot be done. Where nobody knows whether it was done, a form that has a key is not shown anew:
    /// it would have another one, and be done a second time.
    ///
    /// @param at what the field is called on the page, where several forms have one
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

    /// The same of a form that is alone on its page.
    static Answer act(Visit visit, Function<Again, Answer> again, Deed deed) {
        return act(visit, FIELD, again, deed);
    }

    /// What a form does.
    @FunctionalInterface
    interface Deed {
        /// @param again shows the form again with the reason that was typed into it, so that nobody types it
        ///     twice
        Answer done(String reason, Function<Again, Answer> again);
    }

    /// What the field is called in the form about one of several.
    static String at(String... which) {
        return FIELD + "-" + String.join("-", which);
    }

    /// A form that is shown again.
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
