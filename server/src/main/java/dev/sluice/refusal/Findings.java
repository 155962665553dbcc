package dev.sluice.refusal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The problems of one request, collected so that all of them are reported at once. A refusal that the interface names
/// (`Payment method not found`) gives the answer its message and code; everything else is in the details.
public final class Findings {
    /// Details beyond this many would only make the answer long.
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

    /// A problem that has a message of its own in the catalogue. It names the answer: the first one that the
    /// interface's document names, else the first one.
    public void named(Refusal refusal, String field, String message) {
        named(refusal, new Detail(field, refusal.code(), message));
    }

    public void named(Refusal refusal, Detail detail) {
        named(refusal);
        add(detail);
    }

    /// The same of a problem that no field has, such as a switch that is off: it is in no detail.
    public void named(Refusal refusal) {
        if (named == null
                || (refusal.isOfDocument() && !named.isOfDocument())
                || (named.isForNow() && !refusal.isForNow())) {
            named = refusal;
        }
    }

    /// What was found, as far as an answer has room for it.
    public List<Detail> details() {
        return List.copyOf(details);
    }

    public boolean isEmpty() {
        return details.isEmpty() && named == null;
    }

    /// How many problems were found so far, those that the answer has no room for as well.
    public int count() {
        return count;
    }

    /// Refuses the request if anything was found.
    public void throwIfAny() {
        if (isEmpty()) {
            return;
        }
        throw refused();
    }

    /// A condition that passes by itself gives way to faults of the request, which has to be sent anew anyway.
    private Refused refused() {
        var word = named;
        if (word == null || (word.isForNow() && hasOthers(word))) {
            return Refusal.VALIDATION_FAILED.refused(details, count);
        }
        return word.refused(details, count);
    }

    private boolean hasOthers(Refusal word) {
        return details.stream().anyMatch(detail -> !detail.code().equals(word.code()));
    }
}
