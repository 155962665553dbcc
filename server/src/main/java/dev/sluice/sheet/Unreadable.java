package dev.sluice.sheet;

/// A file that there can be no preview of.
public final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final String detail;

    public Unreadable(Reason reason, String detail) {
        super(reason + " " + detail, null, false, false);
        this.reason = reason;
        this.detail = detail;
    }

    /// Why not.
    public enum Reason {
        /// Neither CSV nor XLSX.
        NOT_A_TABLE,
        /// More rows, more columns or longer cells than a file may have, or more than it said it had.
        TOO_LARGE,
        /// A line has letters that are not in UTF-8.
        NOT_UTF_8,
        /// A quote within a cell, or one that no other ends.
        STRAY_QUOTE,
        /// No row below the titles.
        NO_ROWS,
        /// The first line has a title that no column has.
        UNKNOWN_COLUMN,
        /// A title stands twice.
        REPEATED_COLUMN,
        /// A title that has to be there is not.
        MISSING_COLUMN
    }

    public Reason reason() {
        return reason;
    }

    /// The title, the line or the limit in question.
    public String detail() {
        return detail;
    }
}
