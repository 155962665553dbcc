package dev.sluice.bench.report;

/// What became of a figure.
public enum Verdict {
    AIM("aim reached"),
    TARGET("reached"),
    SHORT("short of it"),
    INFORMS("for information"),
    /// What it needs is not on this machine; the others count all the same.
    LEFT_OUT("left out"),
    /// The books were wrong after a round, so nothing of it counts.
    VOID("VOID"),
    /// It could not be measured.
    FAILED("FAILED");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /// Whether the run as a whole is good for nothing then.
    public boolean isBad() {
        return this == VOID || this == FAILED;
    }
}
