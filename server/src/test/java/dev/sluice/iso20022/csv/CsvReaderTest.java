package dev.sluice.iso20022.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.csv.CsvMapping.Column;
import dev.sluice.iso20022.csv.CsvMapping.Grouping;
import dev.sluice.iso20022.csv.CsvMapping.Order;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// CSV statements by a mapping of their columns.
class CsvReaderTest {
    private static final String HEAD = "Date;Value;Amount;Currency;Reference;Payer;IBAN;Purpose;Balance\r\n";
    private static final Map<Column, String> COLUMNS = Map.of(
            Column.BOOKED_ON, "Date",
            Column.VALUE_ON, "Value",
            Column.AMOUNT, "Amount",
            Column.CURRENCY, "Currency",
            Column.REFERENCE, "Reference",
            Column.COUNTERPARTY, "Payer",
            Column.COUNTERPARTY_ACCOUNT, "IBAN",
            Column.TEXT, "Purpose",
            Column.BALANCE, "Balance");

    private static CsvMapping mapping(Map<Column, String> columns) {
        return mapping(columns, StandardCharsets.UTF_8, Grouping.POINT, Order.OLDEST_FIRST);
    }

    private static CsvMapping mapping(Map<Column, String> columns, Charset charset, Grouping grouping, Order order) {
        return new CsvMapping(
                new CsvMapping.Account("DE89370400440532013000", "EUR"),
                new CsvMapping.Format(charset, ';', ',', grouping, "dd.MM.yyyy", 0),
                order,
                false,
                columns.containsKey(Column.STATUS) ? Set.of("booked") : Set.of(),
                columns);
    }

    /// Returns the mapping without some columns.
    private static Map<Column, String> without(Column... columns) {
        var rest = new HashMap<>(COLUMNS);
        Arrays.asList(columns).forEach(rest::remove);
        return rest;
    }

    private static BankFile read(String text, CsvMapping mapping) throws Unreadable, IOException {
        return BankFiles.read(
                new ByteArrayInputStream(text.getBytes(mapping.format().charset())), mapping);
    }

    private static Statement statement(BankFile file) {
        return ((StatementMessage) file.messages().getFirst()).statements().getFirst();
    }

