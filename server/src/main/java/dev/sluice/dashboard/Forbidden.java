package dev.sluice.dashboard;

/// Who is here may not do that, or not so.
final class Forbidden extends RuntimeException {
    static final String BY_ROLE = "forbidden";
    static final String STRANGE_FORM = "strangeForm";
    static final String LONG_FORM = "longForm";

    private static final long serialVersionUID = 1L;

    /// The name of the text that says why.
    final String reason;

    Forbidden(String reason) {
        super(null, null, false, false);
        this.reason = reason;
    }

    boolean isByRole() {
        return reason.equals(BY_ROLE);
    }
}
