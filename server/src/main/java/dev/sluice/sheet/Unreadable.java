package dev.sluice.sheet;

/// A file that cannot be previewed.
public final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String detail;

    public Unreadable(Reason reason, String detail) {
        super(reason + " " + detail, null, false, false);
        this.reason = reason;
        this.detail = detail;
    }

    /// Reason why a file cannot be previewed.
    public enum Reason {
        /// Neither CSV nor XLSX.
        NOT_A_TABLE,
        /// Too many rows or columns, too long cells, or more content than declared.
        TOO_LARGE,
        /// A line contains characters that are not UTF-8.
        NOT_UTF_8,
        /// A quote within a cell, or an unclosed one.
        STRAY_QUOTE,
        /// No rows below the header.
        NO_ROWS,
        /// The header contains an unknown title.
        UNKNOWN_COLUMN,
        /// A title occurs twice.
        REPEATED_COLUMN,
        /// A required title is missing.
        MISSING_COLUMN
    }

    public Reason reason() {
        return reason;
    }

    /// Returns the title, line or limit in question.
    public String detail() {
        return detail;
    }
}
