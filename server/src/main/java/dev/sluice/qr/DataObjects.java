package dev.sluice.qr;

import org.jspecify.annotations.Nullable;

/// Sequence of EMV data objects: an ID of two digits, a length of two digits, a value. The length counts characters,
/// not bytes.
final class DataObjects {
    private static final int LENGTH_MAX = 99;

    private final StringBuilder text = new StringBuilder();

    DataObjects put(String id, String value) {
        int length = value.codePointCount(0, value.length());
        if (length == 0 || length > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "the data object " + id + " takes 1 to " + LENGTH_MAX + " characters, not " + length);
        }
        text.append(id).append(length < 10 ? "0" : "").append(length).append(value);
        return this;
    }

    DataObjects putIfPresent(String id, @Nullable String value) {
        return value == null ? this : put(id, value);
    }

    /// Appends a data object that contains data objects.
    DataObjects template(String id, DataObjects objects) {
        return put(id, objects.toString());
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
