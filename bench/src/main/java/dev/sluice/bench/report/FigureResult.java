package dev.sluice.bench.report;

/// Result of a figure.
public enum FigureResult {
    AIM("aim reached"),
    TARGET("reached"),
    SHORT("short of it"),
    INFORMS("for information"),
    /// A prerequisite is missing on this machine; the other figures still count.
    LEFT_OUT("left out"),
    /// The books were wrong after a round, so the figure is void.
    VOID("VOID"),
    /// The measurement failed.
    FAILED("FAILED");

    private final String words;

    FigureResult(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /// Returns true if the result voids the whole run.
    public boolean isBad() {
        return this == VOID || this == FAILED;
    }
}
