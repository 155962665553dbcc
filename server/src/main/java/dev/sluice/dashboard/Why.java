package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import java.util.function.Function;

/// Why somebody does something, where they may say so and need not: the audit log keeps it with all that the
/// form says.
public final class Why {
    public static final String FIELD = "reason";
    public static final int LENGTH_MAX = 500;

    private Why() {}

    /// Does what a form asks for, unless it says why at too great a length, or so that nobody could read it.
    public static Function<Visit, Answer> optional(Function<Visit, Answer> deed) {
        return visit -> {
            boolean isLong = typed(visit).length() > LENGTH_MAX;
            visit.form().findings().throwIfAny();
            return isLong
                    ? visit.problem(400, "refused", visit.common().get("whyLong", LENGTH_MAX))
                    : deed.apply(visit);
        };
    }

    /// A blank stands for a tab, as one that is pasted from a table has.
    static String plain(String typed) {
        return typed.replace('\t', ' ');
    }

    /// What was typed, for a form that is shown again.
    public static String typed(Visit visit) {
        return visit.form().text(FIELD).map(String::strip).orElse("");
    }
}
