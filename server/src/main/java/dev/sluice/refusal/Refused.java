package dev.sluice.refusal;

import java.util.List;
import java.util.Map;

/// The exception for a refused request. It has no stack trace, since a refusal is an answer and not a bug. It is
/// thrown so that the open transaction rolls back.
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;
    private final transient List<Detail> details;
    private final transient Map<String, Object> extras;
    private final transient Map<String, String> headers;

    Refused(Refusal refusal, String message, List<Detail> details) {
        this(refusal, message, details, Map.of(), Map.of());
    }

    private Refused(
            Refusal refusal,
            String message,
            List<Detail> details,
            Map<String, Object> extras,
            Map<String, String> headers) {
        super(message, null, false, false);
        this.refusal = refusal;
        this.details = List.copyOf(details);
        this.extras = Map.copyOf(extras);
        this.headers = Map.copyOf(headers);
    }

    /// Returns a copy with another top-level field in the error body, such as `serverTime`.
    public Refused with(String field, Object value) {
        var all = new java.util.LinkedHashMap<>(extras);
        all.put(field, value);
        return new Refused(refusal, text(), details, all, headers);
    }

    /// Returns a copy with a response header, such as `Retry-After`.
    public Refused withHeader(String name, String value) {
        var all = new java.util.LinkedHashMap<>(headers);
        all.put(name, value);
        return new Refused(refusal, text(), details, extras, all);
    }

    /// Returns a copy with another message and the same code.
    public Refused withMessage(String message) {
        return new Refused(refusal, message, details, extras, headers);
    }

    public Refusal refusal() {
        return refusal;
    }

    /// Returns the message of the error body.
    public String text() {
        var message = getMessage();
        return message == null ? refusal.message() : message;
    }

    public List<Detail> details() {
        return details;
    }

    public Map<String, Object> extras() {
        return extras;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
