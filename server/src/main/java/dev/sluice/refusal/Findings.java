package dev.sluice.refusal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects all problems of a request to report them at once. A refusal that the API specification names (`Payment
/// method not found`) provides the answer's message and code; all other problems are in the details.
public final class Findings {
    /// Maximum number of details, to keep the answer short.
    private static final int DETAILS_MAX = 200;

    private final List<Detail> details = new ArrayList<>();
    private int count;
    private @Nullable Refusal named;

    public void add(String field, String code, String message) {
        add(new Detail(field, code, message));
    }

    public void add(Detail detail) {
        count++;
        if (details.size() < DETAILS_MAX) {
            details.add(detail);
        }
    }

    /// Adds a problem with its own message in the catalogue. The answer takes its message and code from the first
    /// one that the API specification names, otherwise from the first one.
    public void named(Refusal refusal, String field, String message) {
        named(refusal, new Detail(field, refusal.code(), message));
    }

    public void named(Refusal refusal, Detail detail) {
        named(refusal);
        add(detail);
    }

    /// Adds a problem without a field, such as a feature that is off. It has no detail.
    public void named(Refusal refusal) {
        if (named == null
                || (refusal.isOfDocument() && !named.isOfDocument())
                || (named.isForNow() && !refusal.isForNow())) {
            named = refusal;
        }
    }

    /// Returns the problems, up to the maximum number of details.
    public List<Detail> details() {
        return List.copyOf(details);
    }

    public boolean isEmpty() {
        return details.isEmpty() && named == null;
    }

    /// Returns the number of problems, including those beyond the maximum number of details.
    public int count() {
        return count;
    }

    /// Refuses the request if there are problems.
    public void throwIfAny() {
        if (isEmpty()) {
            return;
        }
        throw refused();
    }

    /// Prefers faults of the request to a temporary condition: the client has to correct and resend the request
    /// anyway.
    private Refused refused() {
        var refusal = named;
        if (refusal == null || (refusal.isForNow() && hasOthers(refusal))) {
            return Refusal.VALIDATION_FAILED.refused(details, count);
        }
        return refusal.refused(details, count);
    }

    private boolean hasOthers(Refusal refusal) {
        return details.stream().anyMatch(detail -> !detail.code().equals(refusal.code()));
    }
}
