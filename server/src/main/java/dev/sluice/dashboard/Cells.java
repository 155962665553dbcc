package dev.sluice.dashboard;

/// Cells of the files that people take away and open in a spreadsheet.
public final class Cells {
    private static final String FORMULA_STARTS = "=+-@\t\r\n";

    private Cells() {}

    /// A text that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe before it
    /// (OWASP, "CSV Injection").
    public static String text(String text) {
        return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }
}
