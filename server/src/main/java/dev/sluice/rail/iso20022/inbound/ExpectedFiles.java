package dev.sluice.rail.iso20022.inbound;

/// Comparison of a bank's files with what an account expects.
public final class ExpectedFiles {
    private ExpectedFiles() {}

    /// Returns the class of a kind: `camt.053` for `camt.053.001.08`.
    public static String kind(String kind) {
        return SourceKind.of(kind);
    }

    /// Returns true if the number in a file is that of our account.
    public static boolean isAccount(String written, String ours) {
        return FilePlan.isOurs(written, ours);
    }
}
