package dev.sluice.rail.iso20022.inbound;

import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.csv.CsvReader;
import java.util.Set;

/// Classes of the kinds of files, without their versions: `camt.053`, `mt940`.
final class SourceKind {
    /// CSV files with balances.
    private static final String CSV_STATEMENT = "csv-statement";

    /// Kinds with a chain of balances.
    private static final Set<String> STATEMENTS = Set.of("camt.053", "mt940", CSV_STATEMENT);

    private static final Set<String> ACCOUNTS =
            Set.of("camt.052", "camt.053", "camt.054", "mt940", "mt942", CsvReader.KIND, CSV_STATEMENT);
    private static final int XML_LENGTH = "camt.053".length();

    private SourceKind() {}

    /// Returns the class of a kind such as `camt.053.001.08`.
    static String of(String kind) {
        return kind.length() > XML_LENGTH && kind.charAt(4) == '.' ? kind.substring(0, XML_LENGTH) : kind;
    }

    /// Returns the class of a file. A CSV file is a statement if it has balances.
    static String of(BankFile file) {
        boolean hasBalances = file.messages().stream()
                .anyMatch(each -> each instanceof StatementMessage(var _, var statements)
                        && statements.stream().anyMatch(page -> page.balances().closing() != null));
        return file.kind().equals(CsvReader.KIND) && hasBalances ? CSV_STATEMENT : of(file.kind());
    }

    static boolean isStatement(String kind) {
        return STATEMENTS.contains(kind);
    }

    /// Returns true if files of the kind have entries of accounts.
    static boolean hasEntries(String kind) {
        return ACCOUNTS.contains(kind);
    }
}
