package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import java.util.function.Function;

/// Optional reason of an action, which the audit log stores with the form's other fields.
public final class OptionalReason {
    public static final String FIELD = "reason";
    public static final int LENGTH_MAX = 500;

    private OptionalReason() {}

    /// Wraps an action so that it runs only if the reason is valid: not too long, and without unreadable
    /// characters.
    public static Function<PageContext, Answer> optional(Function<PageContext, Answer> action) {
        return context -> {
            boolean isLong = input(context).length() > LENGTH_MAX;
            context.form().findings().throwIfAny();
            return isLong
                    ? context.problem(400, "refused", context.common().get("reasonTooLong", LENGTH_MAX))
                    : action.apply(context);
        };
    }

    /// Replaces tabs by blanks: a reason that is pasted from a table may contain tabs.
    static String plain(String typed) {
        return typed.replace('\t', ' ');
    }

    /// Returns the input, for a form that is shown again.
    public static String input(PageContext context) {
        return context.form().text(FIELD).map(String::strip).orElse("");
    }
}
