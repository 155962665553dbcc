package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// One fault of a request. `field` is a path such as `disburseData[3].amount`.
public record ErrorDetail(
        String field, String code, String message, @Nullable String existingId) {}
