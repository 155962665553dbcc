package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.csv.CsvMapping;
import dev.sluice.rail.iso20022.profile.BankProfile.Account;
import dev.sluice.rail.iso20022.profile.BankProfile.Inbound;
import dev.sluice.rail.iso20022.profile.BankProfile.Inbound.Numbers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads `in` and `credits-from`: the files that the bank sends.
final class InboundReader {
    private static final String STATUS_REPORT = "pain.002";
    private static final String RECALL_ANSWER = "camt.029";
    private static final String STATEMENT = "camt.053";
    private static final String MT_STATEMENT = "mt940";
    private static final String MT_INTERIM = "mt942";
    private static final String NOTICE = "camt.054";
    private static final String REPORT = "camt.052";
    private static final String CSV = "csv";
    /// Class of CSV files with balances.
    private static final String CSV_STATEMENT = "csv-statement";
    private static final Set<String> CREDITING = Set.of(STATEMENT, MT_STATEMENT, NOTICE, REPORT, CSV);
    private static final Grammar<Numbers> NUMBERS = Grammars.words(Numbers.values());

    private InboundReader() {}

    /// @param root has `credits-from`
    static Inbound read(Section in, Section root, Account account, boolean recalls) {
        var kinds = new HashSet<String>();
        in.optional("status", words(STATUS_REPORT)).ifPresent(kinds::add);
        in.optional("notices", words(NOTICE)).ifPresent(kinds::add);
        in.optional("intraday", words(REPORT, MT_INTERIM)).ifPresent(kinds::add);
        var statements = in.required("statements", STATEMENT, words(STATEMENT, MT_STATEMENT, CSV));
        kinds.add(statements);
        kinds.addAll(in.set(
                "also",
                Set.of(),
                words(STATUS_REPORT, REPORT, STATEMENT, NOTICE, MT_STATEMENT, MT_INTERIM, RECALL_ANSWER, CSV)));
        if (recalls) {
            kinds.add(RECALL_ANSWER);
        }
        var creditsFrom = root.value("credits-from", statements, words(STATEMENT, NOTICE, REPORT, MT_STATEMENT, CSV));
        if (root.isFree("in")) {
            root.check(
                    kinds.contains(creditsFrom),
                    "credits-from",
                    "must be a kind that in names: " + String.join(", ", credited(kinds)));
        }
        var csv = csv(in, account, kinds, statements);
        boolean chained = csv != null && csv.hasBalances();
        if (chained) {
            kinds.add(CSV_STATEMENT);
        }
        return new Inbound(
                kinds,
                chained && creditsFrom.equals(CSV) ? CSV_STATEMENT : creditsFrom,
                in.value("numbers", Numbers.NONE, NUMBERS),
                csv);
    }

    private static @Nullable CsvMapping csv(Section in, Account account, Set<String> kinds, String statements) {
        if (!kinds.contains(CSV)) {
            in.check(!in.has(CSV), CSV, "has no effect unless statements or also names csv");
            return null;
        }
        var mapping = CsvMappingReader.read(
                in.requiredSection(CSV, "{delimiter: semicolon, decimal: comma, dates: dd.MM.yyyy, columns: {…}}"),
                account);
        if (statements.equals(CSV)) {
            in.check(
                    mapping.hasBalances(),
                    "statements",
                    "must not be csv without csv.columns.balance, because statements are chained by their balances");
        }
        return mapping;
    }

    private static Set<String> credited(Set<String> kinds) {
        var credited = new TreeSet<>(kinds);
        credited.retainAll(CREDITING);
        return credited;
    }

    private static Grammar<String> words(String... words) {
        return Grammar.choice(List.of(words), Function.identity());
    }
}
