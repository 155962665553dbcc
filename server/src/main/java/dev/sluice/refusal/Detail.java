package dev.sluice.refusal;

import org.jspecify.annotations.Nullable;

/// One problem of a request: the field's path (`disburseData[3].amount`), a stable code, the rule in words and, where
/// the problem is that something exists already, its id.
public record Detail(
        String field, String code, String message, @Nullable String existingId) {
    public Detail(String field, String code, String message) {
        this(field, code, message, null);
    }
}
