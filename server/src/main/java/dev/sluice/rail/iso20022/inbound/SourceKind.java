package dev.sluice.rail.iso20022.inbound;

import java.util.Set;

/// Classes of the kinds of files, without their versions: `camt.053`, `mt940`.
final class SourceKind {
    /// Kinds with a chain of balances.
    private static final Set<String> STATEMENTS = Set.of("camt.053", "mt940");

    private static final Set<String> ACCOUNTS = Set.of("camt.052", "camt.053", "camt.054", "mt940", "mt942");
    private static final int XML_LENGTH = "camt.053".length();

    private SourceKind() {}

    /// Returns the class of a kind such as `camt.053.001.08`.
    static String of(String kind) {
        return kind.length() > XML_LENGTH && kind.charAt(4) == '.' ? kind.substring(0, XML_LENGTH) : kind;
    }

    static boolean isStatement(String kind) {
        return STATEMENTS.contains(kind);
    }

    /// Returns true if files of the kind have entries of accounts.
    static boolean hasEntries(String kind) {
        return ACCOUNTS.contains(kind);
    }
}
