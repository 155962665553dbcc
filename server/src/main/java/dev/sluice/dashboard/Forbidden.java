package dev.sluice.dashboard;

/// Thrown if the visitor lacks the permission or the form is not acceptable.
final class Forbidden extends RuntimeException {
    static final String BY_ROLE = "forbidden";
    static final String STRANGE_FORM = "strangeForm";
    static final String LONG_FORM = "longForm";

    private static final long serialVersionUID = 1L;

    /// Key of the text with the reason.
    final String reason;

    Forbidden(String reason) {
        super(null, null, false, false);
        this.reason = reason;
    }

    boolean isByRole() {
        return reason.equals(BY_ROLE);
    }
}
