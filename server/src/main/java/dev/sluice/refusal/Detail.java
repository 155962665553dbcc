package dev.sluice.refusal;

import org.jspecify.annotations.Nullable;

/// One problem of a request: the field's path (`disburseData[3].amount`), a stable code and the rule in words. If the
/// problem is an existing resource, it has the resource's id as well.
public record Detail(
        String field, String code, String message, @Nullable String existingId) {
    public Detail(String field, String code, String message) {
        this(field, code, message, null);
    }
}
