package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.csv.CsvMapping;
import dev.sluice.iso20022.csv.CsvMapping.Column;
import dev.sluice.iso20022.csv.CsvMapping.Grouping;
import dev.sluice.iso20022.csv.CsvMapping.Order;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The section `in.csv`.
class CsvMappingTest {
    private static final String CSV = "{delimiter: semicolon, decimal: comma, thousands: point, dates: dd.MM.yyyy, "
            + "charset: iso-8859-1, skip: 2, order: newest-first, columns: {booked-on: Buchungstag, amount: Betrag, "
            + "text: Verwendungszweck, balance: Saldo}}";

    @TempDir
    Path folder;

    private static String profile(String csv) {
        return ProfileFiles.with("also: [mt940]}", "also: [csv], csv: " + csv + "}");
    }

    @Test
    void a_mapping_says_how_the_bank_writes() throws Exception {
        var in = new ProfileFiles(folder).read(profile(CSV)).in();
        assertThat(in.kinds()).contains("csv", "csv-statement", "camt.053");
        assertThat(in.csv())
                .isEqualTo(new CsvMapping(
                        new CsvMapping.Account("DE89370400440532013000", "EUR"),
                        new CsvMapping.Format(StandardCharsets.ISO_8859_1, ';', ',', Grouping.POINT, "dd.MM.yyyy", 2),
                        Order.NEWEST_FIRST,
                        false,
                        Set.of(),
                        Map.of(
                                Column.BOOKED_ON, "Buchungstag",
                                Column.AMOUNT, "Betrag",
                                Column.TEXT, "Verwendungszweck",
                                Column.BALANCE, "Saldo")));
    }

    @Test
    void without_balances_a_file_is_no_statement() throws Exception {
        var in = new ProfileFiles(folder)
                .read(profile(CSV.replace(", balance: Saldo", ""))
                        .replace("credits-from: camt.054", "credits-from: csv"))
                .in();
        assertThat(in.kinds()).contains("csv").doesNotContain("csv-statement");
        assertThat(in.creditsFrom()).isEqualTo("csv");
    }

    @Test
    void with_balances_it_may_be_the_only_statement_and_credit() throws Exception {
        var in = new ProfileFiles(folder)
                .read(profile(CSV)
                        .replace("statements: camt.053, also: [csv]", "statements: csv")
                        .replace("credits-from: camt.054", "credits-from: csv"))
                .in();
        assertThat(in.creditsFrom()).isEqualTo("csv-statement");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delimiter: semicolon, | '' | in.csv.delimiter: is missing; it must be comma, semicolon, tab or pipe",
                "decimal: comma | decimal: dot | in.csv.decimal: must be comma or point, not 'dot'",
                "thousands: point | thousands: comma | in.csv.thousands: must not be the decimal sign",
                "dd.MM.yyyy | dd.mm.yyyy | in.csv.dates: must be a pattern of day, month and year, such as dd.MM.yyyy "
                        + "or yyyy-MM-dd, not 'dd.mm.yyyy'",
                "iso-8859-1 | cp1252 | in.csv.charset: must be utf-8 or iso-8859-1, not 'cp1252'",
                "booked-on: Buchungstag, | '' | in.csv.columns.booked-on: is missing; it must be the name of the "
                        + "column with the booking date",
                "amount: Betrag, | '' | in.csv.columns.amount: is missing; it must be the name of the column with the "
                        + "signed amount; or give debit and credit",
                "amount: Betrag | debit: Soll | in.csv.columns.credit: is missing; debit needs it",
                "amount: Betrag | amount: Betrag, debit: Soll, credit: Haben | in.csv.columns.amount: must not be "
                        + "given beside debit and credit",
                "balance: Saldo | balance: Betrag | in.csv.columns.balance: must not be a column that "
                        + "another key names",
                "balance: Saldo | status: Info | in.csv.booked: is missing; it must list the words of columns.status "
                        + "for booked entries",
                "skip: 2 | skip: 2, booked: [x] | in.csv.booked: has no effect unless columns has status",
                "skip: 2 | skip: 2, signed: true | in.csv.signed: has no effect unless columns has debit and credit",
            })
    void a_faulty_mapping_is_one_line(String old, String text, String fault) throws Exception {
        assertThat(new ProfileFiles(folder).faults(profile(ProfileFiles.replaced(CSV, old, text))))
                .containsExactly(fault);
    }

    @Test
    void a_mapping_and_the_word_csv_need_each_other() throws Exception {
        assertThat(new ProfileFiles(folder).faults(ProfileFiles.with("also: [mt940]}", "csv: " + CSV + "}")))
                .containsExactly("in.csv: has no effect unless statements or also names csv");
        assertThat(new ProfileFiles(folder).faults(ProfileFiles.with("also: [mt940]}", "also: [csv]}")))
                .contains("in.csv: is missing; it must be a mapping such as {delimiter: semicolon, decimal: comma, "
                        + "dates: dd.MM.yyyy, columns: {…}}");
        assertThat(new ProfileFiles(folder)
                        .faults(profile(CSV.replace(", balance: Saldo", ""))
                                .replace("statements: camt.053, also: [csv]", "statements: csv")))
                .containsExactly("in.statements: must not be csv without csv.columns.balance, because statements are "
                        + "chained by their balances");
    }
}
