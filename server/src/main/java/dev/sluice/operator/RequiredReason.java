package dev.sluice.operator;

import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.UnknownOutcomePage;
import dev.sluice.dashboard.Wording;
import dev.sluice.http.Answer;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refused;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Required reason of an operator's action: every form asks for it.
public final class RequiredReason {
    public static final String FIELD = OptionalReason.FIELD;
    static final int LENGTH_MAX = OptionalReason.LENGTH_MAX;

    private RequiredReason() {}

    /// Runs the action of a form with a reason; shows the form again with its problems if the reason is missing or
    /// the action fails. If the outcome is unknown, a form with an idempotency key is not shown again: it would
    /// get another key, and the action would run twice.
    ///
    /// @param at id of the field, if the page has several forms with one
    /// @param again shows the form again
    public static Answer run(PageContext context, String at, Function<Rejection, Answer> again, ReasonedAction action) {
        Function<Rejection, Answer> withReason = problem -> again.apply(
                new Rejection(problem.status(), problem.problems().withInput(at, OptionalReason.input(context))));
        var reason = context.form().text(FIELD).map(String::strip).orElse("");
        if (reason.isEmpty() || reason.length() > LENGTH_MAX) {
            var text = context.texts(OperatorPages.TEXTS).get("reasonInvalid", LENGTH_MAX);
            return withReason.apply(new Rejection(400, Problems.of(at, text)));
        }
        try {
            return action.run(reason, withReason);
        } catch (Refused refused) {
            if (context.form().text(PageContext.FORM_KEY).isPresent() && UnknownOutcomePage.is(context, refused)) {
                throw refused;
            }
            return withReason.apply(
                    new Rejection(refused.refusal().status(), Problems.general(message(refused, context.wording()))));
        } catch (IllegalArgumentException problem) {
            var message = context.wording()
                    .find(String.valueOf(problem.getMessage()))
                    .orElseGet(() -> context.texts(OperatorPages.TEXTS).get("formInvalid"));
            return withReason.apply(new Rejection(400, Problems.general(message)));
        }
    }

    /// Runs the action of the only form of a page.
    public static Answer run(PageContext context, Function<Rejection, Answer> again, ReasonedAction action) {
        return run(context, FIELD, again, action);
    }

    /// Action of a form.
    @FunctionalInterface
    public interface ReasonedAction {
        /// @param again shows the form again with the typed reason, so that it need not be typed twice
        Answer run(String reason, Function<Rejection, Answer> again);
    }

    /// Returns the id of the field in the form about one of several.
    static String at(String... which) {
        return FIELD + "-" + String.join("-", which);
    }

    /// Form that is shown again.
    public record Rejection(int status, Problems problems) {
        public static final Rejection FIRST = new Rejection(200, Problems.none());
    }

    private static String message(Refused refused, Wording wording) {
        var text = wording.of(refused.text());
        return refused.details().isEmpty()
                ? text
                : refused.details().stream()
                        .map(Detail::message)
                        .map(wording::of)
                        .collect(Collectors.joining("; ", text + ": ", ""));
    }
}