    private static String reason(String text, CsvMapping mapping) {
        try {
            return "read: " + read(text, mapping).problems();
        } catch (Unreadable unreadable) {
            return String.valueOf(unreadable.getMessage());
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Test
    void an_entry_has_the_values_of_its_line() throws Exception {
        var file = read(
                HEAD + "02.03.2026;03.03.2026;1.250,50;EUR;R-1;Müller, Jürgen;DE75512108001245126199;\"Order \"\"7\"\";"
                        + " thanks\";2.250,50\r\n",
                mapping(COLUMNS));
        assertThat(file.kind()).isEqualTo("csv");
        assertThat(file.problems()).isEmpty();
        var statement = statement(file);
        assertThat(statement.account()).isEqualTo("DE89370400440532013000");
        assertThat(statement.balances().opening().amount()).hasToString("1000.00 EUR");
        assertThat(statement.balances().closing().amount()).hasToString("2250.50 EUR");
        var entry = statement.entries().getFirst();
        assertThat(entry.amount()).hasToString("1250.50 EUR");
        assertThat(entry.booking())
                .isEqualTo(new Entry.Booking("BOOK", LocalDate.of(2026, 3, 2), LocalDate.of(2026, 3, 3), false));
        assertThat(entry.bankReference()).isEqualTo("R-1");
        assertThat(entry.isCreditable()).isTrue();
        var details = entry.details().getFirst();
        assertThat(details.counterparty().name()).isEqualTo("Müller, Jürgen");
        assertThat(details.counterparty().account()).isEqualTo("DE75512108001245126199");
        assertThat(details.remittance().text()).isEqualTo("Order \"7\"; thanks");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\n", "\r"})
    void lines_may_end_in_any_way_and_a_byte_order_mark_is_no_text(String end) throws Exception {
        var text = (HEAD + "02.03.2026;;-5,00;EUR;;;;;5,00\r\n\r\n").replace("\r\n", end);
        var file = read("\uFEFF" + text, mapping(COLUMNS));
        assertThat(file.problems()).isEmpty();
        assertThat(statement(file).entries()).singleElement().satisfies(entry -> {
            assertThat(entry.amount()).hasToString("-5.00 EUR");
            assertThat(entry.isCreditable()).isFalse();
            assertThat(entry.bankReference()).isNull();
        });
    }

    @Test
    void a_line_break_in_quotes_belongs_to_the_text() throws Exception {
        var text = HEAD + "02.03.2026;;5,00;EUR;;;;\"one\r\ntwo\";5,00\r\n";
        assertThat(statement(read(text, mapping(COLUMNS))).entries())
                .singleElement()
                .satisfies(entry -> assertThat(
                                entry.details().getFirst().remittance().lines())
                        .containsExactly("one", "two"));
        assertThat(reason(text + "x\r\n", mapping(COLUMNS))).startsWith("line 4: has 1 cells instead of 9");
    }

    @Test
    void entries_of_a_bank_that_begins_with_the_newest_are_turned_round() throws Exception {
        var text = HEAD + "03.03.2026;;-2,00;EUR;;;;;3,00\r\n02.03.2026;;5,00;EUR;;;;;5,00\r\n";
        var newest = mapping(COLUMNS, StandardCharsets.UTF_8, Grouping.NONE, Order.NEWEST_FIRST);
        var statement = statement(read(text, newest));
        assertThat(statement.entries())
                .extracting(each -> each.booking().bookedOn().getDayOfMonth())
                .containsExactly(2, 3);
        assertThat(statement.balances().opening().amount().signum()).isZero();
        assertThat(statement.balances().closing().on()).isEqualTo(LocalDate.of(2026, 3, 3));
        assertThat(read(text, newest).problems()).isEmpty();
        assertThat(read(text, mapping(COLUMNS)).problems())
                .contains("line 3: the balance before this entry is 0.00 EUR, but the entry before ends with 3.00 EUR; "
                        + "an entry is missing, or in.csv.order is another one");
    }

    @Test
    void a_missing_line_is_a_problem_with_its_difference() throws Exception {
        var file = read(HEAD + "02.03.2026;;5,00;EUR;;;;;5,00\r\n04.03.2026;;1,00;EUR;;;;;9,00\r\n", mapping(COLUMNS));
        assertThat(file.problems())
                .anySatisfy(each -> assertThat(each).contains("the difference is 3.00"))
                .anySatisfy(each -> assertThat(each).startsWith("line 3: the balance before this entry is 8.00 EUR"));
    }

    @Test
    void a_file_without_balances_has_none_and_without_a_last_line_break_it_may_be_cut_off() throws Exception {
        var columns = without(Column.BALANCE, Column.CURRENCY);
        var file = read("Date;Value;Amount;Reference;Payer;IBAN;Purpose\r\n02.03.2026;;5,00;;;;x", mapping(columns));
        assertThat(statement(file).balances().closing()).isNull();
        assertThat(file.problems())
                .containsExactly("the last line has no line break at its end, so the file may be cut off");
    }

    @Test
    void two_columns_of_unsigned_amounts_are_debits_and_credits() throws Exception {
        var columns = Map.of(Column.BOOKED_ON, "Tag", Column.DEBIT, "Soll", Column.CREDIT, "Haben");
        var mapping = mapping(columns);
        var file = read("Tag;Soll;Haben\n02.03.2026;1,00;\n03.03.2026;;2,00\n", mapping);
        assertThat(file.problems()).isEmpty();
        assertThat(statement(file).entries())
                .extracting(each -> each.amount().toString())
                .containsExactly("-1.00 EUR", "2.00 EUR");
        assertThat(statement(file).balances().closing()).isNull();
        assertThat(reason("Tag;Soll;Haben\n02.03.2026;1,00;1,00\n", mapping))
                .isEqualTo("line 2, column 'Soll': has an amount, and so has column 'Haben'");
        assertThat(reason("Tag;Soll;Haben\n02.03.2026;;\n", mapping))
                .isEqualTo("line 2, column 'Soll': is empty, and so is column 'Haben'");
        assertThat(reason("Tag;Soll;Haben\n02.03.2026;-1,00;\n", mapping))
                .isEqualTo("line 2, column 'Soll': has the wrong sign; in.csv.signed says false, not '-1.00'");
        var signed = new CsvMapping(mapping.account(), mapping.format(), mapping.order(), true, Set.of(), columns);
        assertThat(statement(read("Tag;Soll;Haben\n02.03.2026;-1,00;\n", signed))
                        .entries())
                .singleElement()
                .satisfies(each -> assertThat(each.amount()).hasToString("-1.00 EUR"));
        assertThat(reason("Tag;Soll;Haben\n02.03.2026;1,00;\n", signed)).contains("has the wrong sign");
    }

    @Test
    void an_entry_that_the_status_does_not_call_booked_is_pending_and_has_no_balance() throws Exception {
        var columns = new HashMap<>(COLUMNS);
        columns.put(Column.STATUS, "Reference");
        columns.remove(Column.REFERENCE);
        var file = read(
                HEAD + "02.03.2026;;5,00;EUR;booked;;;;5,00\r\n03.03.2026;;7,00;EUR;noted;;;;\r\n", mapping(columns));
        assertThat(file.problems()).isEmpty();
        assertThat(statement(file).entries())
                .extracting(each -> each.booking().status())
                .containsExactly("BOOK", "PDNG");
        assertThat(statement(file).balances().closing().amount()).hasToString("5.00 EUR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.250,50 | POINT | 1250.50",
                "12.50 | POINT | ''",
                "1.2345,00 | POINT | ''",
                ".250,00 | POINT | ''",
                "1.250,5.0 | POINT | ''",
                "1 234 567,8 | SPACE | 1234567.80",
                "1'000,00 | APOSTROPHE | 1000.00",
                "1.000,00 | NONE | ''",
                "-0,01 | POINT | -0.01",
                "+3 | POINT | 3.00",
                "1,2,3 | POINT | ''",
                "1e3 | POINT | ''",
                "12- | POINT | ''",
                "٣ | POINT | ''",
            })
    void an_amount_is_read_as_declared_or_refused(String text, Grouping grouping, String amount) {
        var mapping = mapping(
                Map.of(Column.BOOKED_ON, "D", Column.AMOUNT, "A"),
                StandardCharsets.UTF_8,
                grouping,
                Order.OLDEST_FIRST);
        var file = "D;A\n02.03.2026;\"" + text + "\"\n";
        if (amount.isEmpty()) {
            assertThat(reason(file, mapping)).startsWith("line 2, column 'A': must be an amount");
        } else {
            assertThat(reason(file, mapping)).isEqualTo("read: []");
            assertThat(entryOf(file, mapping).amount()).hasToString(amount + " EUR");
        }
    }

    private static Entry entryOf(String text, CsvMapping mapping) {
        try {
            return statement(read(text, mapping)).entries().getFirst();
        } catch (Unreadable | IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2.3.2026;;1,00;EUR;;;;;1,00 | line 2, column 'Date': must be a date as dd.MM.yyyy, not '2.3.2026'",
                "31.02.2026;;1,00;EUR;;;;;1,00 | line 2, column 'Date': must be a date as dd.MM.yyyy, not '31.02.2026'",
                ";;1,00;EUR;;;;;1,00 | line 2, column 'Date': is empty",
                "02.03.2026;;;EUR;;;;;1,00 | line 2, column 'Amount': is empty",
                "02.03.2026;;1,00;EUR;;;;; | line 2, column 'Balance': is empty",
                "02.03.2026;;1,00;€;;;;;1,00 | line 2, column 'Currency': must be a currency of ISO 4217, "
                        + "such as EUR, not '€'",
                "02.03.2026;;1,00;EUR;;;;;1,00;more | line 2: has 10 cells instead of 9; the file is cut off, "
                        + "or in.csv.delimiter is another one",
                "02.03.2026;;1,00;EUR;;;;\"open;1,00 | line 2: a quote is not closed, so the file is cut off "
                        + "or damaged",
                "02.03.2026;;1,00;EUR;;;;\"a\"b;1,00 | line 2: has text after a closing quote",
            })
    void a_line_that_is_none_of_the_mapping_makes_the_file_unreadable(String line, String reason) {
        assertThat(reason(HEAD + line + "\r\n", mapping(COLUMNS))).isEqualTo(reason);
    }

    @Test
    void the_first_line_has_each_column_once() {
        assertThat(reason("Date;Amount\n", mapping(Map.of(Column.BOOKED_ON, "Datum", Column.AMOUNT, "Amount"))))
                .isEqualTo("line 1: there is no column 'Datum'; the columns are Date, Amount");
        assertThat(reason("Date;Date;Amount\n", mapping(Map.of(Column.BOOKED_ON, "Date", Column.AMOUNT, "Amount"))))
                .isEqualTo("line 1: has the column 'Date' twice");
    }

    @Test
    void lines_before_the_names_and_a_delimiter_at_the_end_are_no_values() throws Exception {
        var columns = Map.of(Column.BOOKED_ON, "Date", Column.AMOUNT, "Amount");
        var plain = mapping(columns);
        var format = new CsvMapping.Format(StandardCharsets.UTF_8, ';', ',', Grouping.NONE, "dd.MM.yyyy", 2);
        var mapping =
                new CsvMapping(plain.account(), format, plain.order(), plain.signedSides(), plain.booked(), columns);
        var file = read("Statement of 02.03.2026\r\n\r\nDate;Amount;\r\n02.03.2026;1,00;\r\n", mapping);
        assertThat(statement(file).entries()).hasSize(1);
        assertThat(reason("one line\r\n", mapping)).isEqualTo("the file has fewer lines than in.csv.skip says");
    }

    @Test
    void a_file_is_read_in_the_declared_charset_only() throws Exception {
        var columns = Map.of(Column.BOOKED_ON, "Date", Column.AMOUNT, "Amount", Column.COUNTERPARTY, "Name");
        var latin = mapping(columns, StandardCharsets.ISO_8859_1, Grouping.NONE, Order.OLDEST_FIRST);
        var text = "Date;Amount;Name\n02.03.2026;1,00;Müller\n";
        assertThat(entryOf(text, latin).details().getFirst().counterparty().name())
                .isEqualTo("Müller");
        assertThatThrownBy(() -> BankFiles.read(
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), mapping(columns)))
                .hasMessage("line 2: is not in UTF-8; set in.csv.charset as the bank writes its files");
        assertThatThrownBy(() -> BankFiles.read(
                        new ByteArrayInputStream(("\uFEFF" + text).getBytes(StandardCharsets.UTF_8)), latin))
                .hasMessageStartingWith("the file is in UTF-8, as its byte order mark says");
    }

    @Test
    void an_account_in_the_file_is_the_same_in_each_line() throws Exception {
        var columns = Map.of(Column.BOOKED_ON, "Date", Column.AMOUNT, "Amount", Column.ACCOUNT, "Account");
        var one = "Date;Amount;Account\n02.03.2026;1,00;0532013000\n";
        assertThat(statement(read(one, mapping(columns))).account()).isEqualTo("0532013000");
        assertThat(reason(one + "02.03.2026;1,00;0532013001\n", mapping(columns)))
                .isEqualTo("line 3, column 'Account': must be 0532013000 as in the lines before, not '0532013001'");
    }

    @Test
    void other_files_of_the_bank_are_read_as_before_and_csv_without_a_mapping_is_not() throws Exception {
        var mt = ":20:A\n:25:1\n:28C:1\n:60F:C260301EUR1,00\n:62F:C260302EUR1,00\n-\n";
        assertThat(read(mt, mapping(COLUMNS)).kind()).isEqualTo("mt940");
        assertThatThrownBy(() -> BankFiles.read(new ByteArrayInputStream(HEAD.getBytes(StandardCharsets.UTF_8))))
                .hasMessageEndingWith("a CSV statement needs the mapping of a profile (in.csv)");
    }

    @Test
    void a_file_of_names_alone_has_no_entry() throws Exception {
        assertThat(statement(read(HEAD, mapping(COLUMNS))).entries()).isEmpty();
        assertThat(read(HEAD, mapping(COLUMNS)).problems()).isEmpty();
    }
}
