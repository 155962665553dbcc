package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import java.util.function.Function;

/// Optional reason of an action, which the audit log stores with the form's other fields.
public final class Why {
    public static final String FIELD = "reason";
    public static final int LENGTH_MAX = 500;

    private Why() {}

    /// Wraps an action so that it runs only if the reason is valid: not too long, and without unreadable
    /// characters.
    public static Function<Visit, Answer> optional(Function<Visit, Answer> deed) {
        return visit -> {
            boolean isLong = typed(visit).length() > LENGTH_MAX;
            visit.form().findings().throwIfAny();
            return isLong
                    ? visit.problem(400, "refused", visit.common().get("whyLong", LENGTH_MAX))
                    : deed.apply(visit);
        };
    }

    /// Replaces tabs by blanks: a reason that is pasted from a table may contain tabs.
    static String plain(String typed) {
        return typed.replace('\t', ' ');
    }

    /// Returns the input, for a form that is shown again.
    public static String typed(Visit visit) {
        return visit.form().text(FIELD).map(String::strip).orElse("");
    }
}
